"""What only looks like a secret stays to the letter: prints, key ids, hashes in addresses, sentences, commands, programs."""
from __future__ import annotations

import json

import pytest

from tests.tools.lib.scrub import made

HEX = made.HEX
UPPER = HEX.upper()



def colons(count: int) -> str:
    return ":".join(made.text(2, UPPER) for _ in range(count))


PRINT = "SHA256:" + made.text(43)
COMMIT = made.text(40, HEX)
LINES = {
    "commands": (
        "mysql -u root -p main", "mysqldump -u root -p shop > dump.sql", "mysql --user=root -p information_schema",
        "mariadb -u root -p mydb1", "mysql -u root -p wordpress2024", "mysqladmin -u root -p status", "7z x -p archive7.7z",
        "beeline -u jdbc:hive2://h1:10000/default -n bob", "ssh -p 2222 bob@host1", "docker run -p 8080:80 nginx"),
    "sentences": (
        "Пароль должен содержать не менее 8 символов.", "Срок действия пароля истекает через 90 дней",
        "Ваш пароль изменён 12.03.2026", "Das Passwort muss mindestens 8 Zeichen lang sein.",
        "Le mot de passe doit contenir au moins 8 caractères", "La contraseña debe tener al menos 8 caracteres",
        "Hasło musi mieć co najmniej 8 znaków", "密码必须至少包含8个字符", "パスワードは8文字以上でなければなりません",
        "비밀번호는 8자 이상이어야 합니다", "e2e tests pass\n2026-03-02T10:11:12Z ready", "PASS\nsrc/app.ts:10:5\n"),
    "a verb": (
        "# pass to modnames2paths: a dict\nmodnames2paths = {}", "we pass to utf8decode: a string", "tests pass to stage2: all"),
    "fingerprints": (
        f"The key fingerprint is {PRINT}.", f"ED25519 key fingerprint is {PRINT}.", f"key fingerprint is {PRINT}. Are you sure?",
        f"sent by the remote host is\n{PRINT}.", f"RSA key fingerprint is MD5:{colons(16).lower()}.",
        f"X509v3 Subject Key Identifier:\n    {colons(20)}", f"authorityKeyIdentifier: keyid:{colons(20)}",
        f"Subject Key Identifier: {made.text(40, UPPER)}", f"public key pin: sha256/{made.text(43)}=",
        f'pin-sha256="{made.text(43)}="', f"SHA256 Fingerprint={colons(32)}"),
    "ids of GnuPG": (
        f'gpg: key {made.text(16, UPPER)}: public key "Bob <bob@acme.dev>" imported',
        f"gpg: using EDDSA key {made.text(40, UPPER)}",
        f"gpg:                using RSA key {made.text(40, UPPER)}", f"git config user.signingkey {made.text(16, UPPER)}",
        f"signingkey = {made.text(40, UPPER)}", f"ENV GPG_KEY {made.text(40, UPPER)}", f"GPG_KEY={made.text(40, UPPER)}",
        f"==> ERROR: key {made.text(40, UPPER)} could not be imported", f"default-key {made.text(40, UPPER)}",
        f"gpg: key {made.text(16, UPPER)}: secret key imported"),
    "headers": (
        f"Sec-WebSocket-Key: {made.text(22)}==", f"Sec-WebSocket-Accept: {made.text(27)}=",
        f"'Sec-WebSocket-Key': '{made.text(22)}==',", f'ETag: "{made.text(32, HEX)}"', f"X-B3-TraceId: {made.text(32, HEX)}",
        f"traceparent: 00-{made.text(32, HEX)}-{made.text(16, HEX)}-01", f"script-src 'nonce-{made.text(22)}=='"),
    "public keys": (
        f'"x5t": "SSL_{made.text(23)}"', f'"kid": "ab_{made.text(24)}"', f'"y": "GP_{made.text(40)}"',
        json.dumps({"kty": "EC", "crv": "P-256", "x": "xy_" + made.text(40),
                    "y": "GP_" + made.text(40), "kid": "k_" + made.text(40)})),
    "addresses": (
        f"https://raw.githubusercontent.com/acme/auth-token/{COMMIT}/install.sh",
        f"https://git.acme.dev/?p=shop.git;a=commit;h={COMMIT}",
        f"https://api.github.com/repos/acme/auth-hook/commits/{COMMIT}/status",
        f"https://gitlab.com/acme/auth/-/blob/{COMMIT}/hooks/x.sh",
        f"https://codeload.github.com/acme/tokens/tar.gz/{COMMIT}", f"https://acme.dev/a.css?h={made.text(32, HEX)}",
        f"https://acme.dev/img.png?hash={made.text(32, HEX)}"),
    "hashes": (
        f"key_hash={made.text(64, HEX)}", f"key hash: {made.text(64, HEX)}", f"token hash {made.text(64, HEX)}",
        f"Cache restored from key: node-cache-Linux-x64-npm-{made.text(64, HEX)}", f"restore-keys: |\n  npm-{made.text(8, HEX)}",
        f"s3 key: backups/{made.text(32, HEX)}.tar.gz", f"cache key: {made.text(64, HEX)}",
        "Signature: 8a477f597d28d172789f06886806bc55"),
    "programs": (
        "pass:1};return a}", "Pass *Inliner;", "PassRegistry *PassRegistryRef;", 'print(f"password={password!r}")',
        '#define TXT_PSK "DHE-PSK-CHACHA20-POLY1305"', "#password_encryption = scram-sha-256", "password_hash: bcrypt",
        "fun:_ZN4node16NodeMainInstance3RunEv", "{ psk: &#x3C;Buffer|TypedArray> }", "passphrase: &lt;string&gt;",
        "PSK identity: None", r"s/^\s*(;\s*)?\@//;", "did:key:z6Mk" + made.text(44)),
}
DRESSES = {
    "plain": lambda line: line,
    "a record": lambda line: json.dumps({"content": f"before\n{line}\nafter"}),
    "numbered": lambda line: "     1\t" + line.replace("\n", "\n     2\t"),
    "a diff": lambda line: "+" + line.replace("\n", "\n+"),
    "CRLF": lambda line: line.replace("\n", "\r\n") + "\r\nmore\r\n",
    "coloured": lambda line: f"\x1b[32m{line}\x1b[0m",
    "in backticks": lambda line: f"run `{line}` now",
    "logged": lambda line: f"2026-03-02T10:11:12Z INFO {line}",
}


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("kind", LINES)
def test_it_stays(kind, dress):
    for line in LINES[kind]:
        if (line, dress) != ("mysql -u root -p wordpress2024", "coloured"):
            text = DRESSES[dress](line)
            assert made.scrubber().record(text.encode()).decode() == text
