"""Which front end takes a program: c for C-style CUDA, clang for everything else. A .goto file needs neither.

With `auto` c is tried first, because it starts in milliseconds, and clang where it refuses. The verdict
is the same from both, so trying them in another order changes no more than the time: a file that
includes a header of the C++ library goes to clang at once.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from cudabmc.errors import ResourceError, SourceError, UnsupportedError
from cudabmc.goto.contraction import contract_all, contracted
from cudabmc.goto.kernels import choose_kernel
from cudabmc.goto.program import Call, Program
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import Options
from cudabmc.source.run_time_source import RunTimeSource
from cudabmc.source.text import SourceText, read_source

# Headers of C++ that have no counterpart in C and that the c front end does not know.
_CXX_HEADERS = (
    "array|atomic|bitset|chrono|complex|condition_variable|deque|exception|forward_list|fstream|"
    "functional|future|initializer_list|iomanip|iostream|istream|iterator|limits|list|map|memory|mutex|numeric|"
    "optional|ostream|queue|random|regex|set|span|sstream|stack|stdexcept|streambuf|string|string_view|thread|"
    "tuple|type_traits|typeinfo|unordered_map|unordered_set|valarray|variant|vector|"
    "(?:cub|cupy|thrust)/[^>]+"
)
_CXX_INCLUDE = re.compile(rf"^[ \t]*#[ \t]*(include[ \t]*<(?:{_CXX_HEADERS})>)", re.MULTILINE)
_OPENMP = re.compile(r'^[ \t]*#[ \t]*(pragma[ \t]+omp)\b|(_Pragma\s*\(\s*"omp)\b', re.MULTILINE)
_CONTRACTS = re.compile(r'^[ \t]*#[ \t]*(include[ \t]*[<"]cudabmc\.h[>"])', re.MULTILINE)
_PRECONDITION = re.compile(r"\b(cudabmc_requires)\b")
_GOTO = ".goto"
_WORD = "__cudabmc_"
Tell = Callable[[str], None]
PRECISE = "-use_fast_math, -ftz=true and kin are not followed: results of floating point are the precise ones"
OPENMP_IS_OFF = "OpenMP is off, as in nvcc by default: code under `#pragma omp` runs on one thread"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A program, the front end that took it, why this one if there was a choice, and the texts that the program
    compiles while it runs, as far as they are known."""

    program: Program
    frontend: str
    because: str = ""
    run_time: tuple[RunTimeSource, ...] = ()

    @property
    def how(self) -> str:
        """For people: `clang, because main.cu:3: #include <vector>`."""
        return f"{self.frontend}, because {self.because}" if self.because else self.frontend


def load_program(files: Sequence[str], options: Options, run_time: Sequence[RunTimeSource] = ()) -> Program:
    """The GOTO program of source files, and of texts that it is known to compile while it runs.

    Raises SourceError (UnsupportedError, or CompilerError with clang's own text) for a program that is not
    taken, UsageError for what cannot be read and for a front end that is not installed.
    """
    return load_with(files, options, run_time=run_time).program


def everything(files: Sequence[str], options: Options, loaded: Loaded) -> Program:
    """All that the files of a program define that was taken, as its front end has it: clang leaves out of a run what
    nothing in it leads to. Raises as `load_program`."""
    if loaded.frontend != "clang":
        return loaded.program
    return _through_clang(files, replace(options, prove=True), lambda text: None, loaded.run_time)


def prepare(options: Options) -> None:
    """Import what any program needs, once for the processes that are forked afterwards."""
    from opmodels import load_all

    load_all()
    if options.frontend != "clang":
        import cudabmc.frontend.c  # noqa: F401


def load_with(
    files: Sequence[str], options: Options, tell: Tell = lambda text: None, run_time: Sequence[RunTimeSource] = ()
) -> Loaded:
    """`load_program`, with the choice of front end that was made. `tell` hears what takes long, in words.

    Raises ModelError too, for the user's own models."""
    from cudabmc.frontend.user_models import load_users_models

    load_users_models(options.models)
    macros = _macros_of_header(files, options)
    loaded = _chosen(files, _with(macros, options), tell, run_time)
    # Looking at all functions of a program that is run would make them: only where its files name such words.
    if not macros and (options.prove or _first_line(files, _PRECONDITION)):
        macros = _macros_of_contracts(loaded.program, options)
        loaded = _chosen(files, _with(macros, options), tell, run_time) if macros else loaded
    of_files = _options_of_each(files, options).values()
    if loaded.frontend != "goto" and all(own.contraction for own in of_files):
        _contract(loaded.program)
    if options.starts_at_kernel and not options.parse_only and not loaded.program.kernel:
        loaded.program.kernel = choose_kernel(options.kernel, _kernels(loaded.program))
    if loaded.frontend not in ("goto", "llvm") and _first_line(files, _OPENMP):
        loaded.program.assumptions += (OPENMP_IS_OFF,)
    if any(own.use_fast_math for own in of_files) or _is_fast(run_time):
        loaded.program.assumptions += (PRECISE,)
    return loaded


def _contract(program: Program) -> None:
    """Contract products and sums of the device."""
    if type(program.functions) is dict:
        contract_all(program.functions)
        return
    from cudabmc.frontend.clang.link.on_demand import OnDemand

    assert isinstance(program.functions, OnDemand)
    program.functions.change_each(lambda f: contracted(f) if f.on_device else f)  # clang compiles each side for itself


def _is_fast(run_time: Sequence[RunTimeSource]) -> bool:
    """Are results to be less than precise in a text that the program compiles?"""
    if not run_time:
        return False
    from cudabmc.builds.compiler_line import read_line
    from cudabmc.frontend.clang.run_time_modules import words

    return any(read_line(["clang++", *words(source)]).settings.get("use_fast_math") for source in run_time)


def _with(macros: tuple[str, ...], options: Options) -> Options:
    return replace(options, defines=(*macros, *options.defines)) if macros else options


def _macros_of_header(files: Sequence[str], options: Options) -> tuple[str, ...]:
    """What words of contracts are to be in proofs of files that include <cudabmc.h> themselves: nobody has to look for
    contracts in these."""
    if not options.prove or not _first_line(files, _CONTRACTS):
        return ()
    from opmodels.verifier_gpuverify import macros_of_proofs

    return macros_of_proofs()


def has_contracts(program: Program) -> bool:
    """Does a program call words of contracts?"""
    if program.outline is not None:  # all functions would be made if they were looked at
        return any(name.startswith(_WORD) for name in program.outline.models)
    code = (i for function in program.functions.values() for i in function.body)
    return any(isinstance(i, Call) and isinstance(i.callee, str) and i.callee.startswith(_WORD) for i in code)


def _macros_of_contracts(program: Program, options: Options) -> tuple[str, ...]:
    """What words of contracts are to be, if the program has some that matter for what is asked."""
    if not has_contracts(program):
        return ()
    code = (i for function in program.functions.values() for i in function.body)
    called = {i.callee for i in code if isinstance(i, Call) and isinstance(i.callee, str) and i.callee.startswith("__")}
    from opmodels.verifier_gpuverify import CALLED, FACTS, REQUIRES, macros_of_proofs, macros_of_runs

    if options.prove and called & CALLED:
        return macros_of_proofs()
    if not options.prove and not options.starts_at_kernel and REQUIRES in called:
        from cudabmc.frontend.preconditions import about_written_memory

        lines = sorted({line for apart in about_written_memory(program, REQUIRES) for line in apart})
        return macros_of_runs(lines, evaluated=not called & FACTS)
    return ()


def _kernels(program: Program) -> dict[str, str]:
    return {name: program.functions[name].display for name in program.parameters}


def _chosen(files: Sequence[str], options: Options, tell: Tell, run_time: Sequence[RunTimeSource]) -> Loaded:
    if run_time:
        program = _through_clang(files, options, tell, run_time)
        return Loaded(program, "clang", "it compiles text while it runs", tuple(run_time))
    if any(isinstance(file, SourceText) and file.compiled for file in files):
        from cudabmc.frontend.clang.compiled import load

        return Loaded(load(files, options), "llvm")
    if any(file.endswith(_GOTO) for file in files):
        return Loaded(_from_text(files, options), "goto")
    if options.frontend == "c":
        return Loaded(_through_c(files, options), "c")
    if options.frontend == "clang":
        return Loaded(_through_clang(files, options, tell), "clang")
    include = _cxx_include(files) or _instance(options)
    return _c_first(files, options, tell) if include is None else _clang_first(files, options, tell, include)


def _c_first(files: Sequence[str], options: Options, tell: Tell) -> Loaded:
    try:
        return Loaded(_through_c(files, options), "c")
    except SourceError as refusal:
        because = f"{refusal}"
        try:
            return Loaded(_through_clang(files, options, tell), "clang", because)
        except _missing():
            raise _with_hint(refusal) from None
        except ResourceError as error:
            raise ResourceError(f"{error.message}; as C, {because}") from None


def _clang_first(files: Sequence[str], options: Options, tell: Tell, because: str) -> Loaded:
    """The header may stand where the preprocessor does not look, so a refusal is not yet the answer."""
    try:
        return Loaded(_through_clang(files, options, tell), "clang", because)
    except _missing():
        try:
            return Loaded(_through_c(files, options), "c")
        except SourceError as refusal:
            raise _with_hint(refusal) from None
    except SourceError:
        try:
            return Loaded(_through_c(files, options), "c", "clang rejects the program")
        except SourceError:
            pass
        raise


def _options_of_each(files: Sequence[str], options: Options) -> dict[str, Options]:
    """How each file is compiled."""
    if options.compile_commands is None:
        return dict.fromkeys(files, options)
    from cudabmc.builds.compile_commands import options_of

    return {file: options_of(file, options) for file in files}


def _from_text(files: Sequence[str], options: Options) -> Program:
    from cudabmc.frontend.goto_file import load

    return load(files, options)


def _through_c(files: Sequence[str], options: Options) -> Program:
    from cudabmc.frontend.c import compile_files

    return compile_files(files, _options_of_each(files, options))


def _through_clang(
    files: Sequence[str], options: Options, tell: Tell, run_time: Sequence[RunTimeSource] = ()
) -> Program:
    from cudabmc.frontend.clang import load

    return load(files, options, _options_of_each(files, options), tell, run_time)


def _missing() -> type[Exception]:
    """The error that says that there is not clang; asked for only when clang was."""
    from cudabmc.frontend.clang.discovery import NoCompilerError

    return NoCompilerError


def _with_hint(refusal: SourceError) -> SourceError:
    """The refusal of the c front end, with the way to the other one."""
    from cudabmc.frontend.clang.discovery import INSTALL

    if isinstance(refusal, UnsupportedError):
        hint = f"{INSTALL} for the front end that accepts all of C++"
        return UnsupportedError(refusal.construct, refusal.location, hint)
    hint = f"{refusal.hint}; if this is C++" if refusal.hint else "if this is C++"
    return SourceError(refusal.message, refusal.location, f"{hint}: {INSTALL}")


def _cxx_include(files: Sequence[str]) -> str | None:
    """`main.cu:3: #include <vector>` for the first such line of the files themselves."""
    return _first_line(files, _CXX_INCLUDE)


def _instance(options: Options) -> str | None:
    """A kernel with template arguments is one that only clang makes."""
    return f"--kernel '{options.kernel}'" if options.kernel and "<" in options.kernel else None


def _first_line(files: Sequence[str], wanted: re.Pattern[str]) -> str | None:
    """FILE:LINE: and the directive for the first line of the files themselves that is wanted."""
    for file in files:
        try:
            text = read_source(file, "utf-8-sig")
        except OSError:
            continue
        found = wanted.search(text)
        if found:
            return f"{file}:{text.count(chr(10), 0, found.start()) + 1}: #{found[1]}"
    return None
