"""Options written as the words of a command line are read back as the same options."""

from dataclasses import fields

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.command.arguments import parse_arguments
from cudabmc.options.kernel_arguments import Extent, SizeRange, read_argument
from cudabmc.options.option_words import PATHS, option_words
from cudabmc.options.table import OPTIONS, Group, Options

VALUES = {
    "unwind": 9, "context_bound": 0, "timeout": 0.5, "memlimit": 3, "args": ("a b", "-n", "", "'"), "max_argc": 1,
    "arbitrary": ("files", "args"),
    "unwindset": (("main.1", 3), ("f.2", 4)), "check": ("nan", "shift"), "no_check": ("bounds",),
    "defines": ("A", "B=1 2"), "undefines": ("C",), "include_dirs": ("x", "y z"), "system_dirs": ("s",),
    "force_includes": ("f.h",),
    "compile_commands": "build", "baseline": "old.yml", "language": "c++",
    "models": ("m.py",), "function": "start", "frontend": "clang", "std": "c++20", "arch": "sm_90",
    "compute_capability": "9.0",
    "warp_sync": 32, "default_stream": "per-thread", "state_hashing": False, "por": False, "memory_leak_check": True,
    "fail_on": ("bank-conflict>2", "divergence>12.5"),
    "kernel": "k", "grid": (SizeRange(1, 64, 2),), "block": (8, SizeRange(2, 4), 1), "shared": 64,
    "second_grid": (2, 3), "second_block": (64,), "second_shared": 32, "floats": "real",
    "array_size": Extent(expression="n*4"),
    "may_alias": (("a", "b"), ("c", "d", "e")),
    "arg": sum(map(read_argument, ["n=3", "m=-1..9", "x=1.5", "y=true", "a=symbolic:n*m", "b=zeros:4", "c=1,2.5",
        "d=7,", "e=null", "f=a", "s=hex:0aff", "t=arbitrary", "u=symbolic:1..64", "z=inf"]), ()),
    "volatile": "plain", "solver_timeout": 1.5, "suggest_time": 9.0, "max_interleavings": 7, "strategy": "random",
    "runs": 9, "seed": 3,
}  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.sets(st.sampled_from(sorted(VALUES))))
def test_words_are_read_back_as_the_same_options(names: set[str]) -> None:
    options = Options(**{name: VALUES[name] for name in names})  # type: ignore[arg-type]
    assert parse_arguments(option_words(options)).options == options


def test_every_switch_is_read_back() -> None:
    for option in OPTIONS:
        for value in (True, False) if option.parse is None else ():
            options = Options(**{option.name: value})  # type: ignore[arg-type]
            assert parse_arguments(option_words(options)).options == options


def test_the_options_that_name_files_are_options() -> None:
    assert set(PATHS) <= {field.name for field in fields(Options)}


def test_paths_can_be_moved() -> None:
    options = Options(include_dirs=("a",), models=("m.py",), defines=("X",))
    assert option_words(options, lambda name: f"/new/{name}") == [
        "--include-dirs=/new/a",
        "--defines=X",
        "--models=/new/m.py",
    ]


def test_every_option_with_a_value_is_tried() -> None:
    """But for the names of reports, which suites do not take."""
    reports = {option.name for option in OPTIONS if option.group is Group.REPORTS}
    plain = {"solver", "color", "jobs", "replay", "clang", "cuda_path", "cache_dir"}
    assert {option.name for option in OPTIONS if option.parse} - reports - set(VALUES) == plain
