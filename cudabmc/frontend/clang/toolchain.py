"""From source files to files of LLVM IR: find the compiler, look into the cache, compile the rest."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cudabmc.errors import CompilerError, CudabmcError, UsageError
from cudabmc.frontend.clang.cache import Cache, digest
from cudabmc.frontend.clang.cache_directory import open_cache
from cudabmc.frontend.clang.command import (
    INCLUDE,
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
from cudabmc.frontend.clang.precompiled import precompiled, with_precompiled
from cudabmc.late_dataclass import dataclass
from cudabmc.process.clock import not_counted

if TYPE_CHECKING:
    from cudabmc.frontend.clang.processes import CompilerExit

GNU_INCLUDES = (
    "algorithm", "array", "cmath", "cstdint", "cstdio", "cstdlib", "cstring", "functional", "iterator", "limits",
    "memory", "numeric", "sstream", "stdexcept", "string", "utility", "vector",
)  # fmt: skip
"""What a program may have from the GNU C++ library without including it: that library's headers include one
another more freely than libc++'s. A file that is refused without them gets a second try with them."""

_FORMAT = "2"  # of what a key means; change it with the contents of the cache


@dataclass(frozen=True, slots=True)
class Unit:
    """A source file and the IR of its sides. A file that is not CUDA has no device side, and one that is compiled at
    run time no host side."""

    path: str
    host: Path | None
    device: Path | None


@dataclass(frozen=True, slots=True)
class _Job:
    """One call of the compiler.

    `folders` are those in which it looks for the program's headers, `directory` the one that its debug information
    names: none for sources of a library, which have absolute paths and are the same wherever programs lie. `usual` says
    that what it includes first is the same for all programs, since nothing is asked for that could change it.
    """

    source: str
    command: tuple[str, ...]
    folders: tuple[str, ...]
    directory: str
    usual: bool = False


class Toolchain:
    """A compiler with a cache; `tell` hears what takes long. Raises UsageError if there is no compiler or no usable
    cache directory."""

    def __init__(self, options: CompileOptions, tell: Callable[[str], None] = lambda text: None) -> None:
        self._tell = tell
        self.cache: Cache = open_cache(options.cache_dir)
        self.compiler: Compiler = find_compiler(self.cache, options.clang)

    def units(self, paths: Sequence[str], files: Mapping[str, CompileOptions]) -> list[Unit]:
        """Both sides of the files at these paths, which have these options. Raises CompilerError with what the
        compiler says about the first bad one."""
        header = self._declarations()
        users_flags = self._users_flags()
        plain = {path: self._jobs(path, options, header, users_flags) for path, options in files.items()}
        other = {path: self._jobs(path, _generous(options), header, users_flags) for path, options in files.items()}
        made = {path: self._cached(plain[path]) or self._cached(other[path]) for path in plain}
        first = self._compile({path: plain[path] for path, known in made.items() if known is None})
        refused = {path: answer for path, answer in first.items() if isinstance(answer, CudabmcError)}
        again = [path for path, error in refused.items() if _may_miss_includes(path, files[path], error)]
        second = self._compile({path: other[path] for path in again})
        units = []
        for path in paths:
            answer = made[path] or first[path]
            if isinstance(answer, CudabmcError):
                answer = second.get(path, answer)
            if isinstance(answer, CudabmcError):
                raise refused[path]
            sides = dict(zip(self._sides(path, files[path]), answer, strict=True))
            units.append(Unit(path, sides.get(Side.HOST), sides.get(Side.DEVICE)))
        return units

    def sources(self, paths: Sequence[str], flags: Sequence[str] = (), std: str = "c++23") -> list[Path]:
        """Sources of a library, in C or C++, for the host; the user's own options do not reach them.

        A limit on time does not count what their compilation takes: a run that always ends before it is over would
        never get further. Raises CompilerError.
        """
        jobs = {path: self._source_job(path, flags, std) for path in paths}
        made = {path: self._cached([job]) for path, job in jobs.items()}
        missing = {path: [jobs[path]] for path, known in made.items() if known is None}
        if missing:
            count = f"{len(missing)} file{'' if len(missing) == 1 else 's'}"
            self._tell(f"compiling {count} of the C++ library, which later runs find in the cache")
        with not_counted():
            new = self._compile(missing)
        files = []
        for path in paths:
            answer = made[path] or new[path]
            if isinstance(answer, CudabmcError):
                raise answer
            files += answer
        return files

    def _jobs(self, path: str, options: CompileOptions, header: Path, users_flags: tuple[str, ...]) -> list[_Job]:
        sides = self._sides(path, options)
        folders = (*options.include_dirs, *options.system_dirs)
        toolkit = self._toolkit_dirs(options)
        commands = (program_command(self.compiler, options, path, side, header, users_flags, toolkit) for side in sides)
        usual = Side.DEVICE in sides and not users_flags and _asks_for_nothing(options)
        return [_Job(path, command, folders, os.getcwd(), usual) for command in commands]

    @staticmethod
    def _sides(path: str, options: CompileOptions) -> tuple[Side, ...]:
        if language_of(path, options.language) is not Language.CUDA:
            return (Side.HOST,)
        return (Side.DEVICE,) if options.at_run_time else (Side.HOST, Side.DEVICE)

    def _toolkit_dirs(self, options: CompileOptions) -> tuple[str, ...]:
        if options.cuda_path is None:
            return ()
        from cudabmc.frontend.clang.toolkit_headers import toolkit_dirs

        return toolkit_dirs(options.cuda_path, INCLUDE / "cuda", self.cache)

    def _source_job(self, path: str, flags: Sequence[str], std: str) -> _Job:
        language = Language.C if language_of(path) is Language.C else Language.CXX
        base = base_command(self.compiler, language, std if language is Language.CXX else "gnu17")
        return _Job(path, (*base, *flags, *library_flags(self.compiler, language), "--", path), (), "")

    def _declarations(self) -> Path:
        from cudabmc.frontend.clang.declarations import HEADER_NAME, generated_header

        return self.cache.text(HEADER_NAME, generated_header())

    def _users_flags(self) -> tuple[str, ...]:
        """What users' models add: folders with the headers that they stand for, in which is what all programs
        see, and calls of what clang would take as built-in functions stay calls."""
        from opmodels import registry

        names = sorted(registry.users_headers())
        files = {name: self.cache.text(name, "#pragma once\n#include <cuda_runtime_api.h>\n") for name in names}
        folders = (flag for name, file in files.items() for flag in ("-I", str(file)[: -len(name) - 1]))
        replaced = sorted({m.name for m in registry.users_models() if m.family != registry.USERS})
        return (*folders, *(f"-fno-builtin-{name}" for name in replaced))

    # ------------------------------------------------------------ through the cache

    def _cached(self, jobs: Sequence[_Job]) -> list[Path] | None:
        """The results of all the jobs, if the cache has all."""
        found = []
        for job in jobs:
            path = self.cache.find(self._key(job))
            if path is None:
                return None
            found.append(path)
        return found

    def _key(self, job: _Job) -> str:
        try:
            text = Path(job.source).read_bytes()
        except OSError as error:
            raise UsageError(f"cannot read {job.source}: {error.strerror or error}") from None
        return digest(_FORMAT, self.compiler.identity, job.directory, *job.command, text)

    def _compile(self, groups: dict[str, list[_Job]]) -> dict[str, list[Path] | CudabmcError]:
        """Run the compiler for all jobs at once: for each group its results, or the error of its first bad job."""
        from cudabmc.frontend.clang.processes import run_all

        jobs = [job for group in groups.values() for job in group]
        if not jobs:
            return {}
        keys = {job: self._key(job) for job in jobs}  # of the sources before the compiler reads them
        headers = {job: self._header(job) for job in jobs}
        started = time.time_ns()
        outputs = {job: self.cache.new_file(".ll") for job in jobs}
        try:
            commands = [with_precompiled(job.command, h) if (h := headers[job]) else job.command for job in jobs]
            ends = dict(zip(jobs, run_all(list(map(_with_outputs, commands, outputs.values()))), strict=True))
            # What clang says of a program may depend on how it came by the header, and the file may have gone.
            again = [job for job, end in ends.items() if end.status and headers[job]]
            if again:
                ended = run_all([_with_outputs(job.command, outputs[job]) for job in again])
                ends |= dict(zip(again, ended, strict=True))
            if bad := {job: end.messages for job, end in ends.items() if end.status}:
                ends |= self._with_more_flags(bad, outputs)
            errors = {
                job: compiler_error(job.source, end.status, end.messages) for job, end in ends.items() if end.status
            }
            answers: dict[str, list[Path] | CudabmcError] = {}
            for name, group in groups.items():
                wrong = [errors[job] for job in group if job in errors]
                kept = (self._keep(job, keys[job], outputs[job], started) for job in group)
                answers[name] = wrong[0] if wrong else list(kept)
            return answers
        finally:
            for output in outputs.values():
                output.unlink(missing_ok=True)
                output.with_suffix(".d").unlink(missing_ok=True)

    def _with_more_flags(self, bad: Mapping[_Job, str], outputs: Mapping[_Job, Path]) -> "dict[_Job, CompilerExit]":
        """How jobs end of which clang has refused registers with one percent sign, when these get two, launches in
        device code, when it compiles for them, or names that the standard library has, too, when that includes less;
        by what it has said."""
        from cudabmc.frontend.clang import nested_launches, single_percent, transitive_includes
        from cudabmc.frontend.clang.processes import run_all

        nested = {job: nested_launches.flags_for(messages) for job, messages in bad.items()}
        fewer = {job: transitive_includes.flags_for(messages) for job, messages in bad.items()}
        flags = {
            job: (*single_percent.flags_for(messages, self.cache), *nested[job], *fewer[job])
            for job, messages in bad.items()
        }
        again = [job for job in bad if flags[job]]
        commands = [_with_outputs(_with_flags(job.command, flags[job]), outputs[job]) for job in again]
        ends = dict(zip(again, run_all(commands), strict=True))
        for job, end in ends.items():
            if not end.status and nested[job]:
                nested_launches.without_marks(outputs[job])
        # What is wrong with fewer includes is not what the user should read.
        return {job: end for job, end in ends.items() if not (end.status and fewer[job])}

    def _header(self, job: _Job) -> Path | None:
        return precompiled(self.cache, self.compiler.identity, job.command) if job.usual else None

    def _keep(self, job: _Job, key: str, output: Path, started: int) -> Path:
        """The compiler's own headers are part of its identity; all others are watched."""
        wheel = self.compiler.wheel
        fixed = f"{wheel.library}{os.sep}" if wheel else None
        read = read_depfile(output.with_suffix(".d").read_text("utf-8", "surrogateescape"))
        files = [file for file in read if fixed is None or not file.startswith(fixed)]
        own = {os.path.dirname(file) or "." for file in files if not file.startswith(str(self.cache.root))}
        return self.cache.store(key, output, files, sorted({*own, *job.folders}), started)


def _asks_for_nothing(options: CompileOptions) -> bool:
    """Do the options leave alone what is found under the name of a header, and what its text means?"""
    asked = (options.include_dirs, options.system_dirs, options.defines, options.undefines, options.force_includes)
    return not any(asked) and options.cuda_path is None and not options.long_double_is_double


def _with_flags(command: tuple[str, ...], flags: tuple[str, ...]) -> tuple[str, ...]:
    at = command.index("--")
    return (*command[:at], *flags, *command[at:])


def _with_outputs(command: tuple[str, ...], output: Path) -> tuple[str, ...]:
    rule = output.with_suffix(".d")
    return _with_flags(command, ("-o", str(output), "-MD", "-MT", "-", "-MF", str(rule)))


def _generous(options: CompileOptions) -> CompileOptions:
    return replace(options, force_includes=(*options.force_includes, *GNU_INCLUDES))


def _may_miss_includes(path: str, options: CompileOptions, error: CudabmcError) -> bool:
    """Whether the compiler could be content with a few more headers of the C++ library."""
    if not isinstance(error, CompilerError) or language_of(path, options.language) is Language.C:
        return False
    return not error.message.endswith("file not found")


def compile_units(paths: Sequence[str], options: CompileOptions) -> list[Unit]:
    """The IR of both sides of each file.

    Raises CompilerError for what the compiler rejects, UsageError without a compiler.
    """
    return Toolchain(options).units(paths, dict.fromkeys(paths, options))
