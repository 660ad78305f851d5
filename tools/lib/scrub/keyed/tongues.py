"""Tongues: what passwords, keys and tokens are called in other languages, and the words that lead over to their value."""
from __future__ import annotations

import unicodedata

# As they are written, in lower case; a name is looked for by these when a text holds other letters than ASCII's.
PASSWORD = (
    "contraseña contrasenya clé_secrète palabra_clave hasło haslo lösenord losenord lösen passord lykilorð jelszó şifre "
    "parolă пароль пароля паролем парола паролата лозинка гасло құпиясөз პაროლი գաղտնաբառ κωδικός κωδικόσ "
    "συνθηματικό סיסמה סיסמא סיסמתי المرور السر مرور پسورد گذرواژه رمز पासवर्ड कूटशब्द पासकोड পাসওয়ার্ড கடவுச்சொல் "
    "รหัสผ่าน khẩu khau mật_khẩu 密码 密碼 口令 暗码 通行码 パスワード 暗証番号 合言葉 パスフレーズ 비밀번호 암호 패스워드 비번 "
    "slaptažodis salasõna heslo lozinka zaporka geslo fjalëkalimi pasahitza contrasinal salasana tunnussana wachtwoord "
    "adgangskode kodeord kodeordet nenosiri sandi parole parool jelszo sifre senha parola passwort kennwort losungswort "
    "clave clau chiave mdp motdepasse passe geheimwort paswoord toegangscode wagwoord pasvorto pasfhocal cyfrinair laluan "
    "katalaluan "
    "siri aðgangsorð şifrə parol geslo šifra 通关密语 暗語 ｐａｓｓｗｏｒｄ ｐａｓｓｗｄ ｐｗｄ السري عبور کلمه_عبور پاسورڈ ورڈ "
    "পাসকোড పాస్‌వర్డ్ పాస్వర్డ్ പാസ്‌വേഡ് പാസ്വേഡ് ಪಾಸ್‌ವರ್ಡ್ ಪಾಸ್ವರ್ಡ್ પાસવર્ડ ਪਾਸਵਰਡ စကားဝှက် ລະຫັດຜ່ານ សម្ងាត់ พาสเวิร์ด මුරපදය "
    "የይለፍ нууц құпия кодовое סיסמתך"
).split()
# A form of one of these is it with a few letters more: `lösenordet`, `salasanasi`, `şifresi`, `паролем`, `hesla`.
STEMS = (
    "lösenord losenord passord adgangskode kodeord salasana tunnussana wachtwoord paswoord jelsza jelszo jelszó hasło haslo "
    "hasła hesla heslo heslem şifre sifre parola parolei пароль парол лозинк lozink zapork šifr κωδικ συνθηματικ "
    "סיסמ slaptažod salasõn contraseñ contrasen passwort kennwort lykilorð pasahitz fjalëkalim ｐａｓｓｗｏｒｄ"
).split()
SECRET = (
    "密钥 密鑰 金钥 金鑰 令牌 秘钥 秘鑰 私钥 口令牌 トークン シークレット 秘密鍵 鍵 "
    "토큰 비밀키 키값 인증키 ключ ключа ключом токен токена "
    "секрет секретный μυστικό κλειδί טוקן מפתח رمز_الوصول توكن المفتاح कुंजी टोकन schlüssel schluessel zugangstoken geheimnis "
    "clé clef "
    "キー 키 khóa khoá โทเค็น โทเคน jeton secreto segredo chave klíč klucz sekret kulcs anahtarı anahtar jetonu "
    "sleutel nyckel nøkkel avain token密钥 认证"
).split()
# Between the name and the value: `das Passwort ist ...`, `пароль от базы — ...`.
LINKS = (
    "is|being|became|becomes|remains|stays|was|are|equals|vaut|vale|gleich|wynosi|равен|равно|lautet|ist|war|heißt|es|est|était|être|era|sarà|è|é|será|fue|är|er|on|oli|jest|to|brzmi|je|bude|este|van|az|ez|"
    "это|был|будет|является|це|е|είναι|是|为|為|は|が|은|는|है|هو|هي|היא|הוא|olan|adalah|là|ay|คือ"
)
# Too short to be looked for alone: what is before them is looked for with them.
SHORT = {"키": "i키"}
IN_PARTS = ("i 키",)
LEFT_OUT = frozenset(("Mn", "Mc", "Cf"))  # accents, vowel signs, joiners: the letters of a name tell enough
PLAIN = str.maketrans("łøđðħıŀßæœ", "loddhilsao")


def fold(word: str) -> str:
    """Return a word in lower case without accents, so that `Contraseña` and `contrasena` are one."""
    if word.isascii():
        return word.lower()
    apart = unicodedata.normalize("NFKD", word.lower())
    bare = "".join(c for c in apart if unicodedata.category(c) not in LEFT_OUT).translate(PLAIN)
    return unicodedata.normalize("NFC", bare)  # Hangul's syllables again, not their letters


def anchors() -> list[str]:
    """Return the names as a scan of a lowered text looks for them."""
    words = {word for word in (*PASSWORD, *STEMS, *SECRET) if "_" not in word and not (word.isascii() and len(word) < 4)}
    return sorted({*words - set(SHORT), *SHORT.values(), *IN_PARTS})
