"""Suites under pytest: an item for each case, a report that can be read, and no trace in other people's runs."""

from importlib.metadata import entry_points
from pathlib import Path

import pytest
from suite_samples import BAD, GOOD

pytest_plugins = ["pytester"]

SUITE = """\
name: s
cases:
  - {file: good.cu, expect: SUCCESSFUL}
  - {file: bad.cu, expect: SUCCESSFUL, why: to see it fail}
"""
INSTALLED = any(point.name == "cudabmc" for point in entry_points(group="pytest11"))
PLUGIN = [] if INSTALLED else ["-p", "cudabmc.suite.pytest_plugin"]


@pytest.fixture(autouse=True)
def _programs(pytester: pytest.Pytester) -> None:
    folder = pytester.mkdir("configs")
    (folder / "good.cu").write_text(GOOD)
    (folder / "bad.cu").write_text(BAD)
    (folder / "x.yaml").write_text(SUITE)
    (folder / "data.yaml").write_text("name: a judge\ncases: [{expect: guilty}]\n")


def collected(pytester: pytest.Pytester, *words: str) -> list[str]:
    result = pytester.runpytest_inprocess(*PLUGIN, "--collect-only", "-q", *words)
    return [line for line in result.outlines if "::" in line]


def test_a_case_is_an_item_and_its_failure_a_text_without_traceback(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_inprocess(*PLUGIN, "configs/x.yaml", "--junitxml=j.xml")

    result.assert_outcomes(passed=1, failed=1)
    text = result.stdout.str()
    assert "configs/x.yaml:4: bad.cu" in text and "assertion `x == 2` fails" in text and "to see it fail" in text
    assert "Traceback" not in text and "pytest_plugin.py" not in text
    assert 'name="category" value="false incorrect"' in Path("j.xml").read_text()


def test_items_are_selected_by_name(pytester: pytest.Pytester) -> None:
    assert collected(pytester, "configs/x.yaml", "-k", "good") == ["configs/x.yaml::good.cu"]
    assert collected(pytester, "configs/x.yaml::bad.cu") == ["configs/x.yaml::bad.cu"]


@pytest.mark.long
def test_cases_are_spread_by_xdist(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_subprocess(*PLUGIN, "configs/x.yaml", "-n", "2")
    result.assert_outcomes(passed=1, failed=1)
    assert "configs/x.yaml:4: bad.cu" in result.stdout.str()


def test_a_mistake_in_a_suite_is_an_error_of_the_collection(pytester: pytest.Pytester) -> None:
    Path("configs/x.yaml").write_text(SUITE.replace("expect: SUCC", "expct: SUCC", 1))
    result = pytester.runpytest_inprocess(*PLUGIN, "configs/x.yaml")
    result.assert_outcomes(errors=1)
    assert "configs/x.yaml:3:21: unknown key 'expct' in a case (did you mean expect?)" in result.stdout.str()


def test_only_suites_that_are_asked_for_are_collected(pytester: pytest.Pytester) -> None:
    both = ["configs/x.yaml::good.cu", "configs/x.yaml::bad.cu"]
    assert collected(pytester, "configs") == both  # the folder is named, and data.yaml is no suite
    assert collected(pytester) == []
    assert collected(pytester, ".") == []
    (pytester.path / "x.yaml").write_text(SUITE)  # in the working directory, where pytest begins if nothing is named
    assert collected(pytester) == []
    pytester.makeini("[pytest]\ncudabmc_suites = configs/x.yaml\n")
    assert collected(pytester) == both
    pytester.makeini("[pytest]\ntestpaths = configs\n")
    assert collected(pytester) == both


def test_without_a_suite_nothing_of_cudabmc_is_imported(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("""
        import sys

        def test_it():
            assert "yaml" not in sys.modules
            assert {name for name in sys.modules if name.startswith("cudabmc")} == {
                "cudabmc", "cudabmc.suite", "cudabmc.suite.pytest_plugin", "cudabmc.version"}
    """)
    pytester.runpytest_subprocess(*PLUGIN, "-p", "no:hypothesispytest").assert_outcomes(passed=1)
