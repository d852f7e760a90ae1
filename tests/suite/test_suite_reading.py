"""Suite files become cases, and every mistake is told with its place."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from suite_samples import BAD, GOOD, write_suite

from cudabmc.options.table import Options
from cudabmc.result import ProofOutcome
from cudabmc.suite.case import Expectation, Expected, Line
from cudabmc.suite.problems import SuiteError
from cudabmc.suite.reading import read_suite, read_suites

VALID = """\
name: smoke
why: an example
defaults: {context-bound: 3, timeout: 60}
cases:
  - file: good.cu
    expect: SUCCESSFUL
    why: it is
  - file: bad.cu
    expect: FAILED
    property: assertion
    line: 4
    options: {unwind: 9, define: [A, B=2]}
"""
VALID = VALID.replace("define:", "defines:")


def mistakes(path: Path) -> list[str]:
    """The problems of a suite, each with the name of the file alone."""
    with pytest.raises(SuiteError) as caught:
        read_suite(str(path))
    return [str(problem).replace(f"{path.parent}/", "") for problem in caught.value.problems]


def test_a_suite_has_the_cases_and_options_of_its_file(tmp_path: Path) -> None:
    good, bad = read_suite(str(write_suite(tmp_path, VALID, good=GOOD, bad=BAD))).cases

    assert (good.suite, good.name, good.why) == ("smoke", "good.cu", "it is")
    assert good.options == Options(context_bound=3, timeout=60)
    assert good.expectation == Expectation(Expected.SUCCESSFUL)
    assert good.where.line == 5
    assert bad.options == Options(context_bound=3, timeout=60, unwind=9, defines=("A", "B=2"))
    assert bad.expectation == Expectation(Expected.FAILED, ("assertion",), Line(4))
    assert bad.files == (str(tmp_path / "bad.cu"),)


def test_paths_are_relative_to_the_suite_and_shown_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "configs").mkdir()
    (tmp_path / "include").mkdir()
    text = "name: s\ndefaults: {include-dirs: ../include}\ncases: [{file: ../good.cu, expect: SUCCESSFUL}]\n"
    (tmp_path / "good.cu").write_text(GOOD)
    (tmp_path / "configs" / "x.yaml").write_text(text)
    monkeypatch.chdir(tmp_path)

    (only,) = read_suite("configs/x.yaml").cases
    assert only.files == ("good.cu",)
    assert only.name == "good.cu"
    assert only.options.include_dirs == ("include",)


@pytest.mark.parametrize(
    ("kernels", "verdict"),
    [
        ("{a: proved}", Expected.SUCCESSFUL),
        ("{a: proved, b: unknown}", Expected.UNKNOWN),
        ("{a: faulty, b: unknown}", Expected.FAILED),
    ],
)
def test_kernels_tell_what_a_proof_ends_with(tmp_path: Path, kernels: str, verdict: Expected) -> None:
    text = f"name: s\ndefaults: {{prove: true}}\ncases: [{{file: good.cu, kernels: {kernels}}}]\n"
    (only,) = read_suite(str(write_suite(tmp_path, text, good=GOOD))).cases
    assert only.options.prove and only.expectation.verdict is verdict
    assert dict(only.expectation.kernels)["a"] in (ProofOutcome.PROVED, ProofOutcome.FAULTY)
    assert str(only.expectation).startswith(f"{verdict.value}; a ")


def test_what_else_is_expected_stands_beside_the_kernels(tmp_path: Path) -> None:
    text = "name: s\ndefaults: {prove: true}\n"
    text += "cases:\n  - {file: bad.cu, kernels: {a: faulty}, line: 4, property: bounds}\n"
    (only,) = read_suite(str(write_suite(tmp_path, text, bad=BAD))).cases
    kernels = (("a", ProofOutcome.FAULTY),)
    assert only.expectation == Expectation(Expected.FAILED, ("bounds",), Line(4), kernels=kernels)


def test_a_pattern_is_a_case_for_each_file(tmp_path: Path) -> None:
    text = "name: s\ncases: [{file: '**/*.cu', except: '*b.cu', expect: SUCCESSFUL}]"
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "d.cu").write_text(GOOD)
    suite = read_suite(str(write_suite(tmp_path, text, a=GOOD, b=GOOD, c=GOOD)))
    assert [(case.name, case.folder) for case in suite.cases] == [("a.cu", "."), ("c.cu", "."), ("deep/d.cu", "deep")]


def test_several_files_are_one_case(tmp_path: Path) -> None:
    text = "name: s\ncases: [{files: [a.cu, b.cu], expect: FAILED, lines: [1, 'b.cu:3']}]"
    (only,) = read_suite(str(write_suite(tmp_path, text, a=GOOD, b=GOOD))).cases
    assert [Path(file).name for file in only.files] == ["a.cu", "b.cu"]
    assert only.expectation.lines == (Line(1, "a.cu"), Line(3, "b.cu"))


def test_cases_of_one_file_have_names_of_their_own(tmp_path: Path) -> None:
    text = "name: s\ncases:\n" + "".join(
        f"  - {{file: a.cu, expect: SUCCESSFUL, options: {{unwind: {k}}}}}\n" for k in (1, 2)
    )
    suite = read_suite(str(write_suite(tmp_path, text, a=GOOD)))
    assert [case.name for case in suite.cases] == ["a.cu", "a.cu (2)"]


@pytest.mark.parametrize(
    ("wrong", "right", "told"),
    [
        ("name:", "nam:", "suite.yaml:1:1: unknown key 'nam' in a suite (did you mean name?)"),
        ("name: smoke\n", "", "suite.yaml:1:1: name is missing (the suite needs a name)"),
        ("name: smoke", "name: [smoke]", "suite.yaml:1:7: name must be a text"),
        ("name: smoke", "name: 12", "suite.yaml:1:7: name must be a text, not '12' (in quotes: '12')"),
        ("name: smoke", "name:", "suite.yaml:1:6: name is empty"),
        ("timeout: 60}", "timeot: 60}", "suite.yaml:3:30: unknown option 'timeot' (did you mean timeout?)"),
        ("timeout: 60}", "timeout: soon}", "suite.yaml:3:39: timeout: expected seconds, or a number with s, m or h, "
         "got 'soon'"),
        ("defaults: {", "defaults: 7 #", "suite.yaml:3:11: defaults must be a mapping (as in defaults: {unwind: 9})"),
        ("timeout: 60", "fix: true", "suite.yaml:3:35: the option 'fix' cannot be used in a suite"),
        ("timeout: 60", "show-loops: true", "suite.yaml:3:42: the option 'show-loops' cannot be used in a suite"),
        ("timeout: 60", "check: nann", "suite.yaml:3:37: no property is called 'nann' (did you mean nan?)"),
        ("good.cu", "god.cu", "suite.yaml:5:11: there is no file god.cu (did you mean good.cu?)"),
        ("good.cu", "g/*.cu", "suite.yaml:5:11: no file matches g/*.cu (paths are relative to the suite's file)"),
        ("  - file: good.cu", "  - why: no file", "suite.yaml:5:5: file is missing"),
        ("    why: it is", "    files: good.cu", "suite.yaml:5:5: file and files exclude each other"),
        ("    why: it is", "    file: good.cu", "suite.yaml:7:5: the key 'file' appears twice (line 5)"),
        ("    why: it is", "    line: 3", "suite.yaml:7:11: line belongs to expect: FAILED, not to SUCCESSFUL"),
        ("expect: SUCCESSFUL", "expect: SUCESSFUL", "suite.yaml:6:13: expect is 'SUCESSFUL', which is not one of"),
        (
            "expect: SUCCESSFUL",
            "expect: succesful",
            "suite.yaml:6:13: expect is 'succesful', which is not one of SUCCESSFUL, FAILED, UNKNOWN, ERROR, header, "
            "gpuverify, esbmc (did you mean SUCCESSFUL?)",
        ),
        ("expect: SUCCESSFUL", "expct: SUCCESSFUL", "suite.yaml:6:5: unknown key 'expct' in a case (did you"),
        ("    expect: SUCCESSFUL\n", "", "suite.yaml:5:5: expect is missing"),
        ("assertion", "asertion", "suite.yaml:10:15: no property is called 'asertion' (did you mean assertion?)"),
        ("line: 4", "line: four", "suite.yaml:11:11: expected a line number from 1"),
        ("line: 4", "line: 0", "suite.yaml:11:11: expected a line number from 1"),
        ("line: 4", "line: true", "suite.yaml:11:11: expected a line number from 1"),
        ("line: 4", "line: [4, 5]", "suite.yaml:11:11: line is a single number (lines takes a list)"),
        ("line: 4", "line: 4\n    lines: 4", "suite.yaml:12:12: line and lines exclude each other"),
        ("unwind: 9", "unwind: 0", "suite.yaml:12:23: unwind: expected a whole number, at least 1, got '0'"),
        ("unwind: 9", "unwnd: 9", "suite.yaml:12:15: unknown option 'unwnd' (did you mean unwind?)"),
        ("unwind: 9", "include-dirs: nowhere", "suite.yaml:12:29: there is no nowhere (paths are relative to the"),
        ("{unwind: 9", "{unwind: 9", ""),
        ("expect: SUCCESSFUL", "kernels: {k: proved}", "suite.yaml:6:14: kernels are answered for by proofs (options"),
        ("expect: SUCCESSFUL", "kernels: {k: prooved}", "suite.yaml:6:18: k is to be 'prooved', which is not one of "
         "proved, faulty, unknown (did you mean proved?)"),
        ("expect: SUCCESSFUL", "kernels: k", "suite.yaml:6:14: kernels must be a mapping (as in kernels: {scale: "),
        ("expect: SUCCESSFUL", "kernels: {}", "suite.yaml:5:5: expect is missing"),
        ("expect: SUCCESSFUL", "expect: header\n    kernels: {k: proved}", "suite.yaml:7:14: kernels is what"),
        ("cases:\n", "cases: []\nother:\n", "suite.yaml:4:8: there are no cases"),
        ("  - file: good.cu", "  - 7\n  - file: good.cu", "suite.yaml:5:5: a case is a mapping"),
        ("line: 4", "line: {", "suite.yaml:13:1: this is not YAML: while parsing a flow mapping"),
        ("name: smoke", "- name", "suite.yaml:2:1: this is not YAML"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place(tmp_path: Path, wrong: str, right: str, told: str) -> None:
    assert wrong in VALID
    path = write_suite(tmp_path, VALID.replace(wrong, right, 1), good=GOOD, bad=BAD)
    if not told:
        read_suite(str(path))
        return
    told_of = mistakes(path)
    assert any(text.startswith(told) for text in told_of), told_of


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = (
        VALID.replace("smoke", "1").replace("good.cu", "x.cu").replace("assertion", "x").replace("line: 4", "line: x")
    )
    assert len(mistakes(write_suite(tmp_path, text, good=GOOD, bad=BAD))) == 4


@pytest.mark.parametrize("text", ["", "# nothing\n", "- a\n- b\n", "just words", "null"])
def test_what_is_no_mapping_is_no_suite(tmp_path: Path, text: str) -> None:
    assert "a suite is a mapping" in mistakes(write_suite(tmp_path, text))[0]


def test_a_suite_that_is_not_there_or_no_text_is_told(tmp_path: Path) -> None:
    assert "cannot read the suite: No such file" in mistakes(tmp_path / "no.yaml")[0]
    (tmp_path / "b.yaml").write_bytes(b"\xff\xfe\x00name")
    assert "this is not text" in mistakes(tmp_path / "b.yaml")[0]
    assert "cannot read the suite: Is a directory" in mistakes(tmp_path)[0]


@pytest.mark.parametrize(
    "text",
    [
        "&a [*a]",
        "name: &x {y: *x}",
        "[" * 999,
        "a: " + "{a: " * 999,
        "name: 2001-99-99",
        "? [a, b]\n: 1",
        "!!python/x 1",
    ],
)
def test_odd_yaml_is_refused_without_a_traceback(tmp_path: Path, text: str) -> None:
    assert mistakes(write_suite(tmp_path, text))


def test_aliases_that_grow_without_measure_are_refused(tmp_path: Path) -> None:
    text = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12))
    assert any("more than" in told for told in mistakes(write_suite(tmp_path, text)))


def test_two_suites_of_one_name_are_refused(tmp_path: Path) -> None:
    path = write_suite(tmp_path, VALID, good=GOOD, bad=BAD)
    other = tmp_path / "other.yaml"
    other.write_text(VALID)
    with pytest.raises(SuiteError, match="is called 'smoke' too"):
        read_suites([str(path), str(other)])
    assert len(read_suites([str(path), str(path)])) == 1


LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-9, 99), st.text(max_size=5), st.sampled_from(["good.cu", "*"])
)
VALUES = st.recursive(LEAVES, lambda v: st.lists(v, max_size=3) | st.dictionaries(st.text(max_size=8), v, max_size=3))
TOP_KEYS = ["name", "why", "defaults", "cases", "unwind", "unwindset", "args", "check", "models", "timeout", "function"]
CASE_KEYS = ["file", "files", "except", "expect", "property", "line", "lines", "options", "include-dirs"]
KEYS = st.sampled_from([*TOP_KEYS, *CASE_KEYS])


@st.composite
def mutated(draw: st.DrawFn) -> object:
    """A valid suite with a few values replaced, dropped or added."""
    root = yaml.safe_load(VALID)
    for _ in range(draw(st.integers(1, 4))):
        here: object = root
        while True:
            inside = [*here.values()] if isinstance(here, dict) else here if isinstance(here, list) else []
            containers = [value for value in inside if isinstance(value, dict | list) and value]
            if not containers or draw(st.booleans()):
                break
            here = draw(st.sampled_from(containers))
        if isinstance(here, dict):
            key = draw(KEYS | st.sampled_from([*here, "zzz"]))
            if draw(st.booleans()):
                here.pop(key, None)
            else:
                here[key] = draw(VALUES)
        elif isinstance(here, list) and here:
            here[draw(st.integers(0, len(here) - 1))] = draw(VALUES)
    return root


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("suite")
    write_suite(folder, VALID, good=GOOD, bad=BAD)
    return folder


@settings(max_examples=60, deadline=None)
@given(root=mutated())
def test_a_mutated_suite_is_read_or_refused_with_places(programs: Path, root: object) -> None:
    path = programs / "mutated.yaml"
    path.write_text(yaml.safe_dump(root, allow_unicode=True), encoding="utf-8")
    try:
        suite = read_suite(str(path))
    except SuiteError as error:
        assert all(problem.location.line and problem.message for problem in error.problems)
    else:
        assert suite.name and suite.cases


@settings(max_examples=50, deadline=None)
@given(place=st.integers(0, len(VALID)), text=st.text(alphabet="{}[]:,-'\"&*!|>%@` \n\tax1#?", min_size=1, max_size=3))
def test_a_suite_with_other_characters_is_read_or_refused(programs: Path, place: int, text: str) -> None:
    path = programs / "characters.yaml"
    path.write_text(VALID[:place] + text + VALID[place:], encoding="utf-8")
    try:
        read_suite(str(path))
    except SuiteError as error:
        assert error.problems
