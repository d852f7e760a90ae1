"""From source files to files of LLVM IR: find the compiler, look into the cache, compile the rest."""

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cudabmc.errors import UsageError
from cudabmc.frontend.clang.cache import Cache, digest
from cudabmc.frontend.clang.cache_directory import open_cache
from cudabmc.frontend.clang.command import (
    CompileOptions,
    Language,
    Side,
    base_command,
    language_of,
    library_flags,
    program_command,
)
from cudabmc.frontend.clang.depfile import read_depfile
from cudabmc.frontend.clang.diagnostics import compiler_error
from cudabmc.frontend.clang.discovery import Compiler, find_compiler

_FORMAT = "1"  # of what a key means; change it with the contents of the cache


@dataclass(frozen=True, slots=True)
class Unit:
    """A source file and the IR of its sides; a file that is not CUDA has no device side."""

    path: str
    host: Path
    device: Path | None


@dataclass(frozen=True, slots=True)
class _Job:
    """One call of the compiler. `folders` are those in which it looks for the program's headers."""

    source: str
    command: tuple[str, ...]
    folders: tuple[str, ...]


class Toolchain:
    """A compiler with a cache. Raises UsageError if there is no compiler or no usable cache directory."""

    def __init__(self, options: CompileOptions) -> None:
        self.options = options
        self.cache: Cache = open_cache(options.cache_dir)
        self.compiler: Compiler = find_compiler(self.cache, options.clang)

    def units(self, paths: Sequence[str]) -> list[Unit]:
        """Both sides of the files. Raises CompilerError with what the compiler says about the first bad one."""
        header = self._declarations()
        jobs: list[_Job] = []
        for path in paths:
            sides = (Side.HOST, Side.DEVICE) if language_of(path) is Language.CUDA else (Side.HOST,)
            jobs += [
                _Job(path, program_command(self.compiler, self.options, path, side, header), self._folders())
                for side in sides
            ]
        made = iter(self._compile(jobs))
        return [
            Unit(path, next(made), next(made) if language_of(path) is Language.CUDA else None) for path in paths
        ]

    def sources(self, paths: Sequence[str], flags: Sequence[str] = (), std: str = "c++23") -> list[Path]:
        """Sources of a library, in C or C++, for the host; the user's own options do not reach them."""
        jobs = []
        for path in paths:
            language = Language.C if language_of(path) is Language.C else Language.CXX
            base = base_command(self.compiler, language, std if language is Language.CXX else "gnu17")
            command = (*base, *flags, *library_flags(self.compiler, language), "--", path)
            jobs.append(_Job(path, command, ()))
        return self._compile(jobs)

    def _folders(self) -> tuple[str, ...]:
        return (*self.options.include_dirs, *self.options.system_dirs)

    def _declarations(self) -> Path:
        from cudabmc.frontend.clang.declarations import HEADER_NAME, generated_header

        return self.cache.text(HEADER_NAME, generated_header())

    # ------------------------------------------------------------ through the cache

    def _compile(self, jobs: Sequence[_Job]) -> list[Path]:
        keys = [self._key(job) for job in jobs]
        found = [self.cache.find(key) for key in keys]
        missing = [index for index, path in enumerate(found) if path is None]
        if missing:
            made = self._run([jobs[index] for index in missing], [keys[index] for index in missing])
            for index, path in zip(missing, made, strict=True):
                found[index] = path
        return [path for path in found if path is not None]

    def _key(self, job: _Job) -> str:
        try:
            text = Path(job.source).read_bytes()
        except OSError as error:
            raise UsageError(f"cannot read {job.source}: {error.strerror or error}") from None
        # The debug information names the working directory.
        return digest(_FORMAT, self.compiler.identity, os.getcwd(), *job.command, text)

    def _run(self, jobs: Sequence[_Job], keys: Sequence[str]) -> list[Path]:
        from cudabmc.frontend.clang.processes import run_all

        started = time.time_ns()
        outputs = [self.cache.new_file(".ll") for _ in jobs]
        rules = [output.with_suffix(".d") for output in outputs]
        try:
            ended = run_all([
                _with_outputs(job.command, output, rule)
                for job, output, rule in zip(jobs, outputs, rules, strict=True)
            ])  # fmt: skip
            for job, end in zip(jobs, ended, strict=True):
                if end.status:
                    raise compiler_error(job.source, end.status, end.messages)
            return [
                self._keep(*work, started) for work in zip(jobs, keys, outputs, rules, strict=True)
            ]  # fmt: skip
        finally:
            for file in (*outputs, *rules):
                file.unlink(missing_ok=True)

    def _keep(self, job: _Job, key: str, output: Path, rule: Path, started: int) -> Path:
        """The compiler's own headers are part of its identity; all others are watched."""
        wheel = self.compiler.wheel
        fixed = f"{wheel.library}{os.sep}" if wheel else None
        read = read_depfile(rule.read_text("utf-8", "surrogateescape"))
        files = [file for file in read if fixed is None or not file.startswith(fixed)]
        own = {os.path.dirname(file) or "." for file in files if not file.startswith(str(self.cache.root))}
        return self.cache.store(key, output, files, sorted({*own, *job.folders}), started)


def _with_outputs(command: tuple[str, ...], output: Path, rule: Path) -> tuple[str, ...]:
    at = command.index("--")
    return (*command[:at], "-o", str(output), "-MD", "-MT", "-", "-MF", str(rule), *command[at:])


def compile_units(paths: Sequence[str], options: CompileOptions) -> list[Unit]:
    """The IR of both sides of each file.

    Raises CompilerError for what the compiler rejects, UsageError without a compiler.
    """
    return Toolchain(options).units(paths)
