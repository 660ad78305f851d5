"""Keys: which names stand in front of a secret, and how sure that makes us."""
from __future__ import annotations

import re

from tools.lib.scrub.keyed import tongues
from tools.lib.scrub.tokens import randomness

WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", re.A)
DEFINED = re.compile(r"\A-(?:[DJ]|P(?!ass|wd|w\Z))(?=[a-z])"
                     r"|(?<=[Pp]ass)[_-](?i:(?=word|phrase|code))"
                     r"|(?<=PASS)[_-](?=WORD|PHRASE|CODE)")  # `-DdbPassword=`, `pass_word`
FOREIGN = re.compile(r"[^\W\d_]+|[0-9]+")

PASSWORD = frozenset(
    "assword ssword asswd "  # with the head cut off
    "password passwords passwd passwds pwd pass passphrase passphrases passcode passcodes pw passwrd pswd psw pword passw "
    "pgpass userpass userpassword userpw userpwd dbpass dbpassword dbpwd dbpasswd rootpw rootpass rootpwd adminpass "
    "adminpassword "
    "adminpw adminpwd requirepass masterauth masterpass masterpassword sshpass pgpassword mypass keypass storepass bindpw "
    "bindpass bindpasswd smtppass mailpass ftppass ldappass httppass proxypass authpass loginpass srcpass destpass encpass "
    "userpasswd rootpasswd bindpwd mypwd pinpass passout passin psk presharedkey wpapsk pskkey unlockcode pincode authtok "
    "psksecret passwortes passwörter senhas mypassword newpassword oldpassword currentpassword".split()
) | frozenset(map(tongues.fold, tongues.PASSWORD))
SECRET = frozenset(
    "secret secrets apikey apikeys secretkey accesskey privatekey authkey authtoken accesstoken apitoken apisecret "
    "clientsecret token credential credentials creds cred bearer jwt sig signature otp totp dsn sessionid sessid "
    "jsessionid phpsessid sid refreshtoken idtoken sas accountkey sharedaccesskey sharedaccesssignature authcode hmac "
    "pepper mnemonic pin connectionstring connstr connectionurl encryptionkey signingkey masterkey secretaccesskey "
    "appkey appsecret consumerkey consumersecret passkey bottoken webhookurl secretid servicekey publishkey licensekey "
    "decryptionkey validationkey sessiontoken csrftoken xsrftoken tokensecret keysecret secretstring secrettoken sastoken "
    "oken ecret pikey "  # with the head cut off
    "csec apisec seckey sigkey deploykey rootkey adminkey userkey hookurl pat".split()
) | frozenset(map(tongues.fold, tongues.SECRET))
STEMS = tuple(sorted({tongues.fold(stem) for stem in tongues.STEMS}))
PIECES = frozenset(stem[:5] for stem in STEMS)
JOINED = {
    "password": tuple(word for word in PASSWORD if word[-1] > "\u2e80" or "\u0e00" <= word[0] < "\u1800"),
    "token": tuple(word for word in SECRET if word[-1] > "\u2e80"),
}
# These name a secret only as the last word: `session: ...`, but no `session_store`, `oauth_client`.
LOGINS = frozenset(
    "login logins credential credentials creds cred userpass zugangsdaten anmeldedaten logindaten identifiants credenciales "
    "credenziali credenciais inloggegevens logowania".split()
)  # `creds: bob:secret`
SOFT = frozenset(
    "session cookie auth authorization authentication oauth nonce salt seed license licence webhook verifier "
    "assertion ticket sess".split()
)
# A key of these is a secret only beside a word that says so: a bare `key`, `code` or `hash` names anything.
KEYS = frozenset("key keys".split())
QUALIFIERS = frozenset(
    "recovery backup unseal unlock seal activation product serial restore transport payload wrapping kek dek rest bucket "
    "operator peer vpn node join cluster gossip agent instance device sync relay push hook feed rss calendar ical stream "
    "partner merchant gateway checkout payment wallet keystore keyring truststore pfx cert "
    "api access private secret auth encryption encrypt signing sign master service account client app application "
    "license licence deploy webhook jwt session cookie server shared storage admin user root prod production live "
    "test dev staging write read rest integration subscription pre wg preshared psk hmac aes rsa des fernet cipher "
    "crypt crypto data ssh gpg tls ssl db database redis mongo stripe openai anthropic google gcp azure aws github "
    "gitlab slack twilio sendgrid mailgun datadog dd newrelic sentry algolia maps mapbox firebase cloudflare heroku "
    "npm pypi docker hf huggingface cohere mistral groq gemini claude llm deepseek openrouter pinecone serper tavily "
    "replicate elevenlabs vault consul rails django flask laravel wordpress logged nonce ngrok linear notion airtable "
    "figma shopify square paypal plaid binance coinbase kraken exchange trading bot telegram discord zoom okta auth0 "
    "clerk supabase vercel netlify render bearer x ocp apim functions".split()
)
PAIRS = frozenset((("secure", "string"), ("shared", "key"), ("preshared", "key"), ("group", "key"), ("code", "secret"),
                   ("clau", "acces")))
WIRELESS = frozenset("wifi fi wlan wpa wpa2".split())  # their key is a password
AGGLUTINED = ("anahtar", "jeton")  # Turkish: `anahtarım`, `anahtarımız`
CODES = frozenset(("code", "codes"))
CODING = frozenset("access recovery backup security auth unlock activation pin scratch door gate safe entry rescue".split())
NO_PASS = frozenset("compass bypass trespass underpass overpass surpass encompass onepass multipass renderpass lowpass "
                    "highpass bandpass allpass".split())
NO_KEYS = frozenset("verkey monkey turkey donkey hockey whiskey".split())
EXCUSES = frozenset(
    "id ids url urls uri uris file files path paths dir directory folder name names length len size sizes count max "
    "min limit type types expires expired expiry expiration exp ttl timeout tokens tokenizer tokenize tokenizers "
    "public field fields label labels placeholder prompt policy policies format regex pattern patterns hint help "
    "error errors message messages msg valid invalid required enabled disabled strength age form keyboard word words "
    "usage version at date time column table index schema manager provider handler class func function method "
    "endpoint host port scope scopes audience issuer alg algorithm mode status state store source ref reference kind "
    "rotation rotate rotated link page input title description text display button icon color prefix suffix budget "
    "rate cost price total used remaining window position offset start end event events list map dict set callback "
    "validator checker check checks test tests env var variable variables arn region bits rounds iterations "
    "encryption encrypted identifier address symbol space frame press "
    "detail details info identity identities fingerprint thumbprint digest checksum algo encoding charset chars "
    "alphabet attempts retries domain "
    "domains "
    "samesite secure httponly storage backend engine driver adapter factory builder helper service services "
    "controller model view config configuration settings setting options option params parameters parameter header "
    "headers scheme owner created updated modified last next hidden visible show toggle changed reset forgot "
    "forgotten confirm spec specs builtin".split()
)
BEFORE = frozenset(
    "socket websocket "
    "public pub pubkey recv trusted known host primary foreign sort partition cache max min num n is has no not use "
    "with without input output total prompt completion csrf xsrf csrfmiddleware request continuation page pagination "
    "marker creation lifecycle task pad eos bos unk mask sep special next prev hot short keyboard map dict "
    "idempotency dedup dedupe starting resume cursor delta cancellation requires "
    "require need needs get set make create validate verify check show hide reset forgot "
    "change update".split()
)
# These say what a key finds: a row, an entry, a file. No token is named by them: `CI_JOB_TOKEN` is one.
FINDING = frozenset(
    "row range document clustering shard lookup index object file image asset item entry component issue job business natural "
    "surrogate composite sequence unique correlation trace lock mutex mutation message label evaluated start column".split()
)
SIGNED = frozenset("method function type call class".split())  # whose signature is its parameters
BEFORE_PASSWORD = frozenset("is has no use max min".split())
# A run over something: of a renderer, a compiler, a trainer.
PASSES = frozenset("render shadow single multi first second third last final forward backward depth light lighting geometry "
                   "compute color blur post optimizer optimization analysis lint".split())
INNOCENT = {"pass": PASSES, "key": FINDING, "keys": FINDING, "signature": SIGNED}
PUBLISHED = (["public", "key"], ["pub", "key"])  # `PublicKeyToken`, a hash of one

_memo: dict[str, str] = {}


def grade(key: str) -> str:
    """Return what a key promises: "password", "token", "secret" (that or a password), "key" (anything named so), "login" (a """
    """user and a password), or ""."""
    known = _memo.get(key)
    if known is None:
        if len(_memo) > 20_000:
            _memo.clear()
        known = _memo[key] = _grade(key)
    return known


def _words(key: str) -> list[str]:
    """The words of a name, whatever joins them, in lower case and without accents."""
    if key.isascii():
        key = DEFINED.sub("", key)
        return [word.lower() for word in WORDS.findall(key)]
    return FOREIGN.findall(tongues.fold(key))


def _grade(key: str) -> str:
    words = _words(key)
    if words[-3:] == ["replica", "set", "key"]:  # of MongoDB
        return "token"
    if key == "pat":
        return ""  # a pattern
    if tuple(words[-2:]) in PAIRS:
        return "password"
    if words[-2:] == ["basic", "auth"] or words and words[-1] in LOGINS:
        return "login"
    at, found = _last_secret(words)
    if not found or len(words[at]) <= 3 and any(len(piece) >= 12 and randomness.mixed(piece) for piece in re.split("[_.-]", key)):
        return ""  # no name, or one of few letters inside a drawn string
    after, before = words[at + 1:], words[at - 1] if at else ""
    if words[at] == "secret" and after[:1] == ["id"]:  # of Vault and Consul: the half that is kept secret
        after = after[1:]
    if any(word in EXCUSES for word in after) or found != "password" and "hash" in after:
        return ""
    if words[-2:] == ["restore", "keys"]:  # of a build's cache
        return ""
    if words[max(0, at - 2):at] in PUBLISHED or before in INNOCENT.get(words[at], ()) or before == "sync" and not key.isupper():
        return ""
    if before in (BEFORE_PASSWORD if found == "password" or words[at] in ("secret", "secrets") else BEFORE):
        return ""
    return found


def _inflected(word: str) -> bool:
    """True for a form of another language's word, a few letters longer than its stem."""
    return any(word.startswith(stem) and len(word) - len(stem) <= 4 for stem in STEMS)


def _last_secret(words: list[str]) -> tuple[int, str]:
    """The place and grade of the last word that names a secret; word pairs such as `api key` count as one."""
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        if not word.isascii() and (word[-1] > "\u2e80" or "\u0e00" <= word[0] < "\u1800"):  # no space parts its words
            if word.endswith(JOINED["password"]):
                return at, "password"
            if word.startswith(JOINED["password"]) and "\u0e00" <= word[0] < "\u1800":  # a word's end is not marked either
                return at, "password"
            if word.endswith(JOINED["token"]):
                return at, "token"
        articled = "\u0590" < word[0] < "\u06ff" and (word[1:] in PASSWORD or word[2:] in PASSWORD)
        if word in PASSWORD or articled or word[:5] in PIECES and _inflected(word) or (
                word == "phrase" and at and words[at - 1] in ("pass", "seed", "recovery", "secret")):
            return at, "password"
        if word == "session" and at == len(words) - 1:
            return at, "key"  # a session's id is mostly a UUID, the clients' own and ours
        if word == "secret" and at == len(words) - 1 and (not at or words[at - 1] in ("shared", "radius", "user")):
            return at, "secret"
        if at and words[at - 1] in WIRELESS and (word in SECRET or word in KEYS):
            return at, "password"
        if word.startswith(AGGLUTINED) and len(word) <= 13:
            return at, "token"
        if word in SECRET or word in SOFT and at == len(words) - 1:
            return at, "token"
        if word in CODES and at and words[at - 1] in CODING:
            return at, "token"
        if word in KEYS or word.endswith("key") and word not in NO_KEYS and not word.startswith("pub"):
            return at, "token" if at and (words[0] == "x" or words[at - 1] in QUALIFIERS | SECRET | SOFT | PASSWORD) else "key"
        if word.endswith(("password", "passwd", "passwort", "kennwort", "passphrase")):
            return at, "password"
        if word.endswith("pass") and word not in NO_PASS or word.endswith("pwd"):
            return at, "password"
        if word.endswith(("token", "secret")):
            return at, "token"
    return -1, ""
