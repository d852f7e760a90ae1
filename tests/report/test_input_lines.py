"""The lines of the inputs of a counterexample: what matters, in few of them."""

import pytest

from cudabmc.report.inputs import idle_inputs, input_lines, inputs_that_matter
from cudabmc.report.program_end import sentence
from cudabmc.result import ProgramEnd
from cudabmc.source.location import Location

CALLS = [("nondet_int()", value) for value in "0001100"]
MIXED = [("rand()", "0"), ("nondet_int()", "5"), ("rand()", "0"), ("nondet_int()", "6")]
ARGUMENT = [(f"initial contents of 'argv[1][{i}]'", str(code)) for i, code in enumerate(b"12\0")]


def test_calls_that_give_the_same_value_share_a_line() -> None:
    assert input_lines(CALLS, full=False) == [
        "nondet_int(), calls 1 to 3 = 0",
        "nondet_int(), calls 4 to 5 = 1",
        "nondet_int(), calls 6 to 7 = 0",
    ]
    assert input_lines(MIXED, full=False) == [
        "rand(), calls 1 to 2 = 0",
        "nondet_int() = 5",
        "nondet_int(), call 2 = 6",
    ]


def test_inputs_that_do_not_matter_are_left_out_and_the_calls_keep_their_numbers() -> None:
    assert input_lines(CALLS, (0, 1, 2, 4, 5, 6), full=False) == [
        "nondet_int(), call 4 = 1",
        "... 6 inputs that do not matter left out (--full-trace)",
    ]
    assert input_lines(CALLS[3:4], (0,), full=False) == ["... 1 input that does not matter left out (--full-trace)"]
    assert input_lines(CALLS, (0, 1, 2, 4, 5, 6), full=True) == input_lines(CALLS, full=False)
    assert inputs_that_matter(MIXED, (1, 2)) == ["rand() = 0", "nondet_int(), call 2 = 6"]
    assert idle_inputs(MIXED, (1, 2)) == ["nondet_int() = 5", "rand(), call 2 = 0"]


def test_an_argument_is_shown_whole_if_a_letter_of_it_matters() -> None:
    assert inputs_that_matter(ARGUMENT, (1, 2)) == ['argv[1] = "12"']
    assert inputs_that_matter(ARGUMENT, (0, 1, 2)) == []
    assert idle_inputs(ARGUMENT, (1, 2)) == []


@pytest.mark.parametrize(("count", "lines"), [(16, 16), (17, 17)])
def test_of_many_lines_the_first_are_shown(count: int, lines: int) -> None:
    different = [("nondet_int()", str(value)) for value in range(count)]
    found = input_lines(different, full=False)
    assert len(found) == lines
    assert (found[-1] == "... 1 line of inputs left out (--full-trace)") == (count > 16)


def test_an_end_of_the_program_names_the_inputs_that_lead_there() -> None:
    end = ProgramEnd(1, "the program ends with status 1", Location("f.cu", 3, 1), tuple(CALLS), idle=(0, 1, 2, 5, 6))
    assert sentence(end) == "the program ends with status 1 at f.cu:3:1 for nondet_int(), calls 4 to 5 = 1"
