"""Nodes: what a shell command's text is read into."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
else:
    from tools.lib.tuples import namedtuple


# kind: text | variable | parameter | command | stream | unknown. value: text, a name, `${...}`'s inside, steps, ""
Part = namedtuple("Part", "kind value quoted")
Word = namedtuple("Word", "parts raw")  # raw: as it was typed
# operator: > >> >| <> &> &>> >& <& < <<< <<. word: the target, or a here-document's text
Redirect = namedtuple("Redirect", "descriptor operator word")
# assignments: (name, word), the word None where no single value is given
Simple = namedtuple("Simple", "assignments words redirects")
# kind: subshell | group | pipe | if | loop | for | case | function. words: a `for` loop's, None for "$@".
# bodies: lists of steps
Compound = namedtuple("Compound", "kind name words bodies redirects")
Step = namedtuple("Step", "joint node")  # joint, what stands before the node: ; && ||
