"""Harmless text made at run time: lock files, hashes, ids, public keys, logs, traces; nothing in it is a secret."""

from __future__ import annotations

import base64
import json
import random
import string

from tests.scrub import draw, records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PACKAGES = "left-pad chalk lodash tokenize passport secret-sauce keyv key-tree authsome jsontokens cookie cookies csurf bcryptjs js-tokens".split()
PROSE = """The password is stored as a hash and never leaves the server. A token is passed in the header, and the key of the map
is the user's name. Tokens are counted before the request: 1204 input tokens, 88 output tokens. The secret of a good test is a good name.
Keys are sorted; the primary key is an integer. Authorization is checked by the gateway, authentication by the portal. Cookies
are set by the browser. Remember to rotate your credentials every 90 days. The public key may be shared with anybody. Please enter your
password: it must have at least 12 characters. Pass the salt. He passed: 12 of 14 tests. The secret: patience. Password reset is described
in chapter 4. See https://acme.dev/docs/authentication#api-keys for the list of API keys. The access token expires after 3600 seconds."""


def lines(count: int, make: Callable[[int], str]) -> str:
    return "\n".join(make(number) for number in range(count)) + "\n"


def version(r: random.Random) -> str:
    return f"{r.randrange(9)}.{r.randrange(30)}.{r.randrange(40)}"


def sri(r: random.Random) -> str:
    return "sha512-" + base64.b64encode(r.randbytes(64)).decode()


def package_lock(r: random.Random) -> str:
    def one() -> tuple[str, dict[str, object]]:
        name, number = r.choice(PACKAGES), version(r)
        return f"node_modules/{name}{r.randrange(99)}", {"version": number, "resolved": f"https://registry.npmjs.org/{name}/-/{name}-{number}.tgz", "integrity": sri(r), "dev": True}

    return json.dumps({"name": "shop", "lockfileVersion": 3, "packages": dict(one() for _ in range(60))}, indent=2)


def yarn_lock(r: random.Random) -> str:
    return lines(40, lambda n: f'{r.choice(PACKAGES)}@^{version(r)}:\n  version "{version(r)}"\n  resolved "https://registry.yarnpkg.com/x/-/x-{version(r)}.tgz#{draw.run(r, "h", 40)}"\n  integrity {sri(r)}\n')


def pnpm_lock(r: random.Random) -> str:
    return lines(40, lambda n: f"  /{r.choice(PACKAGES)}@{version(r)}:\n    resolution: {{integrity: {sri(r)}}}\n    engines: {{node: '>=10'}}\n")


def cargo_lock(r: random.Random) -> str:
    return lines(40, lambda n: f'[[package]]\nname = "{r.choice(PACKAGES)}"\nversion = "{version(r)}"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "{draw.run(r, "h", 64)}"\n')


def go_sum(r: random.Random) -> str:
    return lines(60, lambda n: f"github.com/acme/{r.choice(PACKAGES)} v{version(r)} h1:{base64.b64encode(r.randbytes(32)).decode()}")


def poetry_lock(r: random.Random) -> str:
    return lines(40, lambda n: f'    {{file = "{r.choice(PACKAGES)}-{version(r)}.tar.gz", hash = "sha256:{draw.run(r, "h", 64)}"}},')


def requirements(r: random.Random) -> str:
    return lines(40, lambda n: f"{r.choice(PACKAGES)}=={version(r)} \\\n    --hash=sha256:{draw.run(r, 'h', 64)} \\\n    --hash=sha256:{draw.run(r, 'h', 64)}")


def gemfile_lock(r: random.Random) -> str:
    return "CHECKSUMS\n" + lines(40, lambda n: f"  {r.choice(PACKAGES)} ({version(r)}) sha256={draw.run(r, 'h', 64)}")


def flake_lock(r: random.Random) -> str:
    return lines(30, lambda n: f'"lastModified": 17{draw.run(r, "d", 8)},\n"narHash": "sha256-{base64.b64encode(r.randbytes(32)).decode()}",\n"rev": "{draw.run(r, "h", 40)}",')


def git_log(r: random.Random) -> str:
    subjects = ("Rotate the signing key", "Fix password reset link", "Tokenize input before parsing", "Drop unused secret", "Update docs")
    return lines(40, lambda n: f"commit {draw.run(r, 'h', 40)}\nAuthor: A Person <person@acme.dev>\nDate:   Mon Mar 2 10:{n % 60:02d}:12 2026 +0100\n\n    {r.choice(subjects)}\n\n    Reviewed-in: #{r.randrange(999)}\n")


def git_diff(r: random.Random) -> str:
    return lines(30, lambda n: f"diff --git a/src/token{n}.py b/src/token{n}.py\nindex {draw.run(r, 'h', 10)}..{draw.run(r, 'h', 10)} 100644\n--- a/src/token{n}.py\n+++ b/src/token{n}.py\n@@ -{n},6 +{n},7 @@ def next_token(self):\n-    key = self.keys[{n}]\n+    key = self.keys[{n} + 1]")


def sums(r: random.Random) -> str:
    return lines(40, lambda n: f"{draw.run(r, 'h', r.choice((32, 40, 64, 128)))}  dist/{r.choice(PACKAGES)}-{version(r)}.tar.gz")


def ids(r: random.Random) -> str:
    kinds: tuple[Callable[[], str], ...] = (
        lambda: f'"uuid": "{draw.uuid(r)}", "parentUuid": "{draw.uuid(r)}"',
        lambda: f"toolu_01{draw.run(r, 'A', 22)} msg_01{draw.run(r, 'A', 22)} req_011{draw.run(r, 'A', 21)}",
        lambda: f"call_{draw.run(r, 'A', 24)} rs_{draw.run(r, 'h', 48)} resp_{draw.run(r, 'h', 48)}",
        lambda: f"arn:aws:iam::{draw.run(r, 'd', 12)}:role/deploy arn:aws:secretsmanager:eu-west-1:{draw.run(r, 'd', 12)}:secret:shop-{draw.run(r, 'm', 6)}",
        lambda: f"i-0{draw.run(r, 'h', 16)} vpc-0{draw.run(r, 'h', 16)} ami-0{draw.run(r, 'h', 16)} sg-0{draw.run(r, 'h', 16)}",
        lambda: f"client_id={draw.run(r, 'd', 12)}-{draw.run(r, 'a', 32)}.apps.googleusercontent.com",
        lambda: f"pk_live_{draw.run(r, 'A', 24)} is the publishable one, ca-pub-{draw.run(r, 'd', 16)}",
        lambda: f"trace_id={draw.run(r, 'h', 32)} span_id={draw.run(r, 'h', 16)} request_id={draw.uuid(r)}",
        lambda: f"01{draw.run(r, 'U', 24)} cus_{draw.run(r, 'A', 14)} price_1{draw.run(r, 'A', 23)} prod_{draw.run(r, 'A', 14)}",
        lambda: f"sha256:{draw.run(r, 'h', 64)} ghcr.io/acme/site@sha256:{draw.run(r, 'h', 64)}",
        lambda: f"UA-{draw.run(r, 'd', 8)}-1 G-{draw.run(r, 'U', 10)} GTM-{draw.run(r, 'U', 7)}",
        lambda: f"00-{draw.run(r, 'h', 32)}-{draw.run(r, 'h', 16)}-01 etag: \"{draw.run(r, 'h', 32)}\"",
        lambda: f"nonce-{draw.run(r, 'd', 6)} build {draw.run(r, 'd', 9)} deploy-{draw.run(r, 'h', 10)}-{draw.run(r, 'a', 5)}",
    )
    return lines(120, lambda n: kinds[n % len(kinds)]())


def public_keys(r: random.Random) -> str:
    def armour(label: str, count: int) -> str:
        return f"-----BEGIN {label}-----\n" + lines(count, lambda n: draw.run(r, "B", 64)) + f"-----END {label}-----\n"

    ssh = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + draw.run(r, "B", 43) + " person@laptop\n"
    rsa = "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC" + draw.run(r, "B", 480) + " deploy\n"
    known = "git.acme.dev ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBB" + draw.run(r, "B", 87) + "\n|1|" + draw.run(r, "B", 27) + "=|" + draw.run(r, "B", 27) + "= " + ssh
    prints = "256 SHA256:" + draw.run(r, "B", 43) + " person@laptop (ED25519)\nMD5:" + ":".join(draw.run(r, "h", 2) for _ in range(16)) + "\n"
    recipient = "age1" + draw.run(r, "c", 58).lower() + "\n"
    labels = ("PUBLIC KEY", "CERTIFICATE", "RSA PUBLIC KEY", "CERTIFICATE REQUEST", "PGP PUBLIC KEY BLOCK", "PGP SIGNATURE", "PGP MESSAGE", "X509 CRL", "DH PARAMETERS")
    return ssh + rsa + known + prints + recipient + "".join(armour(label, 14) for label in labels)


def build_log(r: random.Random) -> str:
    steps: tuple[Callable[[int], str], ...] = (
        lambda n: f"[{n}/400] Compiling secret_service v{version(r)} (/home/u/shop/crates/auth-token)",
        lambda n: f"#{n} [internal] load metadata for docker.io/library/debian@sha256:{draw.run(r, 'h', 64)}",
        lambda n: f"Downloading https://files.pythonhosted.org/packages/{draw.run(r, 'h', 2)}/{draw.run(r, 'h', 2)}/{draw.run(r, 'h', 60)}/keyring-{version(r)}-py3-none-any.whl (39 kB)",
        lambda n: f"tests/test_password.py::test_reset_token[{n}] PASSED   [ {n % 100}%]",
        lambda n: f"gcc -O2 -Wall -DKEY_LENGTH=32 -DTOKEN_MAX=4096 -c src/token{n}.c -o build/token{n}.o",
        lambda n: f"2026-03-02T10:11:{n % 60:02d}Z INFO auth: token refreshed for user {n} in {n % 90} ms, expires in 3600 s",
        lambda n: f"Unpacking libsecret-1-0:amd64 ({version(r)}-1) over ({version(r)}-1) ...",
        lambda n: f"npm warn deprecated {r.choice(PACKAGES)}@{version(r)}: use the platform's own",
    )
    return lines(160, lambda n: steps[n % len(steps)](n))


def traces(r: random.Random) -> str:
    return lines(20, lambda n: f'Traceback (most recent call last):\n  File "/home/u/shop/auth/token{n}.py", line {n}, in get_token\n    token = self.session.get_token(key=name)\n  File "/usr/lib/python3.11/secrets.py", line 50, in token_bytes\n    return _sysrand.randbytes(nbytes)\nKeyError: \'access_token\'\n    at Object.parseToken (/app/node_modules/js-tokens/index.js:{n}:17)\n    at com.acme.auth.PasswordEncoder.encode(PasswordEncoder.java:{n})')


def access_log(r: random.Random) -> str:
    return lines(60, lambda n: f'10.0.{n % 255}.7 - - [02/Mar/2026:10:11:12 +0100] "GET /static/app.{draw.run(r, "h", 8)}.js?v={draw.run(r, "d", 10)}&page={n} HTTP/1.1" 200 {r.randrange(99999)} "https://acme.dev/login?next=/account" "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36"')


def paths(r: random.Random) -> str:
    return lines(60, lambda n: r.choice((f"/home/u/.config/gh/hosts{n}.yml", f"src/components/PasswordInput/PasswordInput.test{n}.tsx", f"/etc/ssl/private/site-{n}.key", f"secrets/prod/{n}/README.md", f"~/.ssh/id_ed25519_{n}.pub", f"C:\\Users\\u\\AppData\\Local\\Temp\\token-cache-{n}.json", f"node_modules/.pnpm/jsontokens@{version(r)}/node_modules/jsontokens/lib/index.js")))


def dumps(r: random.Random) -> str:
    return lines(40, lambda n: f"{n * 16:08x}  {' '.join(draw.run(r, 'h', 2) for _ in range(16))}  |{''.join(r.choices(string.ascii_letters + '.', k=16))}|")


def pods(r: random.Random) -> str:
    return lines(40, lambda n: f"auth-token-service-{draw.run(r, 'h', 9)}-{draw.run(r, 'a', 5)}   1/1   Running   0   {n}d   10.42.0.{n}   secret/registry-credentials   kubernetes.io/dockerconfigjson")


def settings(r: random.Random) -> str:
    entries = ("password_min_length: 12", "token_expires_in: 3600", "secret_name: shop-database", "api_key_header: X-Api-Key", "auth_type: oauth2", "private_key_path: /etc/ssl/private/site.key", "max_tokens: 4096", "password_policy: strict", "session_timeout: 30m", "cookie_secure: true", "key_vault_url: https://acme.vault.azure.net/", "credentials: include", "tokenizer: cl100k_base", "public_key: none", "passwordless: true", "signing_algorithm: RS256", "token_endpoint: https://acme.dev/oauth/token", "secret_key_ref: {name: shop, key: password}", "access_key_rotation: 90d", "pass_through: yes")
    return lines(60, lambda n: entries[n % len(entries)])


def scripts(r: random.Random) -> str:
    """Minified script and style: long lines of short names."""
    return lines(6, lambda n: "".join(f"function {draw.run(r, 'm', 2)}(t,e){{var k=t.key||e.token,n=k.length;return n>{r.randrange(99)}?t.pass:e.{draw.run(r, 'm', 3)}[n]}};" for _ in range(30)))


def prose(r: random.Random) -> str:
    sentences = PROSE.replace("\n", " ").split(". ")
    return lines(60, lambda n: ". ".join(r.sample(sentences, 3)) + ".")


def both_clients(r: random.Random) -> str:
    """Harmless records of both clients, one a line, in several ways of writing JSON."""
    makers = [make for place, make in records.PLACES.items() if place not in records.BARE_PLACES and place != "thinking"]
    texts = [build_log(r), ids(r), prose(r), settings(r), git_log(r), paths(r)]
    return lines(len(makers), lambda n: records.dump(r, makers[n](r, r.choice(texts)[:1500])))


def odd_json(r: random.Random) -> str:
    """Valid JSON lines whose writing a round trip would change."""
    deep, long = "[" * 3000 + "]" * 3000, "9" * 5000
    return deep + "\n[" + long + ']\n{"a":1.0e5, "b" : 1E+2,"a":2}\n{"n":12345678901234567890123,"z":-0.0 }\n{ "u":"\\u00e9\\/x","lone":"\\ud83d" }\n[1 , 2,3.10]\n{"s":"\\u003cb\\u003e", "t":"\\u0041"}\n"just a string"\n17\nnull\n{}\n'


KINDS = {make.__name__: make for make in (package_lock, yarn_lock, pnpm_lock, cargo_lock, go_sum, poetry_lock, requirements, gemfile_lock, flake_lock, git_log, git_diff, sums, ids, public_keys, build_log, traces, access_log, paths, dumps, pods, settings, scripts, prose, both_clients, odd_json)}
