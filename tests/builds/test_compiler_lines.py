"""Command lines of compilers: what of them is taken, and that nothing of them is refused."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc import verify
from cudabmc.builds.compiler_line import CompilerLine, names_compiler, read_line, without_compiler_words
from cudabmc.builds.compiler_options import REFUSED
from cudabmc.command.arguments import parse_arguments
from cudabmc.errors import UsageError
from cudabmc.frontend.clang.cache_directory import open_cache
from cudabmc.frontend.clang.discovery import NoCompilerError, find_compiler
from cudabmc.options.table import FLAGS, Options


def nvcc(text: str) -> CompilerLine:
    return read_line(["nvcc", *shlex.split(text)])


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("-O3 main.cu util.cu -o app", {"files": ("main.cu", "util.cu"), "unused": ("-O3", "-o", "app")}),
        ("-I a -Ib -I=c -Id,e --include-path=f", {"include_dirs": tuple("abcdef")}),
        ("-isystem=a --system-include b,c", {"system_dirs": ("a", "b", "c")}),
        ("-DA -D B=1 -DC,D=2 --define-macro E", {"defines": ("A", "B=1", "C", "D=2", "E")}),
        ('-DTEXT=\\"a,b\\" -DF=a\\\\,b', {"defines": ('TEXT="a,b"', "F=a,b")}),
        ("-UA --undefine-macro B -include a.h,b.h", {"undefines": ("A", "B"), "force_includes": ("a.h", "b.h")}),
        ("-std=c++14", {"settings": {"std": "c++14"}}),
        ("--std c++20 -x cu k.txt", {"settings": {"std": "c++20", "language": "cu"}, "files": ("k.txt",)}),
        ("-arch=sm_90 -code=sm_90", {"settings": {"arch": "sm_90"}, "unused": ("-code=sm_90",)}),
        ("-gencode arch=compute_70,code=sm_70 -gencode=arch=compute_86,code=sm_86", {"settings": {"arch": "sm_86"}}),
        ("--generate-code=arch=compute_80,code=[compute_80,sm_80]", {"settings": {"arch": "sm_80"}}),
        ("-arch native", {"settings": {}}),
        ("-default-stream per-thread", {"settings": {"default_stream": "per-thread"}}),
        ("--default-stream=null", {"settings": {"default_stream": "legacy"}}),
        ("-fmad=false", {"settings": {"contraction": False}}),
        ("--fmad false", {"settings": {"contraction": False}}),
        ("-fmad=true", {"unused": ("-fmad=true",)}),
        ("--use_fast_math", {"settings": {"use_fast_math": True}}),
        ("-ftz=true -prec-div true", {"settings": {"use_fast_math": True}, "unused": ("-prec-div", "true")}),
        ("-Xcompiler -fopenmp,-DA,-Wall -Xptxas -v", {"defines": ("A",),
                                                     "unused": ("-Xcompiler", "-fopenmp,-Wall", "-Xptxas", "-v")}),
        ("-Xcompiler=-fPIC,-Iinc", {"include_dirs": ("inc",), "unused": ("-Xcompiler", "-fPIC")}),
        ("a.o libx.a libz.so.1 main.cu", {"files": ("main.cu",), "unused": ("a.o", "libx.a", "libz.so.1")}),
        ("-Werror all-warnings main.cu", {"files": ("main.cu",)}),
        ("-Werror main.cu", {"files": ("main.cu",), "unused": ("-Werror",)}),
        ("-O 2 main.cu -t4 -t 4 -lineinfo -lm -l cudart -L/x -rdc true", {"files": ("main.cu",)}),
        ("--run --run-args 3,4 main.cu", {"settings": {"args": ("3", "4")}, "files": ("main.cu",)}),
        ("-fsomething=new --brandnew main.cu", {"files": ("main.cu",)}),
    ],
)  # fmt: skip
def test_a_line_of_nvcc_says(line: str, found: dict[str, object]) -> None:
    taken = nvcc(line)
    assert {name: getattr(taken, name) for name in found} == found


def test_clang_does_not_split_at_commas() -> None:
    line = read_line(shlex.split("ccache clang++-18 --cuda-gpu-arch=sm_75 -DF(a,b)=a -Ia,b -idirafter z main.cu -c"))
    assert (line.defines, line.include_dirs, line.system_dirs) == (("F(a,b)=a",), ("a,b",), ("z",))
    assert (line.settings, line.files, line.unused) == ({"arch": "sm_75"}, ("main.cu",), ("-c",))


@pytest.mark.parametrize("option", ["-m32", "-funsigned-char", "-Xcompiler=-funsigned-char"])
def test_what_changes_the_meaning_is_refused(option: str) -> None:
    with pytest.raises(UsageError, match="not supported"):
        nvcc(f"{option} main.cu")


@pytest.mark.parametrize("option", ["-arch=fermi", "-std=", "-x fortran"])
def test_a_wrong_value_is_refused(option: str) -> None:
    with pytest.raises(UsageError):
        nvcc(f"{option} main.cu")


def test_options_are_read_from_files(tmp_path: Path) -> None:
    (tmp_path / "more.rsp").write_text('-DB="x y"\n-I inc\n')
    (tmp_path / "all.rsp").write_text("-DA --options-file more.rsp\nmain.cu")
    for words in (["-optf", "all.rsp"], ["@all.rsp"], ["--options-file=all.rsp"]):
        line = read_line(["nvcc", *words], str(tmp_path))
        assert (line.defines, line.include_dirs, line.files) == (("A", "B=x y"), ("inc",), ("main.cu",))


def test_files_of_options_that_are_missing_or_endless_are_refused(tmp_path: Path) -> None:
    (tmp_path / "self.rsp").write_text("@self.rsp")
    (tmp_path / "open.rsp").write_text("-DA='x")
    for name in ("self.rsp", "open.rsp", "missing.rsp"):
        with pytest.raises(UsageError, match=name):
            read_line(["nvcc", f"@{name}"], str(tmp_path))


@pytest.mark.parametrize(
    ("words", "compiler"),
    [("nvcc a.cu", True), ("/usr/local/cuda/bin/nvcc a.cu", True), ("clang++-18 a.cu", True), ("main.cu", False),
     ("ccache nvcc a.cu", True), ("env A=1 nvcc a.cu", True), ("x86_64-linux-gnu-g++-13 a.cpp", True),
     ("nvcc.cu", False), ("", False), ("my-acc.cu x", False)],
)  # fmt: skip
def test_a_compiler_is_known_by_its_name(words: str, compiler: bool) -> None:
    assert names_compiler(words.split()) is compiler


# ---------------------------------------------------------------- among our own


def test_a_line_behind_two_dashes_is_that_of_a_compiler() -> None:
    command = parse_arguments(shlex.split("--unwind 3 -DA -- nvcc -O3 -DB -std=c++20 -arch=sm_90 main.cu -o app"))
    options = command.options
    assert (command.files, command.unused) == (("main.cu",), ("-O3", "-o", "app"))
    assert (options.unwind, options.defines, options.std, options.arch) == (3, ("A", "B"), "c++20", "sm_90")


def test_what_we_are_told_ourselves_counts_more() -> None:
    command = parse_arguments(shlex.split("-std=c++20 --default-stream per-thread -- nvcc -std=c++14 main.cu"))
    assert (command.options.std, command.options.default_stream) == ("c++20", "per-thread")


def test_options_of_compilers_may_stand_among_ours() -> None:
    words = "-O3 -lineinfo main.cu --unwind 3 -gencode arch=compute_90,code=sm_90 -o app -Xcompiler -DA -I inc -lcudart"
    command = parse_arguments(shlex.split(words))
    assert command.files == ("main.cu",)
    assert command.unused == ("-O3", "-lineinfo", "-o", "app", "-lcudart")
    options = command.options
    assert (options.unwind, options.arch, options.defines, options.include_dirs) == (3, "sm_90", ("A",), ("inc",))


def test_two_dashes_without_a_compiler_end_the_options() -> None:
    assert parse_arguments(["--", "-x.cu", "main.cu"]).files == ("-x.cu", "main.cu")


THEIRS = {"-shared", "-default-stream", "-cuda-path", "-verbose", "-coverage"}


@pytest.mark.parametrize("word", sorted({f"-{flag.lstrip('-')}" for flag in FLAGS} - set(FLAGS) - THEIRS))
def test_an_option_of_ours_with_a_dash_too_few_is_no_option_of_a_compiler(word: str) -> None:
    assert without_compiler_words([word, "main.cu"]) == ([word, "main.cu"], CompilerLine())


FILES = st.sampled_from(["main.cu", "util.cpp", "dir/k.cu", "c.c"])
PARTS = st.one_of(
    FILES.map(lambda file: [file]),
    st.sampled_from([
        ["-O3"], ["-O", "3"], ["-o", "app"], ["-oapp"], ["-lineinfo"], ["-g"], ["-G"], ["-Xcompiler", "-fPIC,-O2"],
        ["-Xptxas", "-v,-O3"], ["-arch=sm_80"], ["-gencode", "arch=compute_70,code=sm_70"], ["-lm"], ["-l", "m"],
        ["-L/usr/lib"], ["-rdc=true"], ["-dc"], ["--expt-relaxed-constexpr"], ["-Wno-deprecated-gpu-targets"],
        ["--Werror", "all-warnings"], ["-Wall"], ["-std=c++17"], ["-MD", "-MT", "x.o", "-MF", "x.d"], ["-march=native"],
        ["-maxrregcount", "32"], ["-ccbin=g++"], ["-ccbin", "g++"], ["-Iinc"], ["-D", "N=3"], ["-t", "0"], ["-keep"],
        ["--compiler-options", "-fopenmp"], ["-diag-suppress", "20012"], ["-pthread"], ["x.o"],
    ]),
)  # fmt: skip


@given(st.lists(PARTS, max_size=12))
def test_files_are_found_wherever_they_stand_and_options_leave_nothing_behind(parts: list[list[str]]) -> None:
    files = tuple(part[0] for part in parts if not part[0].startswith("-") and part[0] != "x.o")
    words = [word for part in parts for word in part]
    for line in (read_line(["nvcc", *words]), parse_arguments(words)):
        assert line.files == files
        assert "main.cu" not in line.unused


# ---------------------------------------------------------------- the compilers themselves


def options_in_help(text: str) -> list[tuple[str, bool]]:
    """Spellings at the beginnings of lines, and whether a value follows."""
    found = []
    for line in text.splitlines():
        if line.startswith("--dependency-output"):  # the help forgets the value of this one
            line = line.replace("--dependency-output", "--dependency-output <file>")
        heading = re.match(r"(--?[A-Za-z][\w-]*)( <[^>]*>| \{[^}]*\}| entry| \[[^\]]*\])?[ ,.]*\((-[\w-]+)\)?", line)
        if heading:
            found += [(heading[1], heading[2] is not None), (heading[3], heading[2] is not None)]
    return found


# What is no number and has to fit.
VALUES = {
    "x": "cu", "std": "c++17", "default-stream": "legacy", "fgpu-default-stream": "legacy", "optimize": "2", "O": "2",
    "gpu-architecture": "sm_80", "arch": "sm_80", "generate-code": "arch=compute_80", "gencode": "arch=compute_80",
    "compiler-options": "-O2", "Xcompiler": "-O2", "Werror": "all-warnings",
}  # fmt: skip


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="nvcc is not installed")
def test_every_option_of_nvcc_is_taken() -> None:
    text = subprocess.run(["nvcc", "--help"], capture_output=True, text=True, check=True).stdout
    options = [pair for pair in options_in_help(text) if pair[0] not in ("--options-file", "-optf")]
    assert len(options) > 200
    for option, valued in options:
        words = [option, *([VALUES.get(option.lstrip("-"), "7")] if valued else [])]
        assert nvcc(shlex.join([*words, "main.cu"])).files == ("main.cu",), option
        if option not in FLAGS and option not in ("-h", "--help", "--version", "-V"):
            assert parse_arguments([*words, "main.cu"]).files == ("main.cu",), option


def test_every_option_of_clang_is_taken(tmp_path: Path) -> None:
    try:
        compiler = find_compiler(open_cache(str(tmp_path)), None)
    except NoCompilerError:
        pytest.skip("there is no clang")
    text = subprocess.run([*compiler.command, "--help"], capture_output=True, text=True, check=True).stdout
    options = re.findall(r"^  (--?[\w+-]+)(=?)( ?)(<[^>]*>)?", text, re.MULTILINE)
    assert len(options) > 300
    for flag, equals, blank, value in options:
        name = flag.lstrip("-")
        if name in REFUSED or name in ("arch", "x", "time", "G"):  # the last two are others of nvcc
            continue
        given = VALUES.get(name, "sm_80" if "arch" in name else "7")
        words = [f"{flag}{equals}{given}"] if equals else [flag, given] if value and blank else [flag]
        if value and not equals and not blank:
            words = [f"{flag}{given}"]
        assert read_line(["clang++", *words, "main.cu"]).files == ("main.cu",), words


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="nvcc is not installed")
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["-D", "-U"]),
            st.sampled_from(["", "="]),
            st.lists(st.sampled_from(["A", "B", ",M", "=", "\\,"]), max_size=6).map(lambda p: "M" + "".join(p)),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_nvcc_splits_lists_as_we_do(parts: list[tuple[str, str, str]]) -> None:
    words = [f"{flag}{equals}{value}" for flag, equals, value in parts]
    run = subprocess.run(["nvcc", "--dryrun", *words, "main.cu"], capture_output=True, text=True)
    command = next((line for line in run.stderr.splitlines() if " -E " in line and "CUDACC_VER" in line), None)
    if command is None:  # what nvcc refuses itself
        return
    told = [unquoted(word) for word in shown_words(command)]
    line = nvcc(shlex.join([*words, "main.cu"]))
    for flag, values in (("-D", line.defines), ("-U", line.undefines)):
        passed = [word[2:].strip() for word in told if word.startswith(flag)]
        assert [value for value in values if value.startswith("M")] == [v for v in passed if v.startswith("M")]


def shown_words(command: str) -> list[str]:
    """The words of a line of --dryrun, where -D "A" is one word, and quotes and backslashes inside are escaped."""
    return re.findall(r'(?:-[DU] )?"(?:[^"\\]|\\.)*"|\S+', command)


def unquoted(word: str) -> str:
    return re.sub(r'"((?:[^"\\]|\\.)*)"', lambda found: re.sub(r"\\(.)", r"\1", found[1]), word)


def test_the_line_is_applied_to_given_options() -> None:
    base = Options(include_dirs=("mine",), arch="sm_70")
    line = nvcc("-I theirs -arch=sm_90 -std=c++20 main.cu")
    applied = line.applied(base)
    assert (applied.include_dirs, applied.arch, applied.std) == (("mine", "theirs"), "sm_70", "c++20")


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_the_language_that_is_asked_for_counts_more_than_the_name(tmp_path: Path, frontend: str) -> None:
    """A character constant has the size of an int in C, and of a char in C++ (C11 6.4.4.4, C++17 5.13.3)."""
    for name, language, size in (("a.cpp", "c", 4), ("a.c", "c++", 1), ("b.c", None, 4), ("b.cpp", None, 1)):
        path = tmp_path / name
        path.write_text(f"int main(void) {{ int n[sizeof('a') == {size} ? 1 : -1]; n[0] = 0; return n[0]; }}\n")
        assert verify(str(path), frontend=frontend, language=language)
