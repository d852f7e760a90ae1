"""Options are declared once, and everything that is derived from them agrees."""

from collections import Counter
from dataclasses import fields

import pytest

from cudabmc.command.arguments import parse_arguments
from cudabmc.errors import UsageError
from cudabmc.options.kernel_arguments import Extent, Range
from cudabmc.options.table import FLAGS, OPTIONS, Group, Option, Options
from cudabmc.properties import PROPERTIES

TEXTS = {
    "include_dirs": ("inc", ("inc",)),
    "defines": ("N=4", ("N=4",)),
    "undefines": ("N", ("N",)),
    "compile_commands": ("build", "build"),
    "language": ("cuda", "cu"),
    "models": ("mine.py", ("mine.py",)),
    "function": ("start", "start"),
    "warp_sync": ("32", 32),
    "args": ("a 'b c'", ("a", "b c")),
    "max_argc": ("5", 5),
    "arbitrary": ("rand, time", ("rand", "time")),
    "kernel": ("scale<int>", "scale<int>"),
    "grid": ("[4,2]", (4, 2)),
    "block": ("32", (32,)),
    "arg": ("n=1..9", (("n", Range(1, 9)),)),
    "array_size": ("n*2", Extent(expression="n*2")),
    "shared": ("256", 256),
    "second_grid": ("2,3", (2, 3)),
    "second_block": ("64", (64,)),
    "second_shared": ("32", 32),
    "floats": ("real", "real"),
    "system_dirs": ("inc", ("inc",)),
    "force_includes": ("a.h", ("a.h",)),
    "frontend": ("clang", "clang"),
    "default_stream": ("per-thread", "per-thread"),
    "volatile": ("plain", "plain"),
    "clang": ("/opt/clang", "/opt/clang"),
    "std": ("c++20", "c++20"),
    "arch": ("compute_90a", "sm_90a"),
    "compute_capability": ("8.6", "8.6"),
    "cuda_path": ("/opt/cuda", "/opt/cuda"),
    "cache_dir": ("/tmp/cache", "/tmp/cache"),
    "jobs": ("3", 3),
    "context_bound": ("0", 0),
    "unwind": ("7", 7),
    "unwindset": ("main.1:10,k.2:5", (("main.1", 10), ("k.2", 5))),
    "check": ("nan,shift", ("nan", "shift")),
    "baseline": ("old.yml", "old.yml"),
    "write_baseline": ("new.yml", "new.yml"),
    "no_check": ("bounds", ("bounds",)),
    "may_alias": ("a,b", (("a", "b"),)),
    "max_interleavings": ("9", 9),
    "strategy": ("random", "random"),
    "runs": ("7", 7),
    "seed": ("0", 0),
    "replay": ("0x3,1", "0x3,1"),
    "timeout": ("2m", 120.0),
    "memlimit": ("1g", 1024),
    "solver": ("cvc5", "cvc5"),
    "solver_timeout": ("0.5", 0.5),
    "fail_on": ("bank-conflict>2", ("bank-conflict>2",)),
    "color": ("never", "never"),
    "suggest_time": ("2m", 120.0),
    "output_dir": ("reports", "reports"),
    "generate_testcase": ("case.cu", "case.cu"),
    "json": ("-", "-"),
    "sarif": ("r.sarif", "r.sarif"),
    "junit": ("r.xml", "r.xml"),
    "witness": ("w.yml", "w.yml"),
    "html": ("r.html", "r.html"),
    "lcov": ("coverage.info", "coverage.info"),
    "smt_dir": ("queries", "queries"),
}


def test_every_field_is_an_option_with_help() -> None:
    assert [option.name for option in OPTIONS] == [field.name for field in fields(Options)]
    assert all(option.help and option.help[0].islower() for option in OPTIONS)


def test_no_flag_is_spelt_twice() -> None:
    counts = Counter(flag for option in OPTIONS for flag in (*option.on_flags, *option.off_flags))
    assert [flag for flag, count in counts.items() if count > 1] == []


def test_the_default_of_no_arguments_is_the_default_of_the_api() -> None:
    assert parse_arguments([]).options == Options()


@pytest.mark.parametrize("option", [o for o in OPTIONS if o.parse], ids=lambda o: o.name)
def test_value_reads_the_same_from_the_command_line_and_from_yaml(option: Option) -> None:
    text, value = TEXTS[option.name]
    for flag in option.on_flags:
        assert getattr(parse_arguments([flag, text]).options, option.name) == value
    assert getattr(Options.from_mapping({option.key: text}), option.name) == value


@pytest.mark.parametrize("flag", [f for f, (o, _) in FLAGS.items() if not o.parse])
def test_switch_sets_its_field(flag: str) -> None:
    option, on = FLAGS[flag]
    assert getattr(parse_arguments([flag]).options, option.name) is on
    if flag.startswith("--"):
        assert getattr(Options.from_mapping({flag[2:]: True}), option.name) is on
        assert getattr(Options.from_mapping({flag[2:]: False}), option.name) is not on


def test_repeated_lists_are_joined() -> None:
    options = parse_arguments(["-I", "a", "-Ib", "-DX", "--check", "nan", "--check=shift"]).options
    assert (options.include_dirs, options.defines, options.check) == (("a", "b"), ("X",), ("nan", "shift"))


def test_the_spellings_of_compilers_are_taken() -> None:
    arguments = ["-std=c++20", "-arch=sm_70", "-isystem", "s", "-include", "a.h", "-include", "b.h", "-Iinc", "x.cu"]
    options = parse_arguments(arguments).options
    assert (options.std, options.arch, options.system_dirs) == ("c++20", "sm_70", ("s",))
    assert (options.force_includes, options.include_dirs) == (("a.h", "b.h"), ("inc",))


@pytest.mark.parametrize("arguments", [["-arch=x"], ["-std="], ["-std"], ["--frontend=gcc"], ["-j", "0"], ["--clang="]])
def test_wrong_values_for_the_front_end_are_usage_errors(arguments: list[str]) -> None:
    with pytest.raises(UsageError):
        parse_arguments(arguments)


def test_yaml_takes_numbers_lists_and_mappings() -> None:
    options = Options.from_mapping({"unwind": 9, "args": ["-n", "3"], "unwindset": {"f.1": 3}, "defines": ["A", "B=1"]})
    assert (options.unwind, options.args, options.unwindset) == (9, ("-n", "3"), (("f.1", 3),))
    assert options.defines == ("A", "B=1")


def test_yaml_options_go_on_top_of_a_base() -> None:
    base = Options(unwind=3, context_bound=1)
    assert Options.from_mapping({"unwind": None}, base) == Options(context_bound=1)


@pytest.mark.parametrize(
    "mapping",
    [{"unwnd": 3}, {"unwind": -1}, {"unwind": "x"}, {"por": 3}, {"solver": "yices"}, {"timeout": [1, 2]},
     {"unwind": True}, {"context-bound": None}],
)  # fmt: skip
def test_wrong_yaml_is_a_usage_error(mapping: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        Options.from_mapping(mapping)


@pytest.mark.parametrize("text", ["0", "-3", "x", "", "1d", "nan", "inf"])
def test_wrong_time_is_a_usage_error(text: str) -> None:
    with pytest.raises(UsageError):
        parse_arguments([f"--timeout={text}"])


def test_files_and_options_mix() -> None:
    command = parse_arguments(["a.cu", "--unwind", "3", "b.cu", "--no-por", "c.cu"])
    assert command.files == ("a.cu", "b.cu", "c.cu")
    assert (command.options.unwind, command.options.por) == (3, False)


@pytest.mark.parametrize(
    ("flag", "meant"),
    [("--unwnd", "--unwind"), ("--no-bound-check", "--no-bounds-check"), ("--contextbound", "--context-bound")],
)
def test_a_misspelt_flag_gets_a_suggestion(flag: str, meant: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_arguments([flag, "3", "x.cu"])
    assert f"did you mean {meant}?" in caught.value.hint


def test_flags_are_not_abbreviated() -> None:
    with pytest.raises(UsageError):
        parse_arguments(["--unw", "3", "x.cu"])


def test_the_names_of_esbmc_are_taken() -> None:
    names = """--unwind --unwindset --context-bound --data-races-check --no-bounds-check --no-pointer-check
        --no-div-by-zero-check --no-assertions --memory-leak-check --overflow-check --unsigned-overflow-check
        --ub-shift-check --nan-check --force-malloc-success --state-hashing --no-por --incremental-bmc
        --no-unwinding-assertions --show-goto-functions --program-only --show-vcc --show-loops
        --smt-formula-only --timeout --memlimit --function -I -D -U --all-runs"""
    assert [name for name in names.split() if name not in FLAGS] == []


def test_every_group_has_options() -> None:
    assert {option.group for option in OPTIONS} == set(Group)


def test_the_switches_of_properties_exist() -> None:
    defaults = Options()
    for prop in PROPERTIES.values():
        if prop.flag:
            assert getattr(defaults, prop.flag) is prop.default_on, prop.id


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, ("8.0", "sm_80")),
        ({"arch": "sm_90a"}, ("9.0", "sm_90a")),
        ({"compute_capability": "12.0"}, ("12.0", "sm_120")),
        ({"compute_capability": "8.9", "arch": "sm_80"}, ("8.9", "sm_80")),
    ],
)
def test_device_and_architecture_follow_from_each_other(arguments, expected):
    options = Options(**arguments)
    assert (options.capability, options.architecture) == expected
