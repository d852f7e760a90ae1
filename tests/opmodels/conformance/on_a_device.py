"""The silent cases on a machine with a GPU: do their assertions hold there?

    python tests/opmodels/conformance/on_a_device.py [FAMILY ...]

It needs nvcc and what the families use (cuBLAS, cuDNN, ...). Each case runs in a process of its own; its inputs are
pseudo-random numbers. What fails is told by its line in the file of cases. A case can fail for what a device is like
(its capability, its memory) where the model is another one: look before a model is changed.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from case_file import FOLDER, PRELUDE, Case, Line, read_cases

from opmodels import load_all, registry

NVCC = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
INCLUDE = re.compile(r"\s*#\s*include\b")
MACRO = re.compile(r"\s*#\s*define\s+(\w+)")
# The remark says that a case is not for nvcc; and what CUDA 13 does not have any more, for the models are of 12.
NOT_FOR_NVCC = re.compile(
    r"// not for nvcc: |\bcudaThread\w+|\bcudaConfigureCall|\bcudaLaunch\(|\bcudaMemPrefetchAsync|\bcudaMemAdvise\("
    r"|\b__(?:shfl|shfl_up|shfl_down|shfl_xor|any|all|ballot)\(|\btexture<|\bsurface<"
    r"|\bcuda::atomic_flag\b|\bcuda::latch<|\.try_wait\("
)
FAMILIES = sorted(FOLDER.glob("*.cases"))
FLAGS = ["-std=c++17", "-arch=native", "-rdc=true", "--extended-lambda", "-w"]
LIBRARIES = {"cublas": ["-lcublas"], "cufft": ["-lcufft"], "curand_host": ["-lcurand"], "cusparse": ["-lcusparse"],
             "cusolver": ["-lcusolver", "-lcusparse"],
             "cudnn": ["-lcudnn"], "driver": ["-lcuda"], "nvrtc": ["-lnvrtc", "-lcuda"]}  # fmt: skip
NOT_HERE = ("c_", "gpuverify", "openmp", "sample_helpers")
"""Families whose functions are not those of a GPU, or not of the toolkit."""

SECONDS = 20.0

RANDOM = """
static unsigned long long gpu_seed = 1;
__device__ unsigned long long gpu_device_seed = 1;
__host__ __device__ unsigned long long gpu_random() {
#ifdef __CUDA_ARCH__
    unsigned long long x = atomicAdd(&gpu_device_seed, 1ull);
#else
    unsigned long long x = gpu_seed++;
#endif
    x = (x + 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
    return (x ^ x >> 31) * 0x94d049bb133111ebull ^ x >> 30;
}
__host__ __device__ void gpu_leave() {
#ifdef __CUDA_ARCH__
    asm volatile("exit;");
#else
    exit(0);
#endif
}
"""
ASSERT = """
#undef assert
#define assert(...) ((__VA_ARGS__) ? (void)0 : (void)printf("line %d\\n", __LINE__))
"""
MAIN = """
#line 1000000 "main"
int main(int argc, char **argv) {
    setvbuf(stdout, 0, _IOLBF, 0);
    switch (atoi(argv[1])) {
%s
    }
    printf("end: %%s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
"""


def words_of_verifiers() -> list[str]:
    """What a program asks a verifier and tells it, on a device: numbers, and the end where an assumption fails."""
    load_all()
    lines: list[str] = []
    for model in registry.all_models():
        if model.function.__module__ != "opmodels.verifier":
            continue
        ret = model.signature.partition(model.name)[0].strip()
        body = "{}"
        if "assume" in model.name:
            parameter = re.search(r"(\w+)\s*\)$", model.signature)
            body = f"{{ if (!{parameter[1] if parameter else 1}) gpu_leave(); }}"
        elif ret in ("bool", "_Bool"):
            body = "{ return gpu_random() & 1; }"
        elif ret != "void":
            body = f"{{ unsigned long long bits = gpu_random(); {ret} v; memcpy(&v, &bits, sizeof v); return v; }}"
        lines.append(f'extern "C" __host__ __device__ {model.signature} {body}')
    return lines


def is_for_nvcc(case: Case) -> bool:
    return not any(NOT_FOR_NVCC.search(text) for _, text in (*case.top, *case.body))


def _at(case: Case, lines: Sequence[Line]) -> str:
    """The lines, which stand together in the file of cases; a line directive makes nvcc speak of them."""
    return "\n".join([f'#line {lines[0][0] if lines else case.line} "{case.file}"', *(text for _, text in lines)])


def wrapped(number: int, case: Case) -> list[str]:
    """The case in a namespace of its own, and its macros for it alone."""
    top = [(line, "" if INCLUDE.match(text) else text) for line, text in case.top]
    rest = case.lines()[len(PRELUDE) + len(case.top) :]
    end = rest.index((case.line, "return 0; }")) if case.where == "main" else rest.index((case.line, "}"))
    body = [rest[0][1], _at(case, case.body), f'#line {case.line} "{case.file}"', *(text for _, text in rest[end:])]
    text = "\n".join(body).replace("int main()", "int case_main()", 1)
    macros = [match[1] for _, line in case.top if (match := MACRO.match(line))]
    return [f"namespace case_{number} {{", _at(case, top), text, "}", *(f"#undef {name}" for name in macros)]


def program(cases: list[Case]) -> str:
    """All cases of a family; the argument chooses one."""
    includes = [text for case in cases for _, text in case.top if INCLUDE.match(text)]
    lines = [*(f"#include <{name}>" for name in PRELUDE), *dict.fromkeys(includes), RANDOM, *words_of_verifiers()]
    lines.append(ASSERT)
    for number, case in enumerate(cases):
        lines += wrapped(number, case)
    calls = "\n".join(f"    case {n}: case_{n}::case_main(); break;" for n in range(len(cases)))
    return "\n".join([*lines, MAIN % calls])


def tell(family: Path, folder: Path) -> int:
    """Build and run a family; how many cases fail."""
    cases = [case for case in read_cases(family) if case.expect == "silent" and is_for_nvcc(case)]
    if not cases or family.stem.startswith(NOT_HERE):
        return 0
    source, made = folder / f"{family.stem}.cu", folder / family.stem
    source.write_text(program(cases), encoding="utf-8")
    libraries = next((flags for name, flags in LIBRARIES.items() if family.stem.startswith(name)), [])
    built = subprocess.run([NVCC, *FLAGS, str(source), "-o", str(made), *libraries], capture_output=True, text=True)
    if built.returncode:
        print(f"{family.name}: not built: {built.stderr.strip()[:500]}")
        return len(cases)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: _answer(made, number), range(len(cases))))
    failing = [(case, answer) for case, answer in zip(cases, answers, strict=True) if answer]
    for case, answer in failing:
        print(f"{family.name}:{case.line}: {answer} [{', '.join(case.names[:3])}]")
    return len(failing)


def _answer(program: Path, number: int) -> str:
    """What is wrong with a case; empty if nothing is."""
    try:
        done = subprocess.run([str(program), str(number)], capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "no end"
    lines = done.stdout.splitlines()
    wrong = [line for line in lines if line.startswith("line ")]
    ends = [line for line in lines if line.startswith("end: ") and line != "end: cudaSuccess"]
    crash = [f"status {done.returncode}"] if done.returncode else []
    return ", ".join([*dict.fromkeys(wrong), *ends, *crash])


def main() -> int:
    wanted = sys.argv[1:]
    families = [family for family in FAMILIES if not wanted or family.stem in wanted]
    with tempfile.TemporaryDirectory() as folder:
        failing = sum(tell(family, Path(folder)) for family in families)
    print(f"{failing} cases fail")
    return 1 if failing else 0


if __name__ == "__main__":
    sys.exit(main())
