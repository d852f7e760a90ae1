"""Every option, declared once: the command line, YAML keys, help and docs/options.md derive from here.

A field `context_bound` is spelt `--context-bound` on the command line and `context-bound` in YAML.
A switch that is on by default shows its `--no-...` form in the help; both forms are always taken.
The help text describes the spelling that the help shows.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, field, fields, replace
from difflib import get_close_matches
from enum import Enum
from typing import Any, TypeVar, cast

from cudabmc.errors import UsageError
from cudabmc.late_dataclass import dataclass
from cudabmc.options.kernel_arguments import (
    Dimensions,
    Extent,
    Given,
    read_aliases,
    read_argument,
    read_dimensions,
    read_extent,
)
from cudabmc.options.surroundings import kinds
from cudabmc.options.values import (
    advice_limit,
    architecture,
    capability,
    choice,
    comma_list,
    language,
    loop_bounds,
    memory,
    name,
    number,
    one,
    schedule,
    seconds,
    warp_size,
    words,
)

T = TypeVar("T")

OLDEST_CLANG = 17
"""The oldest major version that is taken: pointers without element types everywhere, and CUDA 12."""


class Group(Enum):
    """A section of the help."""

    PROGRAM = "The program"
    KERNEL = "A kernel without host code"
    LANGUAGE = "Front end"
    BOUNDS = "Bounds"
    PROPERTIES = "Properties"
    RACES = "Races and atomics"
    EXPLORATION = "Exploration"
    LIMITS = "Limits and solver"
    OUTPUT = "Output"
    REPORTS = "Reports for other programs"
    STAGES = "Print a stage and stop"


@dataclass(frozen=True, slots=True)
class Option:
    """How a field of Options is spelt. `parse` turns one text into a value of the field and raises
    ValueError; a switch has none. `many`: repeatable, the tuples are joined. `joined`: the value is a list with
    commas, which may also come as one. `on` and `off` are spellings besides `--name` and `--no-name`."""

    group: Group
    help: str
    metavar: str = ""
    parse: Callable[[str], object] | None = None
    many: bool = False
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    name: str = ""
    default: object = None
    joined: bool = False

    @property
    def key(self) -> str:
        """The key in YAML files."""
        return self.name.replace("_", "-")

    @property
    def on_flags(self) -> tuple[str, ...]:
        """Spellings that set the field (a switch: to True), short ones first."""
        return (*(f for f in self.on if len(f) == 2), "--" + self.key, *(f for f in self.on if len(f) > 2))

    @property
    def off_flags(self) -> tuple[str, ...]:
        """Spellings that set a switch to False."""
        return () if self.parse else (*self.off, "--no-" + self.key)

    @property
    def shown_flags(self) -> tuple[str, ...]:
        """What the help shows: the spellings that change the default."""
        if self.parse or self.default is False:
            return self.on_flags
        return (*self.on_flags, *self.off_flags) if self.default is None else self.off_flags


def _switch(default: T, group: Group, help: str, *, on: tuple[str, ...] = (), off: tuple[str, ...] = ()) -> T:
    return field(default=default, metadata={"option": Option(group, help, on=on, off=off)})


def _value(
    default: T,
    group: Group,
    help: str,
    metavar: str,
    parse: Callable[[str], object],
    *on: str,
    many: bool = False,
    joined: bool = False,
) -> T:
    return field(default=default, metadata={"option": Option(group, help, metavar, parse, many, on, joined=joined)})


@dataclass(frozen=True, slots=True)
class Options:
    """All options of a run; the defaults are those of the command line."""

    include_dirs: tuple[str, ...] = _value(
        (), Group.PROGRAM, "look for #include files here too", "DIR", one, "-I", many=True
    )
    defines: tuple[str, ...] = _value((), Group.PROGRAM, "define a macro", "NAME[=TEXT]", one, "-D", many=True)
    undefines: tuple[str, ...] = _value((), Group.PROGRAM, "undefine a macro", "NAME", one, "-U", many=True)
    system_dirs: tuple[str, ...] = _value(
        (), Group.PROGRAM, "like -I, but searched after those", "DIR", one, "-isystem", many=True
    )
    force_includes: tuple[str, ...] = _value(
        (), Group.PROGRAM, "include this file at the start of each source", "FILE", one, "-include", many=True
    )
    compile_commands: str | None = _value(
        None,
        Group.PROGRAM,
        "compile each file as the compile_commands.json in this folder says; without files, all that it lists",
        "DIR",
        name,
        "-p",
    )
    models: tuple[str, ...] = _value(
        (),
        Group.PROGRAM,
        "load your own operational models from this Python file; they replace those of the same name",
        "FILE",
        one,
        many=True,
    )
    function: str = _value("main", Group.PROGRAM, "start at this function; its parameters are arbitrary", "NAME", name)
    args: tuple[str, ...] | None = _value(
        None,
        Group.PROGRAM,
        "command-line arguments of main, as a shell splits them (--args='-n 3' if they begin with a dash); "
        "without it, first none, then arbitrary ones",
        "TEXT",
        words,
    )
    arbitrary: tuple[str, ...] = _value(
        (),
        Group.PROGRAM,
        "behind the run in which they are known, let these be arbitrary: rand (random numbers), time (clocks), files "
        "(files and standard input), args (the arguments of main), occupancy (how many blocks a multiprocessor "
        "holds), textures (how texture filtering rounds)",
        "KIND,...",
        kinds,
        many=True,
        joined=True,
    )
    max_argc: int = _value(
        3, Group.PROGRAM, "largest argc to explore when the arguments are arbitrary", "N", number(0)
    )
    force_malloc_success: bool = _switch(
        True,
        Group.PROGRAM,
        "allocations may fail: explore both outcomes of malloc, cudaMalloc and the like",
        off=("--malloc-may-fail",),
    )

    prove: bool = _switch(
        False,
        Group.KERNEL,
        "prove each kernel for every launch, instead of running the program (the same as cudabmc prove), or that two "
        "kernels leave the same (cudabmc equivalent --prove); --kernel, --grid, --block and --arg limit what is proved",
    )
    explain_proofs: bool = _switch(
        False,
        Group.KERNEL,
        "show what a proof rests on (the same as cudabmc prove --explain): invariants of loops, the accesses between "
        "barriers, and the questions to the solver with their answers",
    )
    equivalent: bool = _switch(
        False,
        Group.KERNEL,
        "compare two kernels, of one file or of two (the same as cudabmc equivalent): do they write the same from the "
        "same arguments?",
    )
    kernel: str | None = _value(
        None,
        Group.KERNEL,
        "start this kernel, without main() (optional with --grid and --block if there is only one kernel); to compare "
        "two: NAME,NAME",
        "NAME",
        name,
    )
    grid: Dimensions | None = _value(
        None,
        Group.KERNEL,
        "gridDim of that launch; for proofs also 1..100, multiple-of:32, or 64..512:multiple-of:32",
        "X[,Y[,Z]]",
        read_dimensions,
        joined=True,
    )
    block: Dimensions | None = _value(
        None,
        Group.KERNEL,
        "blockDim of that launch; for proofs also 1..1024, multiple-of:32, or 64..512:multiple-of:32",
        "X[,Y[,Z]]",
        read_dimensions,
        joined=True,
    )
    arg: tuple[Given, ...] = _value(
        (),
        Group.KERNEL,
        "what a parameter of the kernel gets: n=100, n=1..100 (any in this range), n=arbitrary, data=symbolic:400 (an "
        "array of that many elements with arbitrary contents; also symbolic:n, symbolic:1..64), data=zeros:400, "
        "data=1,2,3, data=null, b=a (the array of a), s=hex:BYTES; members of structs are s.data or s.rows[1]; "
        "pointer variables of the device get arrays, too; what is not given is arbitrary",
        "NAME=VALUE",
        read_argument,
        many=True,
    )
    may_alias: tuple[tuple[str, ...], ...] = _value(
        (),
        Group.KERNEL,
        "pointer parameters that may lead into one array, in proofs, which take all others for apart: a,b",
        "NAME,NAME...",
        read_aliases,
        many=True,
    )
    array_size: Extent = _value(
        Extent(1, 1024),
        Group.KERNEL,
        "number of elements of arrays without a size from --arg: a number, a range, or parameters with + - *",
        "N",
        read_extent,
    )
    shared: int | None = _value(
        None,
        Group.KERNEL,
        "bytes of dynamic shared memory of that launch (default: as many as the kernel needs, up to the limit of a "
        "block)",
        "BYTES",
        number(0),
    )
    second_grid: Dimensions | None = _value(
        None,
        Group.KERNEL,
        "gridDim of the second of two kernels that are compared (default: that of the first)",
        "X[,Y[,Z]]",
        read_dimensions,
        joined=True,
    )
    second_block: Dimensions | None = _value(
        None,
        Group.KERNEL,
        "blockDim of the second of two kernels that are compared (default: that of the first)",
        "X[,Y[,Z]]",
        read_dimensions,
        joined=True,
    )
    second_shared: int | None = _value(
        None,
        Group.KERNEL,
        "bytes of dynamic shared memory of the second of two kernels that are compared (default: as for --shared)",
        "BYTES",
        number(0),
    )
    floats: str = _value(
        "exact",
        Group.KERNEL,
        "how two kernels that are compared compute with floats: exact (rounded after each operation), real (as with "
        "real numbers, so that a sum in another order is the same sum), or abstract (operations are functions of which "
        "nothing is known, so that what is the same is soon seen to be)",
        "HOW",
        choice("exact", "real", "abstract"),
    )

    frontend: str = _value(
        "auto",
        Group.LANGUAGE,
        "front end: c (C-style CUDA), clang (everything), or auto: c, and clang for what c does not accept",
        "NAME",
        choice("auto", "c", "clang"),
    )
    clang: str | None = _value(
        None,
        Group.LANGUAGE,
        f"the clang to use, {OLDEST_CLANG} or later (default: CUDABMC_CLANG, then one on the PATH, then that of "
        "cudabmc[cpp])",
        "PATH",
        name,
    )
    std: str | None = _value(
        None, Group.LANGUAGE, "language standard for clang, as in c++20 (default: gnu++17)", "NAME", name, "-std"
    )
    language: str | None = _value(
        None,
        Group.LANGUAGE,
        "language of the files: cu, c++ or c (default: what the endings of their names say)",
        "NAME",
        language,
        "-x",
    )
    use_fast_math: bool = _switch(
        False,
        Group.LANGUAGE,
        "take nvcc's option, which allows other results of floating point: those of precise arithmetic are computed, "
        "and the report says so",
        on=("-use_fast_math", "--use_fast_math"),
    )
    contraction: bool = _switch(
        True,
        Group.LANGUAGE,
        "round each product of kernels before it is added to something (nvcc -fmad=false); by default, products and "
        "sums are fused, as nvcc does",
    )
    compute_capability: str | None = _value(
        None,
        Group.LANGUAGE,
        "device that the program runs on: its limits and properties (default: that of --arch, else 8.0)",
        "X.Y",
        capability,
    )
    arch: str | None = _value(
        None,
        Group.LANGUAGE,
        "architecture that kernels are compiled for (default: that of --compute-capability)",
        "SM",
        architecture,
        "-arch",
    )
    cuda_path: str | None = _value(
        None,
        Group.LANGUAGE,
        "folder of the CUDA toolkit whose headers clang uses where there is no model (cub, thrust)",
        "DIR",
        name,
    )
    cache_dir: str | None = _value(
        None,
        Group.LANGUAGE,
        "where clang's output and machine code are cached (default: CUDABMC_CACHE, or cudabmc in the user's cache "
        "directory)",
        "DIR",
        name,
    )

    context_bound: int = _value(
        2, Group.BOUNDS, "maximum number of context switches away from a thread that could continue", "K", number(0)
    )
    unwind: int | None = _value(
        None,
        Group.BOUNDS,
        "maximum iterations of each loop and depth of each recursion (default: 64 where the end depends on an input, "
        "10 million elsewhere)",
        "K",
        number(1),
    )
    unwindset: tuple[tuple[str, int], ...] = _value(
        (), Group.BOUNDS, "bounds of individual loops, as in main.1:10,kernel.2:5", "LOOP:K,...", loop_bounds, many=True
    )
    unwinding_assertions: bool = _switch(
        True, Group.BOUNDS, "do not answer UNKNOWN when a loop bound is hit: cut the loop off silently"
    )
    incremental_bmc: bool = _switch(
        False, Group.BOUNDS, "raise the loop bound step by step until the answer is certain"
    )

    check: tuple[str, ...] = _value(
        (), Group.PROPERTIES, "check this property too (or 'all')", "ID,...", comma_list, many=True
    )
    no_check: tuple[str, ...] = _value(
        (), Group.PROPERTIES, "do not check this property", "ID,...", comma_list, many=True
    )
    assertions: bool = _switch(True, Group.PROPERTIES, "do not check assert() and the like")
    bounds_check: bool = _switch(True, Group.PROPERTIES, "do not check accesses beyond the end of an object")
    pointer_check: bool = _switch(
        True, Group.PROPERTIES, "do not check what pointers point to (null, freed or wrong memory, invalid frees)"
    )
    div_by_zero_check: bool = _switch(True, Group.PROPERTIES, "do not check integer divisions by zero")
    memory_leak_check: bool = _switch(False, Group.PROPERTIES, "check that allocated memory is freed at the end")
    uninitialised_check: bool = _switch(
        False, Group.PROPERTIES, "check that memory is written before it is read", on=("--uninitialized-check",)
    )
    overflow_check: bool = _switch(False, Group.PROPERTIES, "check signed arithmetic for overflow")
    unsigned_overflow_check: bool = _switch(False, Group.PROPERTIES, "check unsigned arithmetic for wrap-around")
    ub_shift_check: bool = _switch(False, Group.PROPERTIES, "check shifts for amounts that are negative or too large")
    nan_check: bool = _switch(False, Group.PROPERTIES, "check floating-point operations for NaN")

    baseline: str | None = _value(
        None, Group.PROPERTIES, "accept the findings of this file, which --write-baseline has made", "FILE", name
    )

    data_races_check: bool = _switch(True, Group.RACES, "do not look for data races")
    allow_same_value_races: bool = _switch(False, Group.RACES, "do not report two unordered writes of the same value")
    intra_block_only: bool = _switch(False, Group.RACES, "look for races within blocks only, not between blocks")
    default_stream: str = _value(
        "legacy",
        Group.RACES,
        "meaning of stream 0: legacy (it and the other streams wait for each other) or per-thread (like nvcc's option)",
        "KIND",
        choice("legacy", "per-thread"),
    )
    volatile: str = _value(
        "relaxed",
        Group.RACES,
        "meaning of volatile accesses: relaxed (atomic, as in PTX) or plain (they race, as in C++)",
        "KIND",
        choice("relaxed", "plain"),
    )
    atomics_synchronise: bool = _switch(
        False,
        Group.RACES,
        "treat every atomic as acquire and release, as if it had fences around it",
        on=("--atomics-synchronize",),
    )

    strategy: str = _value(
        "exhaustive",
        Group.EXPLORATION,
        "interleavings to explore: all within the context bound, or random ones, which find bugs but prove nothing",
        "KIND",
        choice("exhaustive", "random"),
    )
    runs: int = _value(100, Group.EXPLORATION, "how many random interleavings (--strategy random)", "N", number(1))
    seed: int = _value(0, Group.EXPLORATION, "the seed of the random interleavings", "N", number(0))
    por: bool = _switch(True, Group.EXPLORATION, "explore every interleaving, without partial-order reduction")
    state_hashing: bool | None = _switch(
        None, Group.EXPLORATION, "explore each state only once (default: with partial-order reduction)"
    )
    order_abstraction: bool = _switch(
        True,
        Group.EXPLORATION,
        "explore interleavings one by one even where a proof for all orders at once may spare that",
    )
    all_runs: bool = _switch(
        False, Group.EXPLORATION, "continue after a violation and explore everything within the bounds"
    )
    two_threads: bool = _switch(
        False, Group.EXPLORATION, "run only two threads of each launch (the analysis of ESBMC-GPU, for comparison)"
    )
    simplify: bool = _switch(
        True,
        Group.EXPLORATION,
        "ask the solver even for conditions that the path condition decides (for comparison)",
    )
    native: bool = _switch(
        True,
        Group.EXPLORATION,
        "run everything step by step, even where all values are known: slower, with the same answers",
    )
    warp_sync: int = _value(
        0,
        Group.EXPLORATION,
        "warps of N threads run in lockstep, as code without __syncwarp() expects (0: they do not)",
        "N",
        warp_size,
    )
    max_interleavings: int = _value(
        5000, Group.EXPLORATION, "give up (UNKNOWN) after this many interleavings", "N", number(1)
    )
    replay: str | None = _value(
        None, Group.EXPLORATION, "run this one schedule, as a counterexample prints it", "SCHEDULE", schedule
    )

    timeout: float | None = _value(
        None,
        Group.LIMITS,
        "give up (UNKNOWN) after this time: seconds, or with s, m, h; compiling the C++ library, once, does not count",
        "TIME",
        seconds,
    )
    memlimit: int | None = _value(
        None, Group.LIMITS, "give up (UNKNOWN) beyond this much memory: MiB, or with k, m, g", "SIZE", memory
    )
    solver: str = _value(
        "z3",
        Group.LIMITS,
        "solver: z3; bitwuzla or cvc5 if installed; portfolio: z3 for easy queries, a race of all for hard ones",
        "NAME",
        choice("z3", "bitwuzla", "cvc5", "portfolio"),
    )
    solver_timeout: float | None = _value(
        None, Group.LIMITS, "time limit of one query: seconds, or with s, m, h", "TIME", seconds
    )

    suggest: bool = _switch(
        False,
        Group.OUTPUT,
        "look for edits of the source that repair the first violation, verify each, and print the first that verifies "
        "as a patch",
    )
    fix: bool = _switch(False, Group.OUTPUT, "apply what --suggest finds to the files; implies --suggest")
    suggest_time: float | None = _value(
        None, Group.OUTPUT, "time for that search: seconds, or with s, m, h (default: 2m)", "TIME", seconds
    )
    full_trace: bool = _switch(False, Group.OUTPUT, "print every step of a counterexample")
    json_steps: bool = _switch(True, Group.OUTPUT, "leave the steps of counterexamples out of the JSON report")
    statistics: bool = _switch(False, Group.OUTPUT, "print statistics of the run", on=("-v", "--verbose"))
    coverage: bool = _switch(
        False,
        Group.OUTPUT,
        "tell which lines and branches the run reaches, and by which kernels: in the report, in --html and --json",
    )
    advise: bool = _switch(
        False,
        Group.OUTPUT,
        "give advice on performance too (the same as cudabmc advise): bank conflicts, uncoalesced accesses, divergent "
        "branches, atomics on one address, needless barriers",
    )
    fail_on: tuple[str, ...] = _value(
        (),
        Group.OUTPUT,
        "end with the status of a failure if a figure of this kind of advice is above a number; implies --advise",
        "KIND>N",
        advice_limit,
        many=True,
    )
    quiet: bool = _switch(
        False, Group.OUTPUT, "print only the first lines of violations, warnings, and the verdict", on=("-q",)
    )
    color: str = _value(
        "auto",
        Group.OUTPUT,
        "colour: auto (on a terminal, unless NO_COLOR is set), always or never",
        "WHEN",
        choice("auto", "always", "never"),
        "--colour",
    )

    output_dir: str | None = _value(
        None, Group.REPORTS, "write a report in each of these formats to this directory", "DIR", name
    )
    json: str | None = _value(
        None,
        Group.REPORTS,
        "write everything known about the run as JSON (- is the standard output)",
        "FILE",
        name,
    )
    sarif: str | None = _value(
        None, Group.REPORTS, "write the findings as SARIF 2.1.0, which GitHub and editors show", "FILE", name
    )
    junit: str | None = _value(
        None, Group.REPORTS, "write a test case for each property as JUnit XML, which CI servers show", "FILE", name
    )
    witness: str | None = _value(
        None,
        Group.REPORTS,
        "write a witness of the violation or of correctness in the formats of SV-COMP: GraphML with the steps of all "
        "threads if the name ends in .graphml, else YAML (format 2.0, which has no threads)",
        "FILE",
        name,
    )
    html: str | None = _value(
        None, Group.REPORTS, "write the findings as an HTML page that shows the executions step by step", "FILE", name
    )
    lcov: str | None = _value(
        None,
        Group.REPORTS,
        "write what --coverage tells as a tracefile, which genhtml, editors and CI servers show",
        "FILE",
        name,
    )
    generate_testcase: str | None = _value(
        None,
        Group.REPORTS,
        "write the source with the inputs of the first violation as a program for nvcc, to run on a GPU",
        "FILE.cu",
        name,
    )
    write_baseline: str | None = _value(
        None,
        Group.REPORTS,
        "write the findings as a baseline, a file of what --baseline accepts; implies --all-runs",
        "FILE",
        name,
    )
    smt_dir: str | None = _value(
        None, Group.REPORTS, "write each query that the answer rests on to a file of its own, as SMT-LIB 2", "DIR", name
    )

    parse_only: bool = _switch(
        False,
        Group.STAGES,
        "run only the front end on each source file, including those in folders, and count the reasons for rejections; "
        "--timeout and --memlimit apply to each file",
    )
    jobs: int | None = _value(
        None,
        Group.STAGES,
        "files to process at the same time (--parse-only; default: one per processor)",
        "N",
        number(1),
        "-j",
    )
    show_goto_functions: bool = _switch(False, Group.STAGES, "print the GOTO program")
    show_loops: bool = _switch(False, Group.STAGES, "print the loops with the names that --unwindset takes")
    show_properties: bool = _switch(False, Group.STAGES, "print the properties that would be checked")
    program_only: bool = _switch(False, Group.STAGES, "run, and print the SSA form of the first interleaving")
    show_vcc: bool = _switch(False, Group.STAGES, "run, and print the verification conditions")
    smt_formula_only: bool = _switch(False, Group.STAGES, "run, and print the queries as SMT-LIB 2")

    @property
    def architecture(self) -> str:
        """The architecture of the kernels, as in sm_80."""
        return self.arch or f"sm_{self.capability.replace('.', '')}"

    @property
    def finds_all(self) -> bool:
        """Does the run continue after a violation?"""
        return self.all_runs or self.write_baseline is not None

    @property
    def suggests(self) -> bool:
        """Is a repair looked for?"""
        return self.suggest or self.fix

    @property
    def capability(self) -> str:
        """The compute capability of the device, as in 8.0."""
        if self.compute_capability or not self.arch:
            return self.compute_capability or "8.0"
        number = self.arch.removeprefix("sm_").rstrip("af")
        return f"{number[:-1]}.{number[-1]}"

    @property
    def compiled_at_run_time(self) -> bool:
        """Is the program one for NVRTC, which has no host code?"""
        return any(name.partition("=")[0] == "__CUDACC_RTC__" for name in self.defines)

    @property
    def covers(self) -> bool:
        """Is it kept what the run reaches of the program?"""
        return self.coverage or self.lcov is not None

    @property
    def advises(self) -> bool:
        """Is advice on performance wanted?"""
        return self.advise or bool(self.fail_on)

    @property
    def starts_at_kernel(self) -> bool:
        """Is it a kernel that is run, and not main or another function of the host?"""
        named = self.kernel is not None or self.grid is not None or self.block is not None
        return not self.prove and (named or self.equivalent)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object], base: "Options | None" = None) -> "Options":
        """Options from YAML keys (long option names without dashes), on top of `base`.

        Raises UsageError for unknown keys and wrong values.
        """
        values: dict[str, Any] = dict(_read(key, value) for key, value in mapping.items())
        return replace(base or cls(), **values)


OPTIONS: tuple[Option, ...] = tuple(
    replace(f.metadata["option"], name=f.name, default=f.default) for f in fields(Options) if f.default is not MISSING
)
FLAGS: dict[str, tuple[Option, bool]] = {flag: (o, True) for o in OPTIONS for flag in o.on_flags} | {
    flag: (o, False) for o in OPTIONS for flag in o.off_flags
}


def _read(key: str, value: object) -> tuple[str, object]:
    flag = "--" + key.replace("_", "-")
    if flag not in FLAGS:
        near = suggestion(flag).replace("--", "")
        # In Python a name has no dashes; files take both.
        raise UsageError(f"unknown option {key!r}", hint=near if "-" in key else near.replace("-", "_"))
    option, on = FLAGS[flag]
    if option.parse is None:
        if not isinstance(value, bool):
            raise UsageError(f"{key}: expected true or false, got {value!r}")
        return option.name, value == on
    if isinstance(value, Mapping):
        value = [f"{name}{'=' if option.name == 'arg' else ':'}{given}" for name, given in value.items()]
    if value is None and option.default is None:
        return option.name, None
    texts = [str(v) for v in value] if isinstance(value, list | tuple) else [str(value)]
    if option.name == "args" and isinstance(value, list | tuple):
        return option.name, tuple(texts)
    if option.joined:
        texts = [",".join(texts)]
    if len(texts) != 1 and not option.many:
        raise UsageError(f"{key}: expected one value, got {value!r}")
    parsed = [parse_value(option, key, text) for text in texts]
    return option.name, sum(cast(list[tuple[object, ...]], parsed), ()) if option.many else parsed[0]


def parse_value(option: Option, spelt: str, text: str) -> object:
    """One value of an option that is no switch. Raises UsageError."""
    assert option.parse
    try:
        return option.parse(text)
    except ValueError as error:
        raise UsageError(f"{spelt}: {error}, got {text!r}") from None


def suggestion(flag: str) -> str:
    """'did you mean --unwind?', or nothing if no option is near."""
    near = get_close_matches(flag.partition("=")[0], FLAGS, n=1, cutoff=0.7)
    return f"did you mean {near[0]}?" if near else ""
