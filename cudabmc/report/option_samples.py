"""What docs/options.md says of single options beyond their declarations: a value as an example, and when to use it."""

SAMPLES = {
    "include_dirs": "include",
    "defines": "BLOCK=64",
    "undefines": "NDEBUG",
    "system_dirs": "third_party",
    "force_includes": "config.h",
    "compile_commands": "build",
    "models": "my_models.py",
    "function": "test_copy",
    "args": "1024 input.txt",
    "arbitrary": "rand,files",
    "kernel": "scale",
    "grid": "4",
    "block": "32,8",
    "arg": "n=100",
    "may_alias": "a,b",
    "array_size": "64",
    "shared": "1024",
    "second_grid": "16",
    "second_block": "64",
    "second_shared": "1024",
    "floats": "real",
    "frontend": "clang",
    "clang": "/usr/bin/clang-18",
    "std": "c++20",
    "language": "cu",
    "compute_capability": "9.0",
    "arch": "sm_90",
    "cuda_path": "/usr/local/cuda",
    "cache_dir": "/tmp/cudabmc",
    "unwindset": "main.1:10,kernel.2:5",
    "check": "nan,shift",
    "no_check": "bounds",
    "baseline": "cudabmc-baseline.yml",
    "default_stream": "per-thread",
    "volatile": "plain",
    "warp_sync": "32",
    "max_interleavings": "20000",
    "strategy": "random",
    "runs": "1000",
    "seed": "7",
    "replay": "0x3,1",
    "timeout": "10m",
    "memlimit": "4g",
    "solver": "bitwuzla",
    "solver_timeout": "30s",
    "fail_on": "bank-conflict>2",
    "color": "always",
    "output_dir": "reports",
    "json": "report.json",
    "sarif": "findings.sarif",
    "junit": "results.xml",
    "witness": "witness.yml",
    "html": "report.html",
    "write_baseline": "cudabmc-baseline.yml",
    "lcov": "coverage.info",
    "smt_dir": "queries",
}
"""A value for the example of an option, as it is typed. An option without one gets it from BY_METAVAR."""

BY_METAVAR = {"N": "4", "K": "3", "DIR": "folder", "FILE": "file", "NAME": "name", "TIME": "60s", "SIZE": "2g"}

NOTES = {
    "force_malloc_success": "The report lists the assumption that allocations succeed, unless you switch it off. "
    "[Why they do by default](decisions/0005-allocations-succeed.md).",
    "suggest": "A suggestion is verified at the bounds of the run, and again at a larger one. [What is tried, and what "
    "a suggestion is worth](repair.md).",
    "fix": "A file that has changed since it was read is left alone. The verdict is that of the program as it was.",
    "full_trace": "Otherwise a large launch before the one in question is a single step.",
    "strategy": "`random` picks a thread at each decision, all with the same probability, without a bound on context "
    "switches. It can find a bug in a program with too many interleavings to explore them all; if it finds none, it "
    "answers UNKNOWN. Inputs stay arbitrary in each run.",
    "simplify": "Values that depend on no input are always computed and never become formulas, with or without this "
    "option.",
    "json_steps": "A counterexample may have a hundred thousand steps. Suites ask for reports without them.",
    "models": "[Write an operational model](write-a-model.md) explains how.",
    "compile_commands": "CMake writes the file if CMAKE_EXPORT_COMPILE_COMMANDS is on. [How programs are "
    "built](builds.md) has more, and takes the command line of a compiler as it is.",
    "contraction": "nvcc fuses a product with the sum that uses it, which rounds once instead of twice. A host that "
    "computes the same expression rounds twice, so that comparisons for equality may fail on a device. `-fmad=false` "
    "of a command line of nvcc does the same as this option.",
    "use_fast_math": "With it nvcc flushes denormal numbers to zero, divides less precisely, and takes fast functions "
    "for those of the library.",
    "max_argc": "The name of the program counts. Raise it for a program that needs more arguments; otherwise it is "
    "only run with too few. More arguments take longer.",
    "function": "To verify one of several test functions. Pointer parameters are rejected: write a `main` that "
    "calls it with arrays, or start a [kernel](#kernel).",
    "args": "Known arguments make a run faster and its report easier to read. Without them the program is run "
    "without arguments first, and then with arbitrary ones, which the answer covers.",
    "arbitrary": "[What a run takes for known](surroundings.md) tells what these are otherwise.",
    "frontend": "`-v` says which one was used, and why. "
    "[Both produce a GOTO program](theory/how-it-is-proved.md).",
    "show_goto_functions": "What it prints is a program too: `cudabmc main.goto` reads it back and gives "
    "the same answer. Your own tests and front ends can write such files; `cudabmc/goto/README.md` describes them.",
    "compute_capability": "Decides what `cudaGetDeviceProperties` says, which launches are accepted, how much shared "
    "memory is available, and which features exist.",
    "context_bound": "Bugs that need few switches are found fast, and most concurrency bugs need no more than two. "
    "The answer SUCCESSFUL holds for executions with at most that many. A program without conflicts has one "
    "interleaving "
    "at every bound, so a higher one costs nothing.",
    "unwind": "The answer is UNKNOWN if the bound was too small; the report then names the loop. `--show-loops` lists "
    "the "
    "names that [unwindset](#unwindset) accepts. Loops inside models of library functions never count.",
    "unwinding_assertions": "For bug hunting: executions beyond the bound are then ignored without making the answer "
    "UNKNOWN, so SUCCESSFUL is no longer a proof.",
    "incremental_bmc": "Bugs that need few iterations are found before large bounds cost time.",
    "two_threads": "With it SUCCESSFUL says less: a bug that needs a third thread is not found.",
    "check": "`--show-properties` lists what is checked; [every property has a page](properties/README.md).",
    "no_check": "For one place, a comment `// cudabmc-ignore: ID reason` in the source is better.",
    "allow_same_value_races": "Such writes are common in older code; strictly by the memory model they race. "
    "The report of a race always says when both values are equal.",
    "volatile": "In the PTX ISA volatile accesses are relaxed accesses of system scope; in C++ they race. The report "
    "lists this as an assumption where an answer rests on it.",
    "intra_block_only": "Values are still computed for the whole grid; the report lists the option under its "
    "assumptions. "
    "Suites with GPUVerify's comments also accept its name there, `--only-intra-group`.",
    "atomics_synchronise": "Without it an atomic orders other accesses only with fences, as the PTX memory model says, "
    "and a race where only a fence is missing is reported.",
    "por": "Slow; for those who do not trust the reduction. The answer is the same, and tests check that.",
    "state_hashing": "Switch it off to see what the reduction alone achieves.",
    "order_abstraction": "The proof takes for arbitrary what atomic and volatile accesses give whose order matters. "
    "[How it works](theory/how-it-is-proved.md#all-orders-at-once).",
    "all_runs": "Without it, exploration ends with the first interleaving that breaks a property; all findings of that "
    "one are reported.",
    "warp_sync": "For code from before compute capability 7.0. [How it works](decisions/0009-warps.md).",
    "max_interleavings": "A program that needs more has many conflicting accesses, often to one buffer that all blocks "
    "update. Fewer threads show the same bugs.",
    "replay": "If a bug depends on the order of threads, its report prints a schedule to copy. "
    "A schedule that breaks no property proves nothing about the others: the answer is then UNKNOWN.",
    "timeout": "A parent process enforces it, even while the solver is busy. What was found by then is reported.",
    "memlimit": "A parent process enforces it, as it does with [timeout](#timeout).",
    "solver": "`pip install 'cudabmc[bitwuzla]'` and `'cudabmc[cvc5]'` install the others, `'cudabmc[solvers]'` both. "
    "Verdicts are the same, but times differ. In a `portfolio` each racing solver is a process of its own, to which "
    "[memlimit](#memlimit) applies separately; the inputs of a counterexample may differ from run to run.",
    "solver_timeout": "A query that takes longer makes the answer UNKNOWN, never a guess.",
    "statistics": "Threads, interleavings, verification conditions, queries, times, and the front end that was used.",
    "parse_only": "Shows how much of a code base is understood, before verifying anything.",
    "fail_on": "The kinds and their figures are those of [advice](advice.md). The verdict stays that of the "
    "verification.",
    "output_dir": "Reports are written however a run ends, even if it reaches a limit. "
    "[What is in them](reports.md).",
    "json": "[docs/report.schema.json](report.schema.json) describes it.",
    "sarif": "Run cudabmc in the root of the repository: paths in the report are relative to where it runs. "
    "[In CI](ci.md) has a workflow.",
    "junit": "A violated property is a failure. An undecided one is not a success: it is skipped after a violation, "
    "and an error under UNKNOWN.",
    "witness": "[What the formats of SV-COMP can express, and what they cannot](reports.md#witnesses).",
    "baseline": "An entry names a finding by its property, its object, and the function and text of its line, so that "
    "it is found again when lines have moved. [Old findings](ci.md#old-findings) has an example.",
    "write_baseline": "The verdict and the exit status are those of the findings. "
    "Reasons in a file of that name are kept.",
    "smt_dir": "Each file is a separate script with the answer of the run as `:status`. Queries that only make "
    "inputs smaller are left out.",
    "smt_formula_only": "One script for all queries. [smt-dir](#smt-dir) writes each to its own file.",
}
"""When to use an option, or what to know of it: Markdown, for a page in docs/."""
