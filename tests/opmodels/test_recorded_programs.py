"""Programs whose values a GPU gave: the same assertions hold here."""

from pathlib import Path

import pytest

from cudabmc import Verdict, verify

FOLDER = Path(__file__).parent / "recorded"
ASSERTING = """#include <assert.h>
static const unsigned long long recorded[] = {%s};
static int place;
#define BEGIN(name)
#define VALUE(x) { unsigned long long given = x, expected = recorded[place++]; assert(given == expected); }
#define END
"""


def recorded(name: str) -> list[str]:
    lines = (FOLDER / f"{name}.txt").read_text().splitlines()
    return [f"0x{value}" for line in lines for value in line.split()[1:]]


def asserting(name: str, values: list[str]) -> str:
    return ASSERTING % ", ".join(values) + (FOLDER / f"{name}.cu").read_text()


@pytest.mark.parametrize("name", ["fp8", pytest.param("half", marks=pytest.mark.long),
                                  pytest.param("bfloat16", marks=pytest.mark.long)])  # fmt: skip
def test_a_program_gives_what_the_device_gave(name: str) -> None:
    result = verify(source=asserting(name, recorded(name)), name=f"{name}.cu", compute_capability="9.0")
    assert result.verdict is Verdict.SUCCESSFUL, result


def test_another_value_is_seen() -> None:
    values = recorded("fp8")
    values[777] = f"{values[777]}0"
    result = verify(source=asserting("fp8", values), name="fp8.cu", compute_capability="9.0")
    assert [v.prop for v in result.violations] == ["assertion"]
