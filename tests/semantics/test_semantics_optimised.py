"""IR that clang's optimiser made (phis, selects, vectors, intrinsics, lookup tables) prints what gcc's code prints."""

from pathlib import Path

import pytest
from semantics_programs import Programs
from semantics_run import checked_output, gcc_output
from test_semantics_csmith import HEADERS, MIDDLE, SMALL, generate, is_cxx
from test_semantics_csmith import pytestmark as needs_csmith

from cudabmc.frontend.clang import toolchain

pytestmark = needs_csmith

# What the lowering may meet in code that people wrote the fast way: with the defaults nothing is optimised.
LEVELS = (("-O1",), ("-O2",), ("-O3", "-fno-inline"), ("-Os", "-mavx2"))


class Optimiser:
    """Compiles the kernels of a CUDA file, or all of a C file, with optimisation; never the library."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch

    def use(self, flags: tuple[str, ...]) -> None:
        original = toolchain.program_command

        def command(*args, **named):  # type: ignore[no-untyped-def]
            words = list(original(*args, **named))
            if "--cuda-host-only" in words:  # launches are read as clang writes them, before they are inlined
                return tuple(words)
            at = words.index("-disable-llvm-passes")
            words[at - 1 : at + 1] = []
            end = words.index("--")
            return (*words[:end], *flags, "-fwrapv", *words[end:])

        self._patch.setattr(toolchain, "program_command", command)


@pytest.fixture
def optimised(monkeypatch: pytest.MonkeyPatch) -> Optimiser:
    return Optimiser(monkeypatch)


@pytest.mark.parametrize("seed", [30_001, 30_002, 30_003, 30_005])
def test_variables_of_optimised_programs_have_gccs_values(tmp_path: Path, optimised: Optimiser, seed: int) -> None:
    _variables(tmp_path, optimised, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(31_000, 31_080))
def test_variables_of_many_optimised_programs_have_gccs_values(tmp_path: Path, optimised: Optimiser, seed: int) -> None:
    _variables(tmp_path, optimised, seed)


@pytest.mark.parametrize("seed", [5000, 5003])
def test_optimised_programs_of_csmith_give_gccs_checksum(tmp_path: Path, optimised: Optimiser, seed: int) -> None:
    _csmith(tmp_path, optimised, seed, SMALL)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6000, 6060))
def test_larger_optimised_programs_of_csmith_give_gccs_checksum(
    tmp_path: Path, optimised: Optimiser, seed: int
) -> None:
    _csmith(tmp_path, optimised, seed, MIDDLE)


def _variables(tmp_path: Path, optimised: Optimiser, seed: int) -> None:
    kernel = seed % 3 == 0
    source = tmp_path / ("program.cu" if kernel else "program.c")
    source.write_text(Programs(seed, kernel).text())
    expected = gcc_output(source)
    assert expected is not None
    optimised.use(LEVELS[seed % 3] if kernel else LEVELS[seed % len(LEVELS)])
    assert checked_output(source, frontend="clang").splitlines() == expected.splitlines()


def _csmith(tmp_path: Path, optimised: Optimiser, seed: int, options: tuple[str, ...]) -> None:
    source = tmp_path / "program.c"
    generate(source, seed, options)
    if is_cxx(source) and seed % 2:
        source = source.rename(tmp_path / "program.cu")
    expected = gcc_output(source, f"-I{HEADERS}")
    if expected is None:
        pytest.skip("the program does not end in time")
    optimised.use(LEVELS[seed % 3])
    assert checked_output(source, [str(HEADERS)], frontend="clang") == expected
