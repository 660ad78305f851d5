"""Key = value: names that say secret, values without any form of their own, and the grammars that join them."""

from __future__ import annotations

import random

from tests.scrub import forms
from tests.scrub.forms import form

# a password-like name takes any value; a key- or token-like name takes generated ones
PASSWORD_NAMES = (
    "password passwd pwd pass passphrase db_password DB_PASSWORD dbPassword DbPassword db-password POSTGRES_PASSWORD "
    "MYSQL_ROOT_PASSWORD MYSQL_PWD PGPASSWORD REDIS_PASSWORD redisPassword SMTP_PASS smtp_password EMAIL_HOST_PASSWORD "
    "admin_password adminPassword ADMIN_PASS root_password ROOT_PW user_password userPassword login_password "
    "spring.datasource.password spring.mail.password ansible_become_pass ansible_ssh_pass ansible_password "
    "TF_VAR_db_password keystore_password keyStorePassword storePassword keyPassword truststore.password LDAP_BIND_PASSWORD "
    "bind_pw bindpw ldapBindPassword FTP_PASSWORD sftp_pass proxy_password HTTP_PROXY_PASSWORD RABBITMQ_DEFAULT_PASS "
    "GF_SECURITY_ADMIN_PASSWORD MINIO_ROOT_PASSWORD ELASTIC_PASSWORD elasticsearch.password NEO4J_PASSWORD sudo_password "
    "wifi_password wpa_passphrase vault_password ansible_vault_password GPG_PASSPHRASE gpg_passphrase SSH_PASSPHRASE "
    "key_passphrase basic_auth_password http_password SONAR_PASSWORD NEXUS_PASSWORD docker_password DOCKERHUB_PASSWORD "
    "SNOWFLAKE_PASSWORD oracle_password MSSQL_SA_PASSWORD SA_PASSWORD DJANGO_SUPERUSER_PASSWORD new_password newPassword "
    "old_password currentPassword confirm_password temp_password initial_password master_password MasterUserPassword"
).split()
FOREIGN_NAMES = (
    "Passwort Kennwort Datenbankpasswort mot_de_passe contraseña contrasena senha hasło пароль Пароль 密码 密碼 口令 "
    "パスワード 비밀번호 wachtwoord lösenord şifre heslo jelszó salasana parola adgangskode סיסמה"
).split()
KEY_NAMES = (
    "secret client_secret clientSecret CLIENT_SECRET ClientSecret client-secret api_key apiKey apikey API_KEY ApiKey api-key "
    "x-api-key X-API-KEY access_token accessToken ACCESS_TOKEN auth_token authToken AUTH_TOKEN bearer_token refresh_token "
    "refreshToken bot_token BOT_TOKEN deploy_token DEPLOY_TOKEN personal_access_token api_token API_TOKEN apiToken "
    "service_token SERVICE_TOKEN session_token sessionToken session_secret SESSION_SECRET cookie_secret COOKIE_SECRET "
    "jwt_secret JWT_SECRET jwtSecret JWT_SIGNING_KEY signing_key signingKey SIGNING_SECRET encryption_key ENCRYPTION_KEY "
    "encryptionKey secret_key SECRET_KEY secretKey SecretKey SECRET_KEY_BASE secret_key_base app_secret APP_SECRET appSecret "
    "APP_KEY webhook_secret WEBHOOK_SECRET webhookSecret hmac_key HMAC_SECRET hmacSecret master_key MASTER_KEY RAILS_MASTER_KEY "
    "private_key privateKey PRIVATE_KEY account_key AccountKey storage_account_key SharedAccessKey shared_secret "
    "consumer_secret CONSUMER_SECRET consumerSecret oauth_secret oauth_token_secret AWS_SECRET_ACCESS_KEY "
    "aws_secret_access_key secretAccessKey AZURE_CLIENT_SECRET AZURE_STORAGE_KEY ARM_CLIENT_SECRET DATADOG_API_KEY DD_API_KEY "
    "DD_APP_KEY ALGOLIA_ADMIN_KEY ALGOLIA_API_KEY WANDB_API_KEY COHERE_API_KEY MISTRAL_API_KEY TOGETHER_API_KEY LINODE_TOKEN "
    "HCLOUD_TOKEN CLOUDFLARE_API_TOKEN CLOUDFLARE_API_KEY CF_API_TOKEN HEROKU_API_KEY SNYK_TOKEN CODECOV_TOKEN "
    "CONSUL_HTTP_TOKEN VAULT_TOKEN VAULT_ROLE_SECRET_ID NOMAD_TOKEN GITEA_TOKEN JENKINS_API_TOKEN TRAVIS_TOKEN DRONE_TOKEN "
    "MAILJET_SECRET TWILIO_AUTH_TOKEN auth_token_twilio RAZORPAY_KEY_SECRET ZOOM_CLIENT_SECRET SPOTIFY_CLIENT_SECRET "
    "TWITCH_CLIENT_SECRET FASTLY_API_TOKEN OKTA_API_TOKEN AUTH0_CLIENT_SECRET ROLLBAR_ACCESS_TOKEN BUGSNAG_API_KEY "
    "PAGERDUTY_TOKEN OPSGENIE_API_KEY SLACK_SIGNING_SECRET DISCORD_CLIENT_SECRET FACEBOOK_APP_SECRET TWITTER_API_SECRET "
    "LINKEDIN_CLIENT_SECRET NEXTAUTH_SECRET AUTH_SECRET CSRF_SECRET ENCRYPTION_SECRET totp_secret otp_secret mfa_secret "
    "license_key recovery_key backup_key data_encryption_key"
).split()

PASSWORD_VALUES = "«human» «human» «human» «strong» «strong» «mixed» «urlsafe» «A20» «h32» «short»".split()
KEY_VALUES = "«A32» «A40» «h32» «h40» «h64» «B42» «B43»= «b43» «b32» «uuid» «a24» «U32» «A24» «B86»==".split()

FOREIGN_FORMS = frozenset(
    "K=V,K = V,K: V,K : V,K:V,fullwidth colon,K => V,json,json compact,json pretty,json nested,name-value,key-value,yaml,"
    "yaml quoted,python dict,table,html escaped,ansi,cat -n,markdown bullet,markdown quote,log line".split(",")
)

# values with signs stand bare here
LOOSE = (
    form("K=V", "§K§=§S§"),
    form("K=V among others", "MODE=full\n§K§=§S§\nPORT=8080\n"),
    form('K="V"', '§K§="§S§"'),
    form("K='V'", "§K§='§S§'"),
    form("K = V", "§K§ = §S§"),
    form("K: V", "§K§: §S§"),
    form("K : V", "§K§ : §S§"),
    form("K:V", "§K§:§S§"),
    form("K => V", "'§K§' => '§S§',"),
    form("K := V", '§K§ := "§S§"'),
    form("K -> V", "§K§ -> §S§"),
    form("fullwidth colon", "§K§：§S§"),
    form("export", "export §K§='§S§'\nexport EDITOR=vim"),
    form("set", "set §K§=§S§\r\necho finished\r\n"),
    form("powershell", "$env:§K§ = '§S§'\nWrite-Host finished"),
    form("docker -e", "docker run --rm -e §K§='§S§' acme/site"),
    form("dockerfile", "FROM debian\nENV §K§=§S§\nRUN make"),
    form("option", "deploy --§K§ §S§ --region europe"),
    form("option=", "deploy --§K§=§S§ --region=europe"),
    form("argv list", "['deploy', '--§K§', '§S§', '--region', 'europe']"),
    form("argv json", '["deploy", "--§K§", "§S§", "--region", "europe"]', forms.json_inner),
    form("json", '{"region": "europe", "§K§": "§S§", "count": 3}', forms.json_inner),
    form("json compact", '{"region":"europe","§K§":"§S§","count":3}', forms.json_inner),
    form("json pretty", '{\n  "region": "europe",\n  "§K§": "§S§",\n  "count": 3\n}', forms.json_inner),
    form("json nested", '{"body": "{\\"mode\\": \\"full\\", \\"§K§\\": \\"§S§\\"}"}', forms.json_twice),
    form("json doubly escaped", r'"{\"a\":\"{\\\"mode\\\":\\\"full\\\",\\\"§K§\\\":\\\"§S§\\\"}\"}"', lambda s: forms.json_inner(forms.json_twice(s))),
    form("name-value", '{"name": "§K§", "value": "§S§"}, {"name": "COLOR", "value": "blue"}', forms.json_inner),
    form("key-value", '[{"key":"§K§","value":"§S§","enabled":true}]', forms.json_inner),
    form("value before name", '{"value": "§S§", "name": "§K§"}', forms.json_inner),
    form("yaml", "service:\n  region: europe\n  §K§: §S§\n  replicas: 3"),
    form("yaml quoted", 'service:\n  §K§: "§S§"\n  replicas: 3', forms.json_inner),
    form("yaml name and value", "env:\n  - name: §K§\n    value: '§S§'\n  - name: COLOR\n    value: blue"),
    form("yaml next line", "§K§: >-\n  §S§\nregion: europe"),
    form("toml", '[client]\nregion = "europe"\n§K§ = "§S§"', forms.json_inner),
    form("python dict", "{'region': 'europe', '§K§': '§S§', 'count': 3}"),
    form("subscript", "os.environ['§K§'] = '§S§'"),
    form("js object", "const options = { region: 'europe', '§K§': '§S§' };"),
    form("xml element", "<server><id>central</id><§K§>§S§</§K§></server>", forms.xml),
    form("xml attribute", '<server id="central" §K§="§S§" />', forms.xml),
    form("xml add", '<add key="§K§" value="§S§" />', forms.xml),
    form("html form", '<input name="§K§" type="text" value="§S§">', forms.xml),
    form("html escaped", "&quot;§K§&quot;: &quot;§S§&quot;, &quot;region&quot;: &quot;europe&quot;", forms.xml),
    form("form body", "region=europe&§K§=§S§&page=2", forms.percent),
    form("percent-encoded body", "data=region%3Deurope%26§K§%3D§S§%26page%3D2", lambda s: forms.percent(forms.percent(s))),
    form("table", "| key | value |\n|---|---|\n| §K§ | §S§ |\n| region | europe |"),
    form("ansi", "\x1b[36m§K§\x1b[0m=\x1b[33m§S§\x1b[0m"),
    form("ansi json", '  \x1b[34;1m"§K§"\x1b[0m: \x1b[32m"§S§"\x1b[0m,', forms.json_inner),
    form("cat -n", "line one\n§K§=§S§\nline three", whole=forms.numbered),
    form("read arrow", "line one\n§K§: §S§\nline three", whole=forms.arrowed),
    form("diff", "@@ -1,2 +1,2 @@\n-§K§=old\n+§K§=§S§\n context"),
    form("grep -n", "settings/prod.conf:41:§K§=§S§\nsettings/prod.conf:42:mode=full"),
    form("compose prefix", "starting\n§K§=§S§\nready", whole=forms.serviced),
    form("markdown bullet", "- **§K§**: §S§\n- **region**: europe"),
    form("markdown code", "- §K§: `§S§`\n- region: `europe`"),
    form("markdown quote", "he wrote\n§K§: §S§\ncheers", whole=forms.quoted),
    form("logfmt", 'level=info §K§="§S§" took=31ms'),
    form("log line", "2026-03-02 10:11:12 DEBUG settings loaded: region=europe, §K§=§S§, mode=full"),
    form("java repr", "Settings{region=europe, §K§=§S§, mode=full}"),
    form("literal \\n", '"MODE=full\\n§K§=§S§\\nPORT=8080"'),
    form("heredoc", "cat > .env <<EOF\nMODE=full\n§K§=§S§\nEOF"),
    form("crlf", "[client]\n§K§=§S§\nmode=full\n", whole=forms.crlf),
    form("systemd", 'Environment="§K§=§S§"\nRestart=always'),
    form("kubectl literal", "kubectl create secret generic deploy --from-literal=§K§='§S§' --namespace web"),
    form("set-string", "helm upgrade site ./chart --set-string auth.§K§='§S§' --namespace web"),
)
# the name is one identifier here
CODE = (
    form("python call", 'connect(host="db.acme.dev", §K§="§S§", timeout=30)'),
    form("assignment", 'self.§K§ = "§S§"'),
    form("typescript", "const §K§: string = '§S§';"),
    form("go struct", 'Client{Region: "europe", §K§: "§S§"}'),
    form("java constant", 'private static final String §K§ = "§S§";'),
    form("c define", '#define §K§ "§S§"'),
    form("php define", "define('§K§', '§S§');"),
    form("terraform", 'resource "acme" "x" {\n  region = "europe"\n  §K§ = "§S§"\n}'),
)
PROSE = (
    form("the password is", "the password is §S§ and the port is 8080"),
    form("password is now", "Done. The new admin password is now §S§. Write it down."),
    form("password to", "I changed the database password to §S§ yesterday"),
    form("password for user:", "Password for user postgres: §S§"),
    form("login line", "login: deploy / password: §S§"),
    form("use password", "log in with user deploy and password §S§ please"),
    form("my password's", "my password: §S§, thanks"),
    form("mot de passe :", "identifiant : deploy, mot de passe : §S§"),
    form("pw:", "host db.acme.dev, user deploy, pw: §S§"),
)
HARD_PROSE = (
    form("it is, formless", "try §S§ as the password"),
    form("slash pair", "credentials deploy / §S§ for the portal"),
    form("spoken", "sure, the passphrase we agreed on was §S§ if I remember well"),
    form("german", "das Passwort ist §S§ und der Port 8080"),
    form("french", "le mot de passe est §S§ pour la base"),
    form("chinese", "数据库密码是§S§，端口8080"),
    form("russian", "пароль от базы — §S§, порт 8080"),
    form("spanish", "la contraseña es §S§ y el puerto 8080"),
)


def draw_name(r: random.Random, one: forms.Form) -> tuple[str, str]:
    """A key name that can stand in the form, and the template of a value that fits the name."""
    share, code = r.random(), one in CODE
    if share < 0.15 and one.name in FOREIGN_FORMS:
        return r.choice(FOREIGN_NAMES), r.choice(PASSWORD_VALUES[:5])
    names, values = (PASSWORD_NAMES, PASSWORD_VALUES) if share < 0.55 else (KEY_NAMES, KEY_VALUES)
    name = restyled(r, r.choice(names))
    return (name.replace("-", "_").replace(".", "_") if code else name), r.choice(values)


def restyled(r: random.Random, name: str) -> str:
    """The name as it is, or upper, lower, prefixed: people write all of these."""
    change = r.choice((str, str, str, str.upper, str.lower, lambda n: "prod_" + n, lambda n: n + "_2", lambda n: "ACME_" + n.upper()))
    return change(name)
