"""What is announced of which command."""
import pathlib

import pytest

from tools.lib import shell
from tools.lib.guard import risky

TABLE = (pathlib.Path(risky.__file__).parent / "risky.md").read_text(encoding="utf-8")
RULES, PROBLEMS = risky.parse(TABLE)


def sentences(command):
    return [sentence for _, sentence in risky.announcements(RULES, shell.commands(command, "/w", "/h").commands)]


def test_the_shipped_table_has_no_bad_row():
    assert PROBLEMS == []
    assert len(RULES) > 60


@pytest.mark.parametrize(
    ("command", "expected"),
    (
        ("systemctl status nginx", []),
        ("echo 'systemctl stop nginx'", []),
        ("git commit -m 'terraform destroy; reboot'", []),
        ("cat <<EOF\nreboot\nEOF", []),
        ("ls # reboot", []),
        ("sudo systemctl restart nginx", ["stops or restarts the service nginx"]),
        ("systemctl --user -H web1 stop a.service", ["stops or restarts the service a.service"]),
        ('systemctl stop "$UNIT"', ["stops or restarts the service an unknown one"]),
        ("service nginx status", []),
        ("service nginx restart", ["stops or restarts the service nginx"]),
        ("bash -c 'sleep 1; reboot'", ["restarts or stops this machine"]),
        ("crontab -l", []),
        ("crontab -l | sed s/a/b/ | crontab -", ["replaces the scheduled jobs"]),
        ("crontab -r && crontab -e", ["removes the scheduled jobs", "edits the scheduled jobs"]),
        ("docker ps; docker volume ls", []),
        ("docker volume rm data", ["deletes volumes"]),
        ("docker system prune -af", ["removes unused containers, images or networks"]),
        ("docker compose -f x.yaml down -v", ["takes a compose project down and deletes its volumes"]),
        ("docker compose logs -f", []),
        ("git push", []),
        ("git push -u origin main", []),
        ("git push -f", ["force-pushes"]),
        ("git -C sub push origin main --force-with-lease=x", ["force-pushes"]),
        ("git push origin +main", ["force-pushes"]),
        ("git commit -m push -f", []),
        ("git reset --hard HEAD~1", ["throws away unsaved work in a checkout"]),
        ("psql -c 'SELECT 1'", []),
        ('psql -h db -c "DROP   TABLE users"', ["drops or empties tables"]),
        ("psql <<EOF\ndrop table users;\nEOF", ["drops or empties tables"]),
        ("echo 'drop table users' | grep drop", []),
        ("terraform plan", []),
        ("terraform -chdir=infra apply -auto-approve", ["applies infrastructure changes"]),
        ("kubectl get pods", []),
        ("kubectl -n prod delete pod web-1", ["deletes from the cluster: pod"]),
        ("kubectl -n prod get pods", []),
        ("kubectl scale deploy/web --replicas=0", ["changes what runs in the cluster"]),
        ("rm -r build", []),
        ("rm -rf build", ["deletes folders without asking"]),
        ("rm --force --recursive build", ["deletes folders without asking"]),
        ("rm -- -rf", []),
        ("chmod +x a", []),
        ("sudo chmod -R 777 /srv", ["changes rights or owners of a whole folder"]),
        ("mkfs.ext4 /dev/sdb1", ["changes disks"]),
        ("dd if=a of=/dev/sdb", ["writes to a device"]),
        ("dd if=a of=b", []),
        ("python manage.py migrate --noinput", ["migrates or empties the database"]),
        ("python3 manage.py runserver", []),
        ("npx prisma migrate deploy", ["migrates the database"]),
        ("alembic upgrade head && alembic upgrade head", ["migrates the database"]),
        ("find . -name '*.tmp' -delete", ["deletes the files it finds"]),
        ("npm publish", ["publishes a package"]),
        ("/etc/init.d/ssh restart", ["stops or restarts a service"]),
    ),
)
def test_announcements(command, expected):
    assert sentences(command) == expected


def test_a_persons_row_and_a_bad_one():
    text = "# Mine\n| command | sentence |\n|---|---|\n| `deploy <where> -y` | deploys to {where} |\n| x |\n"
    rules, problems = risky.parse(text)
    assert problems == ["line 5: expected | `command` | sentence |, in the command a comma for `or`"]
    run = shell.commands("deploy -y 'two\nlines'", "/w", "/h")
    assert risky.announcements(rules, run.commands) == [("deploy <where> -y", "deploys to two lines")]
