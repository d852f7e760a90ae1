"""The generated header: calls of models carry the number of the overload, and no model is left out."""

import re
from pathlib import Path

from clang_headers import declarations, ir

from cudabmc.frontend.clang.command import Side
from cudabmc.frontend.clang.standard_math import in_standard_library
from opmodels import load_all, registry

_LABEL = re.compile(r"cudabmc:(\w+):(\d+)")


def labels(text: str) -> set[tuple[str, int]]:
    return {(name, int(number)) for name, number in _LABEL.findall(text)}


def test_every_model_of_cuda_is_declared_by_its_number() -> None:
    load_all()
    by_hand = ("opmodels.device.cached_access", "opmodels.runtime.vector_types")
    by_hand += ("opmodels.runtime.sample_helpers", "opmodels.runtime.sample_timers")
    expected = {
        (model.name, registry.lookup(model.name).index(model))
        for model in registry.all_models()
        if model.function.__module__.startswith(("opmodels.runtime.", "opmodels.device.", "opmodels.math_"))
        and not model.function.__module__.startswith(by_hand)
        and not in_standard_library(model)
    }
    found = labels(declarations().read_text())
    assert expected <= found
    for name, number in found:
        assert number < len(registry.lookup(name)), name


def test_a_call_names_the_overload_that_c_plus_plus_chooses(tmp_path: Path) -> None:
    text = "__global__ void k(float *f, unsigned *u) { atomicAdd(f, 1.0f); atomicAdd(u, 1u); *u = max(3u, 4u); }\n"
    called = labels(ir(text, Side.DEVICE, tmp_path))
    signatures = {registry.lookup(name)[number].signature for name, number in called}
    assert signatures == {
        "float atomicAdd(float *address, float val)",
        "unsigned int atomicAdd(unsigned int *address, unsigned int val)",
        "unsigned int max(unsigned int a, unsigned int b)",
    }


def test_built_in_variables_are_calls(tmp_path: Path) -> None:
    text = "__global__ void k(int *p) { dim3 b = blockDim; *p = threadIdx.x + gridDim.y + b.z; }\n"
    called = set(re.findall(r'call[^@]*@"cudabmc:builtin:([\w.]+)"', ir(text, Side.DEVICE, tmp_path)))
    assert called == {"threadIdx.x", "gridDim.y", "blockDim.x", "blockDim.y", "blockDim.z"}


def test_a_barrier_is_a_model_and_not_an_instruction_of_the_target(tmp_path: Path) -> None:
    text = ir("__global__ void k() { __syncthreads(); }\n", Side.DEVICE, tmp_path)
    assert labels(text) == {("__syncthreads", 0)}
    assert "llvm.nvvm" not in text


def test_the_c_library_keeps_its_names_in_kernels(tmp_path: Path) -> None:
    text = '__global__ void k(int n) { void *p = malloc(n); printf("%p", p); free(p); }\n'
    called = set(re.findall(r"call[^@]*@(\w+)\(", ir(text, Side.DEVICE, tmp_path)))
    assert {"malloc", "printf", "free"} <= called


def test_verifier_functions_may_be_declared_again(tmp_path: Path) -> None:
    text = 'extern "C" int nondet_int(void);\nextern "C" void __ESBMC_assume(bool);\n'
    text += "int main() { int n = nondet_int(); __ESBMC_assume(n > 0); return n; }\n"
    assert labels(ir(text, Side.HOST, tmp_path)) == {("nondet_int", 0), ("__ESBMC_assume", 0)}


def test_a_managed_variable_is_known_by_its_section_on_both_sides(tmp_path: Path) -> None:
    text = "__managed__ int m;\n__global__ void k() { m = 1; }\nint main() { m = 2; }\n"
    for side in Side:
        assert re.search(r'^@m = .*section "cudabmc.managed"', ir(text, side, tmp_path), re.M)


def test_assertions_of_both_sides_reach_the_model(tmp_path: Path) -> None:
    text = "#include <cassert>\n__global__ void k(int n) { assert(n); }\nint main(int n, char **) { assert(n > 0); }\n"
    for side in Side:
        assert labels(ir(text, side, tmp_path)) >= {("__cudabmc_assert", 0)}


def test_an_assertion_may_stand_in_a_constant_expression(tmp_path: Path) -> None:
    text = "#include <cassert>\nconstexpr int f(int n) { assert(n > 0); return n; }\nconstexpr int x = f(3);\n"
    assert "cudabmc_assert" not in ir(text + "int main() { return x; }\n", Side.HOST, tmp_path)
