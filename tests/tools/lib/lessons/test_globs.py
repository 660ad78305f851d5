"""Patterns of paths: what they fit, and that what they fit is always found under their key."""
import pytest

from tools.lib.lessons import globs

HOME = "/home/me"


@pytest.mark.parametrize(("pattern", "path", "fits"), (
    ("alerts.yaml", "/srv/app/alerts.yaml", True), ("alerts.yaml", "/srv/app/alerts.yaml.bak", False),
    ("Alerts.YAML", "/srv/app/alerts.yaml", True), ("*.tf", "/a/main.tf", True), ("*.tf", "/a/main.tfvars", False),
    ("*.tf", "/a/main.tf/x", True), ("*.test.ts", "/a/b.test.ts", True), ("src/alerts/**", "/w/src/alerts/a/b.py", True),
    ("src/alerts/**", "/w/src/alerts", True), ("src/alerts/*.py", "/w/src/alerts/a/b.py", False),
    ("src/alerts", "/w/src/alerts/a.py", True),
    ("src/**/b.py", "/w/src/b.py", True), ("src/**/b.py", "/w/src/x/y/b.py", True), ("src/alerts", "/w/src2/alerts/a.py", False),
    ("/etc/nginx", "/etc/nginx/nginx.conf", True), ("/etc/nginx", "/w/etc/nginx/nginx.conf", False),
    ("/etc/nginx/", "/etc/nginx", True),
    ("~/infra", "/home/me/infra/main.tf", True), ("~/infra", "/home/you/infra/main.tf", False), ("~", "/home/me/x", True),
    ("C:\\app\\*.ini", "c:\\App\\x.INI", True), ("C:/app", "D:\\c:\\app", False), ("app\\x", "C:\\app\\x\\y", True),
    ("a?c", "/abc", True), ("a?c", "/ac", False), ("a*c*e", "/abcde", True), ("a*c*e", "/abcd", False), ("*", "/x", True),
    ("**", "/x", False), ("", "/x", False), ("/", "/x", False), ("**/x", "/a/x", True), ("[ab]", "/[ab]", True),
    ("[ab]", "/a", False),
    ("café", "/CAFÉ", True), ("a b/c", "/x/a b/c", True), ("*a*a*a*a*a*a*b", "/" + "a" * 200, False),
))
def test_fits(pattern, path, fits):
    assert globs.fits(pattern, path, HOME) is fits
    assert not fits or globs.key(pattern) in globs.keys(path)


@pytest.mark.parametrize(("pattern", "key"), (
    ("src/alerts/**", "alerts"), ("*.tf", ".tf"), ("a/*.test.ts", "a"), ("*/*.test.ts", ".test.ts"), ("*", "*"), ("~/x*", "*"),
    ("C:/app/*", "app"), ("**/*", "*"),
))
def test_key(pattern, key):
    assert globs.key(pattern) == key
