"""Which clang is used, and what is said when there is none."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cudabmc.errors import UsageError
from cudabmc.frontend.clang import discovery
from cudabmc.frontend.clang.cache import Cache
from cudabmc.frontend.clang.command import CompileOptions, Side, program_command
from cudabmc.frontend.clang.discovery import Compiler, NoCompilerError, find_compiler
from cudabmc.frontend.clang.toolchain import compile_units
from cudabmc.frontend.clang.wheel import find_wheel


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


@pytest.fixture
def no_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "find_wheel", lambda: None)


def script(path: Path, version: str, log: Path | None = None) -> str:
    """A program that says it is this version of something."""
    lines = ["#!/bin/sh", f'echo "$1" >> {log}' if log else "", f'echo "{version}"']
    path.write_text("\n".join(lines) + "\n")
    path.chmod(0o755)
    return str(path)


def wrapped(path: Path) -> str:
    """The wheel's clang as a program of its own."""
    wheel = find_wheel()
    assert wheel
    path.write_text(f'#!/bin/sh\nexec {wheel.program} clang "$@"\n')
    path.chmod(0o755)
    return str(path)


def search(monkeypatch: pytest.MonkeyPatch, directory: Path) -> None:
    monkeypatch.setenv("PATH", str(directory))


def test_the_wheel_is_used_where_the_path_has_no_clang(monkeypatch, cache: Cache, tmp_path: Path) -> None:
    search(monkeypatch, tmp_path)
    compiler = find_compiler(cache)
    assert compiler.wheel and compiler.command == (str(compiler.wheel.program), "clang")


def test_a_clang_on_the_path_goes_before_the_wheel(monkeypatch, cache: Cache, tmp_path: Path) -> None:
    search(monkeypatch, tmp_path)
    program = script(tmp_path / "clang-18", "Debian clang version 18.1.3 (1)")
    compiler = find_compiler(cache)
    assert compiler.command == (program,)
    assert compiler.wheel, "its headers serve any clang"


def test_the_newest_clang_of_the_path_is_used_unless_one_is_called_clang(monkeypatch, cache, tmp_path: Path) -> None:
    search(monkeypatch, tmp_path)
    script(tmp_path / "clang-18", "clang version 18.1.3")
    newest = script(tmp_path / "clang-20", "clang version 20.1.0")
    assert find_compiler(cache).command == (newest,)
    plain = script(tmp_path / "clang", "clang version 19.1.0")
    assert find_compiler(cache).command == (plain,)


@pytest.mark.parametrize("version", ["clang version 14.0.6", "gcc (GCC) 13.1", ""])
def test_what_is_too_old_on_the_path_is_passed_over(monkeypatch, cache, tmp_path: Path, version: str) -> None:
    search(monkeypatch, tmp_path)
    script(tmp_path / "clang", version)
    assert find_compiler(cache).command[1:] == ("clang",)


def test_without_any_the_message_has_the_command_that_installs_one(monkeypatch, cache, tmp_path, no_wheel) -> None:
    search(monkeypatch, tmp_path)
    with pytest.raises(NoCompilerError) as caught:
        find_compiler(cache)
    assert caught.value.hint == "pip install 'cudabmc[cpp]'"


@pytest.mark.parametrize(
    ("version", "message"), [("clang version 14.0.6", "is clang 14;"), ("gcc 13", "is not clang;")]
)
def test_what_was_asked_for_must_be_a_clang_that_is_new_enough(cache, tmp_path: Path, version, message) -> None:
    with pytest.raises(UsageError, match=message):
        find_compiler(cache, script(tmp_path / "mine", version))


def test_what_was_asked_for_must_exist(cache: Cache, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot find the compiler"):
        find_compiler(cache, str(tmp_path / "none"))


def test_what_was_asked_for_goes_before_the_path(monkeypatch, cache: Cache, tmp_path: Path) -> None:
    search(monkeypatch, tmp_path)
    script(tmp_path / "clang", "clang version 20.1.0")
    mine = script(tmp_path / "mine", "clang version 17.0.6")
    assert find_compiler(cache, mine).command == (mine,)
    assert find_compiler(cache, "mine").command == (mine,)


def test_a_clang_is_asked_for_its_version_once_and_again_when_it_changes(cache: Cache, tmp_path: Path) -> None:
    log = tmp_path / "log"
    mine = script(tmp_path / "mine", "clang version 18.1.3", log)
    one, two = find_compiler(cache, mine), find_compiler(cache, mine)
    assert log.read_text().count("--version") == 1 and one.identity == two.identity
    script(tmp_path / "mine", "clang version 18.1.30", log)
    assert find_compiler(cache, mine).identity != one.identity
    assert log.read_text().count("--version") == 2


@pytest.mark.long
def test_a_clang_that_was_asked_for_compiles_with_the_headers_of_the_wheel(tmp_path: Path) -> None:
    source = tmp_path / "a.cpp"
    source.write_text("#include <vector>\n#include <stdint.h>\nstd::vector<uint8_t> v(3);\n")
    options = CompileOptions(clang=wrapped(tmp_path / "myclang"), cache_dir=str(tmp_path / "cache"))
    (unit,) = compile_units([str(source)], options)
    assert "@v = " in unit.host.read_text() and unit.device is None


def test_a_clang_with_headers_of_its_own_finds_them_between_those_of_the_libraries(tmp_path: Path) -> None:
    wheel = find_wheel()
    assert wheel
    command = program_command(
        Compiler(("clang",), "", wheel, own_headers=True), CompileOptions(), "a.cpp", Side.HOST, tmp_path / "x.h"
    )
    assert wheel.builtin_dir not in command and "-nostdinc" not in command
    place = {directory: command[command.index(directory) - 1] for directory in (*wheel.cxx_dirs, *wheel.c_dirs)}
    assert {place[d] for d in wheel.cxx_dirs} == {"-isystem"} and {place[d] for d in wheel.c_dirs} == {"-idirafter"}


def test_a_clang_without_the_wheel_uses_its_own_libraries(tmp_path: Path) -> None:
    compiler = Compiler(("clang",), "", None, own_headers=True)
    command = program_command(compiler, CompileOptions(), "a.cpp", Side.HOST, tmp_path / "x.h")
    assert "-stdlib=libc++" in command and not [part for part in command if part.startswith("-nostd")]


def test_looking_for_the_wheel_does_not_import_it() -> None:
    code = (
        "import sys; from cudabmc.frontend.clang.toolchain import Toolchain, CompileOptions; "
        "from cudabmc.frontend.clang.wheel import find_wheel; assert find_wheel(); "
        "print(sorted(m for m in sys.modules if m.split('.')[0] in ('ziglang', 'z3', 'pycparser')))"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=dict(os.environ))
    assert ended.stdout == "[]\n", ended.stderr
