"""The files that an `apply_patch` text names."""
import pytest

from tools.lib import patches, shell

PATCH = """*** Begin Patch
*** Update File: src/a.py
*** Move to: src/b.py
@@ def f():
-    old
+    new
+*** Add File: content.txt
 *** Delete File: context.txt
*** Add File: "a new.txt"
+hello
*** Delete File: old.txt
*** End Patch
*** Add File: after.txt
"""
PATHS = ["src/a.py", "src/b.py", "a new.txt", "old.txt"]


@pytest.mark.parametrize(
    ("text", "paths"),
    (
        (PATCH, PATHS),
        (PATCH.replace("\n", "\r\n"), PATHS),
        ("\n  " + PATCH, PATHS),
        (PATCH.replace("*** End Patch\n", "").replace("*** Add File: after.txt\n", ""), PATHS),
        ("*** Begin Patch\n*** Add File: x\n*** Update File: x\n*** End Patch", ["x"]),
        ("*** Begin Patch\n*** Add File: \n*** Add File:'it''s'\n", ["it''s"]),
        ("*** Begin Patch\n*** Update File: C:\\u\\a.txt\n", ["C:\\u\\a.txt"]),
        ("*** Add File: x\n", []),
        ("", []),
        ("about *** Begin Patch\n*** Add File: x\n", []),
    ),
)
def test_paths(text, paths):
    assert patches.paths(text) == paths


def test_a_patch_typed_in_a_shell_is_read_from_the_here_document():
    command = f"cd sub && apply_patch <<'EOF'\n{PATCH}EOF\nrm done"
    reading = shell.resources(command, "/w", "/h")
    assert [resource.name for resource in reading.resources] == [*(f"/w/sub/{path}" for path in PATHS), "/w/sub/done"]


def test_a_patch_given_as_an_argument():
    assert [r.name for r in shell.resources(f'apply_patch "{PATCH}"'.replace('"a new.txt"', "b"), "/w", "/h").resources] == [
        "/w/src/a.py",
        "/w/src/b.py",
        "/w/b",
        "/w/old.txt",
    ]
