"""Skills in the clients' folders: those of the pin, with this machine's command lines, and nobody else's touched."""

import os
import shutil

import pytest

from tools.lib import files, frontmatter
from tools.lib.paths import ROOT
from tools.lib.setup import pin, skills
from tools.lib.setup.clientfiles import Config

PYTHON = "/usr/bin/python3"
PAGE = "---\nname: ego-note\n---\nRun <<note>> 'TEXT', see <<unknown>>.\n"


@pytest.fixture
def house(tmp_path):
    local = str(tmp_path / "local")
    return local, Config("claude", str(tmp_path / ".claude"))


def pinned(local, **pages):
    parts = {
        "tools/note.py": b"x",
        **{f"skills/{name.replace('_', '-')}/SKILL.md": text.encode() for name, text in pages.items()},
    }
    pin.put(local, parts, PYTHON)
    return pin.current(local)


def there(config):
    found = {}
    for folder, _, names in os.walk(os.path.join(config.folder, "skills")):
        found.update(
            {os.path.relpath(os.path.join(folder, name), config.folder): files.text(os.path.join(folder, name)) for name in names}
        )
    return found


def test_a_copy_has_the_pinned_tools_whole_path(house):
    local, config = house
    folder = pinned(local, ego_note=PAGE, other="not ours")
    for _ in range(2):
        assert skills.put(local, config, PYTHON) == []
        line = f"{PYTHON} {folder}/tools/note.py"
        assert there(config) == {"skills/ego-note/SKILL.md": PAGE.replace("<<note>>", line)}
    assert skills.differing(local, config, PYTHON) == ([], [])


def test_an_upgrade_changes_and_takes_away_and_uninstall_leaves_nothing(house):
    local, config = house
    pinned(local, ego_note=PAGE, ego_old="old")
    skills.put(local, config, PYTHON)
    folder = pinned(local, ego_note=PAGE + "More.\n", ego_new="new")
    assert skills.differing(local, config, PYTHON) == (["ego-new", "ego-note"], [])
    assert skills.put(local, config, PYTHON) == []
    assert sorted(there(config)) == ["skills/ego-new/SKILL.md", "skills/ego-note/SKILL.md"]
    assert folder in there(config)["skills/ego-note/SKILL.md"]
    files.replace(os.path.join(config.folder, "skills", "mine", "SKILL.md"), "mine")
    assert skills.remove(local, config) == [] and there(config) == {"skills/mine/SKILL.md": "mine"}
    os.remove(os.path.join(config.folder, "skills", "mine", "SKILL.md"))
    os.rmdir(os.path.join(config.folder, "skills", "mine"))
    skills.put(local, config, PYTHON)
    assert skills.remove(local, config) == [] and os.listdir(config.folder) == []


@pytest.mark.parametrize("when", ("before", "after", "more", "link"))
def test_somebody_elses_skill_of_that_name_is_left_alone_and_named(house, tmp_path, when):
    local, config = house
    pinned(local, ego_note=PAGE)
    place = os.path.join(config.folder, "skills", "ego-note")
    if when in ("after", "more"):
        skills.put(local, config, PYTHON)
    if when == "link":
        files.replace(str(tmp_path / "theirs" / "SKILL.md"), "mine")
        files.folder(os.path.dirname(place))
        os.symlink(str(tmp_path / "theirs"), place)
    else:
        files.replace(os.path.join(place, "MORE.md" if when == "more" else "SKILL.md"), "mine")
    before = there(config)
    (said,) = skills.put(local, config, PYTHON)
    assert said.startswith(f"{place}: is not as we wrote it") and there(config) == before
    assert skills.differing(local, config, PYTHON) == ([], ["ego-note"])
    skills.remove(local, config)
    assert there(config) == before


@pytest.mark.parametrize("page", (PAGE, PAGE + "Mine.\n"), ids=("as it was", "edited"))
def test_a_lost_local_folder_takes_what_stands_as_ours_if_nobody_changed_it(house, page):
    local, config = house
    pinned(local, ego_note=PAGE, ego_old="old")
    skills.put(local, config, PYTHON)
    place = os.path.join(config.folder, "skills", "ego-note")
    text = there(config)["skills/ego-note/SKILL.md"]
    files.replace(os.path.join(place, "SKILL.md"), text + page[len(PAGE) :])
    shutil.rmtree(local)
    folder = pinned(local, ego_note=PAGE, ego_new="of a later version")  # so the pin has another name
    is_edited = page != PAGE
    foreign = ["ego-note"] if is_edited else []
    assert skills.differing(local, config, PYTHON) == (["ego-new", *(["ego-note"] if not is_edited else [])], foreign)
    planned = skills.planned(local, config, skills.wanted(local, PYTHON))
    assert planned[1].startswith("leave " if is_edited else "change ") and len(skills.put(local, config, PYTHON)) == is_edited
    assert (folder in there(config)["skills/ego-note/SKILL.md"]) is not is_edited
    skills.remove(local, config)
    assert ("skills/ego-note/SKILL.md" in there(config)) is is_edited


def test_two_ways_to_one_folder_are_one(house, tmp_path):
    local, config = house
    pinned(local, ego_note=PAGE)
    other = Config("claude", str(tmp_path / ".claude-work"))
    files.folder(os.path.join(config.folder, "skills"))
    files.folder(other.folder)
    os.symlink(os.path.join(config.folder, "skills"), os.path.join(other.folder, "skills"))
    assert skills.put(local, config, PYTHON) + skills.put(local, other, PYTHON) == []


@pytest.mark.parametrize("name", ("ego-note", "ego-context", "ego-handoff", "ego-memory-doctor"))
def test_each_skill_says_its_name_when_to_use_it_and_names_tools_that_exist(name):
    text = files.text(os.path.join(ROOT, "skills", name, "SKILL.md"))
    head = frontmatter.split(text)[0]
    assert head[0] == f"name: {name}" and head[1].startswith("description: ") and "Use when" in head[1] and len(head[1]) < 500
    marks = {part.partition(">>")[0] for part in text.split("<<")[1:]}
    assert marks and marks <= set(skills.TOOLS)
    for tool in marks:
        assert os.path.exists(os.path.join(ROOT, "tools", f"{tool}.py"))
