"""Areas: the coarse parts of a project that its context's README names, `areas: billing=src/billing, web=src/web`."""
from __future__ import annotations

import os

from tools.lib import files, paths
from tools.lib.guard.claims import Resource

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def of(local: str, context: str, written: Iterable[Resource], home: str) -> dict[Resource, str]:
    """The areas of a context that these resources lie in, each with the first path that does."""
    known = _known(local, context)
    if not known:
        return {}
    from tools.lib.lessons import globs  # few contexts have areas

    found: dict[Resource, str] = {}
    for one in written:
        for tag, pattern in known if one.kind == "path" else ():
            if globs.fits(pattern, one.name, home):
                found.setdefault(Resource("area", f"{context}:{tag}"), one.name)
    return found


def _known(local: str, context: str) -> list[tuple[str, str]]:
    """The tags and patterns of a context, as its README in the lane has them."""
    content = files.read(os.path.join(paths.lane(local), "contexts", *context.split("/"), "README.md"), 0, 8192) or b""
    if b"areas:" not in content:
        return []
    from tools.lib import frontmatter

    found = frontmatter.fields(frontmatter.split(files.plain(content))[0])
    pairs = [one.partition("=") for one in found.get("areas", [])]
    return [(tag.strip(), pattern.strip()) for tag, equals, pattern in pairs if equals and tag.strip() and pattern.strip()]
