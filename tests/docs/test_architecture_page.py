"""docs/architecture.md names every room, and the calls of one store as they happen."""

import re
import sys
from pathlib import Path
from types import FrameType

import pytest

from cudabmc.options.table import Options
from cudabmc.result import Verdict
from cudabmc.source.text import SourceText
from cudabmc.verification.pipeline import verify

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text()
PICTURE, WALK = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
RACE = """
__global__ void k(int *a, int x) { int i = 0; a[i] = x + threadIdx.x; }
int main() { int *a; cudaMalloc(&a, 4); k<<<1, 2>>>(a, 7); cudaDeviceSynchronize(); }
"""


def test_the_picture_names_every_room() -> None:
    rooms = {path.parent.name for path in ROOT.glob("cudabmc/*/__init__.py")}
    assert rooms - set(re.findall(r"\w+", PICTURE)) == set()


def test_the_page_names_every_module_beside_the_rooms() -> None:
    modules = {path.name for path in ROOT.glob("cudabmc/*.py")} - {"__init__.py", "__main__.py", "api.py"}
    assert {name for name in modules if f"`{name}`" not in PAGE} == set()


@pytest.fixture(scope="module")
def calls() -> list[tuple[str, str]]:
    """File and name of each function of ours that is called within the step of the second store."""
    stores: list[list[tuple[str, str]]] = []
    inside = 0

    def hear(frame: FrameType, event: str, argument: object) -> None:
        nonlocal inside
        path, name = Path(frame.f_code.co_filename), frame.f_code.co_qualname
        if not path.is_relative_to(ROOT / "cudabmc"):
            return
        file = str(path.relative_to(ROOT / "cudabmc"))
        is_store = (file, name) == ("interpreter/memory_steps.py", "store.<locals>.step")
        if is_store and event == "call":
            stores.append([])
        inside += is_store * {"call": 1, "return": -1}.get(event, 0)
        if inside and event == "call":
            stores[-1].append((file, name))

    sys.setprofile(hear)
    try:
        result = verify([SourceText(RACE, "race.cu")], Options(fast_lane=False))
    finally:
        sys.setprofile(None)
    assert result.verdict is Verdict.FAILED
    return next(called for called in stores if ("order/conflicts.py", "_race") in called)


def test_the_walk_is_what_happens(calls: list[tuple[str, str]]) -> None:
    told = [tuple(line.split(maxsplit=2)[:2]) for line in WALK.splitlines()]
    left = iter(calls)
    assert [step for step in told if step not in left] == []  # `in` goes on behind what it has found: the order counts
