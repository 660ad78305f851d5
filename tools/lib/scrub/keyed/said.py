"""Said: words that speak of a password, and stand where one could: a state, a kind, a field, a label."""
from __future__ import annotations

# What stands behind a password's name and says something about it, or names a kind, a field, a state.
WORDS = frozenset(
    "string number boolean object required optional hidden visible public private locked expected resource updated specified "
    "shadow return continue access credentials options postgres encrypted generic keyring manager remove function needed "
    "database missing version correct present available disabled enabled incorrect prompted provided rejected option supplied "
    "stored record management encoding sufficient protect passphrase included changed interface configuration simple running "
    "ignored output returned unlock accepted anyone supported strings shared generate information generated passwords "
    "validation properties routines action success filter attribute registered explicitly managed nobody parameters ignore "
    "startupinfo getuser sizeof unsigned squash localhost buffer random select signal socket struct context environment "
    "subject stream redirect basic digest bearer bcrypt scrypt argon plain plaintext cleartext clear hashed salted unset empty "
    "undefined default defaults custom manual automatic automatically prompt interactive keychain keystore wallet vault secret "
    "secrets password passwd passcode passwort kennwort contrasena senha parola heslo haslo wachtwoord salasana losenord "
    "adgangskode passord jelszo parole sifre motdepasse clave username usernames user users email login logins name names admin "
    "root guest system server service client account accounts field fields input label title description example sample dummy "
    "value values token tokens code codes none null true false error errors warning message messages failed failure invalid "
    "valid expired unknown unsupported denied granted allowed forbidden unauthorized authenticated strong weak medium strength "
    "confirm confirmation repeat retype current newpassword oldpassword forgot forgotten reset change create update delete "
    "submit cancel policy length minimum maximum characters letters digits symbols numbers lowercase uppercase alphanumeric "
    "file files folder directory path stdin stdout stderr keyboard terminal ansible inherit initial primary secondary master "
    "slave rotate rotated rotation expiry lifetime forever always never sometimes protected unprotected readonly "
    "writeonly sensitive redacted masked removed omitted scrubbed censored filtered obscured censor literal variable constant "
    "static dynamic volatile nullable varchar nvarchar binary base64 binder lowpass highpass bandpass bandstop "
    "through within without before after above below inside outside already rather either neither another something anything "
    "nothing everything someone everyone really because whether should would could might cannot".split()
)
ENDINGS = tuple("ed ing tion sion able ible ment ness ful less ally ous ive ity ance ence".split())
