"""Services, containers and scheduled jobs: what a command changes of them, by name."""
from __future__ import annotations

from tools.lib.shell import options
from tools.lib.shell.places import base

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.lib.shell.call import Call

UNIT_VERBS = frozenset("""
    start stop restart reload try-restart reload-or-restart try-reload-or-restart enable disable reenable mask unmask kill
    isolate edit revert set-property preset clean freeze thaw
""".split())
SERVICE_VERBS = frozenset("start stop restart reload force-reload try-restart condrestart onestart onestop onerestart".split())
LAUNCHD_VERBS = frozenset("load unload start stop kickstart kill bootstrap bootout enable disable remove submit".split())
SC_VERBS = frozenset("start stop pause continue config create delete failure".split())
CONTAINER_VERBS = frozenset("start stop restart kill rm remove pause unpause rename update".split())
COMPOSE_VERBS = frozenset("up down start stop restart kill rm create pause unpause scale".split())
# the options of `docker run` that take a value
RUNNING = (
    "avpewuhlmct",
    ("name", "volume", "publish", "env", "env-file", "workdir", "user", "network", "restart", "mount", "label", "entrypoint",
     "hostname", "memory", "cpus", "gpus", "platform", "pull", "add-host", "cap-add", "device", "ip", "shm-size", "log-driver"),
)  # fmt: skip


def unit(call: Call, name: str) -> None:
    """Claim a unit by its short name; a pattern names units that are not known."""
    if any(character in name for character in "*?["):
        call.doubt("a pattern of units")
        return
    call.claim("unit", name[: -len(".service")] if name.endswith(".service") else name)


def systemctl(call: Call) -> None:
    """`systemctl verb unit...`."""
    given = call.given("HMnpstP", ("host", "machine", "signal", "type", "property", "job-mode", "root", "state"))
    if given.operands[:1] and given.operands[0] in UNIT_VERBS and not given.has("H", "host"):
        for name in given.operands[1:]:
            if given.operands[0] == "set-property" and "=" in name:
                continue
            unit(call, name)


def service(call: Call) -> None:
    """`service name verb`, `rc-service name verb`."""
    if len(call.words) > 1 and call.words[1] in SERVICE_VERBS:
        unit(call, call.words[0])


def init_script(call: Call) -> None:
    """`/etc/init.d/name verb`."""
    if call.words[:1] and call.words[0] in SERVICE_VERBS:
        unit(call, base(call.name))


def verb_first(call: Call) -> None:
    """`supervisorctl restart name`, `pm2 stop name`, `net stop name`, `sc stop name`, `brew services stop name`."""
    words = [word for word in call.words if not word.startswith(("-", "\\\\"))]
    if call.name == "brew":
        words = words[1:] if words[:1] == ["services"] else []
    verbs = SC_VERBS if call.name.lower() == "sc" else SERVICE_VERBS | {"delete"}
    if len(words) > 1 and words[0] in verbs:
        for name in words[1:2] if call.name.lower() in ("sc", "net") else words[1:]:
            unit(call, name)


def launchctl(call: Call) -> None:
    """`launchctl kickstart -k system/label`, `launchctl load path.plist`."""
    given = options.parse(call.words[1:], "SD")
    if call.words[:1] and call.words[0] in LAUNCHD_VERBS:
        words = [word for word in given.operands if not word.startswith("SIG")]
        if call.words[0] in ("bootstrap", "bootout") and len(words) > 1:
            words = words[1:]
        for word in words:
            name = base(word)
            unit(call, name[: -len(".plist")] if name.endswith(".plist") else name)


def docker(call: Call) -> None:
    """`docker verb container...`, `docker container verb`, `docker run --name`, `docker cp`, `docker compose`."""
    given = options.parse(call.words, "cHl", ("context", "host", "log-level", "config"), stops=True)
    words = given.operands
    if words[:1] == ["compose"]:
        call.words = words[1:]
        compose(call)
        return
    if words[:1] == ["container"]:
        words = words[1:]
    if not words:
        return
    verb, call.words = words[0], words[1:]
    if verb in ("run", "create"):
        name = options.parse(call.words, *RUNNING, stops=True).value("name")
        call.claim("container", name)
    elif verb == "cp":
        _docker_cp(call)
    elif verb in CONTAINER_VERBS:
        rest = call.given("ts", ("time", "signal", "timeout", "restart", "memory", "cpus")).operands
        for name in rest[:1] if verb == "rename" else rest:
            call.claim("container", name)


def _docker_cp(call: Call) -> None:
    given = call.given()
    if len(given.operands) != 2:
        return
    source, target = given.operands
    container, colon, _inside = target.partition(":")
    if colon and "/" not in container:
        call.claim("container", container)
    elif target != "-":
        call.paths(call.target([source.partition(":")[2]], target))


def compose(call: Call) -> None:
    """`docker compose verb service...`: a service by the project's folder, or `*` for all of them."""
    given = options.parse(call.words, "fp", ("file", "project-name", "project-directory", "profile", "env-file"), stops=True)
    if not given.operands or given.operands[0] not in COMPOSE_VERBS or given.has("dry-run"):
        return
    folder = given.value("project-directory")
    if given.has("f", "file") and not folder:
        folder = given.values("f", "file")[0].rpartition("/")[0] or "."
    project = given.value("p", "project-name") or call.absolute(folder or ".")
    rest = options.parse(given.operands[1:], "ts", ("timeout", "scale", "signal", "pull")).operands
    if given.operands[0] == "down":
        rest = []
    for name in rest or ["*"]:
        call.claim("container", f"{project}:{name.partition('=')[0]}")


def crontab(call: Call) -> None:
    """`crontab file`, `-e`, `-r`; `-l` reads."""
    given = call.given("u", ("user",))
    if given.has("e", "r") or given.operands:
        call.claim("cron", given.value("u", "user") or call.command.user or "self")


def atrm(call: Call) -> None:
    """`atrm job`, `at -r job`, `at -d job`."""
    given = call.given("fqtM" if call.name == "at" else "")
    if call.name == "atrm" or given.has("r", "d"):
        for job in given.operands:
            call.claim("at", job)


def schtasks(call: Call) -> None:
    """`schtasks /create /tn name ...`; a query reads."""
    words = [word.lower().replace("//", "/") for word in call.words]
    if "/tn" in words[:-1] and any(verb in words for verb in ("/create", "/delete", "/change", "/run", "/end")):
        call.claim("schtasks", call.words[words.index("/tn") + 1])


HANDLERS: dict[str, Callable[[Call], None]] = {
    "systemctl": systemctl,
    "service": service,
    "rc-service": service,
    "supervisorctl": verb_first,
    "pm2": verb_first,
    "brew": verb_first,
    "net": verb_first,
    "sc": verb_first,
    "launchctl": launchctl,
    "docker": docker,
    "podman": docker,
    "nerdctl": docker,
    "docker-compose": compose,
    "podman-compose": compose,
    "crontab": crontab,
    "at": atrm,
    "atrm": atrm,
    "schtasks": schtasks,
}
