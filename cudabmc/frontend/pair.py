"""Two kernels that are compared: of one file, or one of each of two."""

from collections.abc import Sequence
from dataclasses import replace

from cudabmc.errors import UsageError
from cudabmc.frontend.load import Loaded, Tell, load_with
from cudabmc.goto.matching import require_same_parameters
from cudabmc.goto.merged import merged, second_kernel
from cudabmc.options.table import Options

EXAMPLE = "cudabmc equivalent FILE [FILE] --kernel NAME,NAME --grid N --block N"


def load_pair(files: Sequence[str], options: Options, tell: Tell = lambda text: None) -> Loaded:
    """One program with both kernels. Raises UsageError beside what `load_with` does."""
    if len(files) > 2:
        raise UsageError(f"two kernels are of one file or of two, but {len(files)} files are given", hint=EXAMPLE)
    names = kernel_names(options.kernel or "")
    if len(files) == 1 and len(names) != 2:
        raise UsageError("the two kernels of one file are not named", hint="--kernel NAME,NAME")
    if len(names) > 2:
        raise UsageError(f"two kernels are compared, but {len(names)} are named", hint=EXAMPLE)
    wanted = [name or None for name in (names * 2)[:2] or ["", ""]]
    loaded = [
        load_with([file], replace(options, equivalent=False, prove=False, kernel=name, grid=options.grid or (1,)), tell)
        for file, name in zip((files[0], files[-1]), wanted, strict=True)
    ]
    program = merged(*(one.program for one in loaded), of_one_file=len(files) == 1)
    second = second_kernel(program)
    require_same_parameters(program, program.functions[program.kernel], program.functions[second])
    program.parameters[second] = program.parameters[program.kernel]  # by whose names arguments are given
    how = next((one for one in loaded if one.frontend == "clang"), loaded[0])
    return replace(how, program=program)


def kernel_names(text: str) -> list[str]:
    """The names in a list with commas; those between the brackets of template arguments separate none."""
    names, depth = [""], 0
    for character in text:
        depth += (character in "<(") - (character in ">)")
        if character == "," and depth == 0:
            names.append("")
        else:
            names[-1] += character
    return [name.strip() for name in names if name.strip()]
