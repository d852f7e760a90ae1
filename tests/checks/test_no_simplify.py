"""Without simplification the solver decides what is known on a path, and the answers are the same."""

from pathlib import Path

import pytest

from cudabmc import terms
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import verify

BENCHMARKS = Path(__file__).parents[2] / "benchmarks" / "inputs"


@pytest.mark.parametrize("name", ["clamp_pixels", "average_of_none", "parts_from_user", "table_lookup_off_by_one"])
def test_the_answer_is_the_same(name: str) -> None:
    with_it, without = (verify([str(BENCHMARKS / f"{name}.cu")], Options(simplify=on)) for on in (True, False))
    assert with_it.verdict is without.verdict
    assert [(v.prop, v.places[0].loc) for v in with_it.violations] == [
        (v.prop, v.places[0].loc) for v in without.violations
    ]


@pytest.mark.long
def test_facts_of_the_path_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    value_of = terms.Assumption.value
    monkeypatch.setattr(terms.Assumption, "value", lambda self, value: asked.append(value) or value_of(self, value))
    program = [str(BENCHMARKS / "chosen_block_too_large.cu")]
    verify(program, Options(simplify=False))
    assert not asked
    verify(program, Options())
    assert asked
