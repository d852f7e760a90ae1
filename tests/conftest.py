"""What all tests share.

`pytest --frontend=clang` runs them with another front end than the one that takes C first, `pytest --native` with all
host code as machine code from its first instruction on. Tests with random examples
come twice: with few of them in the short set, other ones in each run, and with all that they ask for in the long set.
Of the items of one test, the long set takes fifty at most, others each day; `pytest -m long --every-item` takes all.
"""

import gc
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import hypothesis
import pytest

from cudabmc.frontend import load
from cudabmc.native import watch
from cudabmc.process.rare_collections import THRESHOLD

# As in runs of the command: with the usual threshold the collector takes an eighth of the time of the tests.
gc.set_threshold(THRESHOLD, *gc.get_threshold()[1:])

# How long one example takes says more about the machine than about the test. To explain a failure, Hypothesis has
# Python trace each line from the first example on, which makes them several times slower.
PHASES = set(hypothesis.Phase) - {hypothesis.Phase.explain}
hypothesis.settings.register_profile("cudabmc", deadline=None, phases=PHASES)
hypothesis.settings.load_profile("cudabmc")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--frontend", choices=("auto", "c", "clang"), default="auto")
    parser.addoption("--native", action="store_true")
    parser.addoption("--every-item", action="store_true")


SHARE = 0.08
"""Of the random examples of a test, what the short set tries."""

FEW = 3
"""Random examples that the short set tries at least, of a test that has so many."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    random = getattr(metafunc.function, "is_hypothesis_test", False)
    if random and metafunc.definition.get_closest_marker("long") is None:
        share = [pytest.param(SHARE, id="few"), pytest.param(1.0, id="all", marks=pytest.mark.long)]
        metafunc.parametrize("share_of_examples", share, indirect=True)


THROUGH_CLANG = 12
"""Of the items of a file that say `frontend`, one in so many goes through clang in the short set: a compiler is started
for each of them, twice."""


AT_MOST = {
    "prover": 1, "native": 2, "kernels": 2, "checks": 3, "equivalence": 3, "explore": 3, "frontend": 3, "clang": 3,
}  # fmt: skip
"""Items of one test in the short set, by the folder of its file: of tests that verify programs, which have many."""


MOST_OF_A_TEST = 50
"""Items of a test in the long set, which takes hours otherwise, if it does not say `at_most`."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    many = Counter(_test_of(item) for item in items if item.get_closest_marker("long") is None)
    seen: Counter[str] = Counter()
    for item in items:
        group, step = _one_in(item, many[_test_of(item)])
        if step > 1 and item.get_closest_marker("long") is None:
            if seen[group] % step:
                item.add_marker(pytest.mark.long)
            seen[group] += 1
    if not config.getoption("--every-item"):
        surplus = _surplus(items, datetime.now(UTC).toordinal())
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in surplus])
        items[:] = [item for item in items if item.nodeid not in surplus]


def _test_of(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _surplus(items: list[pytest.Item], day: int) -> set[str]:
    """Long items of tests with many, but for some at equal distances."""
    long = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("long") is not None:
            long[_test_of(item)].append(item)
    left_out: set[str] = set()
    for of_test in long.values():
        at_most = of_test[0].get_closest_marker("at_most")
        step = -(-len(of_test) // (int(at_most.args[0]) if at_most is not None else MOST_OF_A_TEST))
        left_out |= {item.nodeid for position, item in enumerate(of_test) if position % step != day % step}
    return left_out


def pytest_collection_finish() -> None:
    """The collector need not look at twenty thousand tests again and again."""
    gc.freeze()


def _one_in(item: pytest.Item, many: int) -> tuple[str, int]:
    """One in how many of which items is in the short set: the first of them, and then at equal distances.

    `many`: items of the same test that are not for the long set alone. A test that asks for one in one
    has each of them, whatever its folder allows.
    """
    step = -(-many // AT_MOST.get(item.path.parent.name, max(many, 1)))
    asked = item.get_closest_marker("one_in")
    if asked is not None:
        return _test_of(item), max(int(asked.args[0]), step) if asked.args[0] > 1 else 1
    params = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    if params.get("frontend") == "clang":
        return str(item.path), THROUGH_CLANG
    return _test_of(item), step


@pytest.fixture(autouse=True)
def share_of_examples(request: pytest.FixtureRequest) -> Iterator[float]:
    """The share of its random examples that a test tries. What is given by @example is always tried."""
    share = getattr(request, "param", 1.0)
    if share == 1.0:
        yield share
        return
    test = getattr(request.node.obj, "__func__", request.node.obj)
    declared = test._hypothesis_internal_use_settings  # what hypothesis has in place of a way to set this for a run
    count = max(int(share * declared.max_examples), min(FEW, declared.max_examples))
    test._hypothesis_internal_use_settings = hypothesis.settings(declared, max_examples=count)
    yield share
    test._hypothesis_internal_use_settings = declared


@pytest.fixture(autouse=True)
def _machine_code(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Host code enters machine code however small it is."""
    if request.config.getoption("--native"):
        monkeypatch.setattr(watch, "WORTH", 0)


@pytest.fixture(autouse=True)
def _front_end(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs whose options do not name a front end are taken by the one of the command line."""
    chosen = request.config.getoption("--frontend")
    if chosen == "auto":
        return
    load_with = load.load_with

    def load_chosen(files, options, *tell):  # type: ignore[no-untyped-def]
        return load_with(files, replace(options, frontend=chosen) if options.frontend == "auto" else options, *tell)

    monkeypatch.setattr(load, "load_with", load_chosen)
