"""Prints the calls that the store of a race makes: a file of cudabmc and a function on each line."""

import sys
from pathlib import Path
from types import FrameType

import cudabmc
from cudabmc.options.table import Options
from cudabmc.result import Verdict
from cudabmc.source.text import SourceText
from cudabmc.verification.pipeline import verify

ROOMS = f"{Path(cudabmc.__file__).parent}/"
RACE = """
__global__ void k(int *a, int x) { int i = 0; a[i] = x + threadIdx.x; }
int main() { int *a; cudaMalloc(&a, 4); k<<<1, 2>>>(a, 7); cudaDeviceSynchronize(); }
"""

stores: list[list[str]] = []
inside = 0


def hear(frame: FrameType, event: str, argument: object) -> None:
    """Keep the calls within steps of stores. It is asked of every call of the run."""
    global inside
    code = frame.f_code
    if not code.co_filename.startswith(ROOMS):
        return
    called = f"{code.co_filename.removeprefix(ROOMS)} {code.co_qualname}"
    is_store = called == "interpreter/memory_steps.py store.<locals>.step"
    if is_store and event == "call":
        stores.append([])
    inside += is_store * {"call": 1, "return": -1}.get(event, 0)
    if inside and event == "call":
        stores[-1].append(called)


if __name__ == "__main__":
    sys.setprofile(hear)
    result = verify([SourceText(RACE, "race.cu")], Options(native=False))
    sys.setprofile(None)
    assert result.verdict is Verdict.FAILED
    print("\n".join(next(store for store in stores if "order/conflicts.py _race" in store)))
