"""Apart: a value behind a name in another script, whatever words of that script, marks or brackets stand between them."""
from __future__ import annotations

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import prose, values

# `密码改成...了`, `รหัสผ่านของฐานข้อมูล: ...`, `пароль был изменён на ...`, `パスワードは「...」です`.
BETWEEN = lazy.pattern(
    r"(?P<about>[^\x00-\x7f\s：＝（【「『“„«]{0,24}(?:[ \u00a0]{1,2}[^\x00-\x7f\s：＝（【「『“„«]{1,24}){0,5})"
    r"(?:（[^）\n]{1,20}）)?"
    r"(?P<lead>[ \t\u00a0\u202f]{0,3}(?:[:=：＝→–—>-]{1,2}[ \t\u00a0\u202f]{0,3}|[(\"'`«„“”‘「『【（《\[]{1,2}[ \u202f]?){0,2})"
    r"(?P<value>[!-~]{6,200})",
)
ENDS = "\"'`)]}.,;:!?>"


def bounds(text: str, end: int) -> tuple[int, int, bool] | None:
    """Return where the value lies behind the name that ends at `end`, and False for it is not quoted; None without one."""
    found = BETWEEN.match(text, end)
    if not found:
        return None
    first = found.start("value")
    value = found.group("value")
    opened = text[first - 1] in "(\"'`[«„“‘「『【（《"
    bare = value.split('"')[0] if '"' in value else value
    bare = bare.rstrip(ENDS if not opened or bare[-1] in ENDS else "")
    marked = bool(found.group("lead").strip())
    if not marked and not prose.spoken(bare, "password", True) or values.place(bare):
        return None
    return first, first + len(bare), False
