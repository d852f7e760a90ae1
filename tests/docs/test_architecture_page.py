"""docs/architecture.md names every room, and the calls of one store as they happen."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text()
PICTURE, WALK = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)


def test_the_picture_names_every_room() -> None:
    rooms = {path.parent.name for path in ROOT.glob("cudabmc/*/__init__.py")}
    assert rooms - set(re.findall(r"\w+", PICTURE)) == set()


def test_the_page_names_every_module_beside_the_rooms() -> None:
    modules = {path.name for path in ROOT.glob("cudabmc/*.py")} - {"__init__.py", "__main__.py", "api.py"}
    assert {name for name in modules if f"`{name}`" not in PAGE} == set()


def test_the_walk_is_what_happens() -> None:
    """In a process of its own: a profiler that hears every call is no guest for other tests."""
    command = [sys.executable, "-m", "tests.docs.store_walk"]  # the package beside the tests, not an installed one
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    left = iter(ran.stdout.splitlines())
    told = [" ".join(line.split(maxsplit=2)[:2]) for line in WALK.splitlines()]
    assert [step for step in told if step not in left] == []  # `in` continues behind what it has found
