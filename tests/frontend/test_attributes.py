"""What carries a meaning is never dropped without a word: attributes, pragmas, and macros of our headers."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from parse_text import parse_text

from cudabmc import Verdict, verify
from cudabmc.errors import UnsupportedError
from cudabmc.frontend.clang.declarations import generated_header
from opmodels import registry

INCLUDE = Path(__file__).parents[2] / "opmodels" / "include"
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)]*\))?[ \t]*(.*)$", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)

GUARD = "says that a header was included, or that one is wanted"
HOST = "what is not CUDA is compiled for the host alone, where the qualifier has no meaning"
CONVENTION = "a calling convention of Windows or a mark for nvcc's own front end"
EMPTY_MACROS = {
    "__maxnreg__": "how many registers a thread gets changes no value",
    "__host__": HOST, "__device__": HOST, "__global__": HOST, "__shared__": HOST, "__constant__": HOST,
    "__managed__": HOST, "__launch_bounds__": HOST, "__cluster_dims__": HOST, "__grid_constant__": HOST,
    "CUDARTAPI": CONVENTION, "CUDAAPI": CONVENTION, "CUDARTAPI_CDECL": CONVENTION, "CUDA_CB": CONVENTION,
    "CUDART_CB": CONVENTION, "CUSOLVERAPI": CONVENTION, "CUSPARSEAPI": CONVENTION, "__device_builtin__": CONVENTION,
    "__cudart_builtin__": CONVENTION, "__device_builtin_texture_type__": CONVENTION,
    "__device_builtin_surface_type__": CONVENTION,
    "__CUDABMC_DEFAULT": "C has no default arguments", "__CUDABMC_C": 'C needs no extern "C"',
    "__CUDABMC_LIBRARY_OF_DEVICE": GUARD, "__CUDABMC_ASSERT": GUARD, "__CUDABMC_DECLARATIONS": GUARD,
}  # fmt: skip
"""All macros that expand to nothing, but for guards, each with the reason why that loses nothing."""

UNUSED_ARGUMENTS = {
    "assert": "NDEBUG is defined: C11 7.2 says that the argument is not evaluated",
    "__block_size__": "the kernel is refused",
    "__axiom": "the program is refused",
    "STRCPY": "the samples' own macro for Linux drops the length, too",
    **dict.fromkeys(
        (
            "cudabmc_requires", "cudabmc_ensures", "cudabmc_kernel_ensures", "cudabmc_invariant", "cudabmc_candidate",
            "cudabmc_may_read", "cudabmc_may_write", "cudabmc_barrier_may_read", "cudabmc_barrier_may_write",
            "cudabmc_by_contract", "cudabmc_barrier_invariant", "cudabmc_assert", "cudabmc_assume",
        ), "other compilers make nothing of contracts",
    ),
}  # fmt: skip
"""Macros that drop an argument. The words of GPUVerify do, too, and say so in the report."""


def texts() -> Iterator[str]:
    for path in INCLUDE.rglob("*"):
        if path.is_file() and path.suffix != ".md":
            yield path.read_text()
    yield generated_header()
    yield "\n".join(f"#define {name} {body}" for name, body in registry.macros().items())


def macros() -> Iterator[tuple[str, str, str]]:
    """Name, parameters and body of each macro that programs see."""
    registry.load_all()
    for text in texts():
        yield from _DEFINE.findall(_COMMENT.sub("", text).replace("\\\n", " "))


def test_every_macro_that_expands_to_nothing_has_its_reason() -> None:
    empty = {name for name, _, body in macros() if not body.strip()}
    guards = {n for n in empty if re.fullmatch(r"\w+_[hH](?:_|__)?|__CUDABMC_WANTS_\w+|\w+_RUNTIME(_API)?_H__", n)}
    assert empty - guards == set(EMPTY_MACROS)


def test_every_macro_that_drops_an_argument_has_its_reason() -> None:
    dropping = set()
    for name, parameters, body in macros():
        for parameter in re.findall(r"\w+|\.\.\.", parameters):
            word = "__VA_ARGS__" if parameter == "..." else parameter
            if not re.search(rf"\b{word}\b", body) and body.strip():
                dropping.add((name, body))
    silent = {name for name, body in dropping if "__cudabmc_not_looked_at" not in body}
    assert silent == set(UNUSED_ARGUMENTS)


CLUSTER = """__global__ void {} k(int *a) {{ a[blockIdx.x] = 1; }}
int main() {{ int *d; cudaMalloc((void **)&d, 8); k<<<2, 1>>>(d); cudaDeviceSynchronize(); cudaFree(d); }}"""


@pytest.mark.one_in(2)
@pytest.mark.parametrize("frontend", ["c", "clang", "auto"])
def test_launches_that_count_clusters_are_refused_by_name_with_their_position(frontend: str) -> None:
    with pytest.raises(UnsupportedError, match="clusters of blocks") as caught:
        verify(CLUSTER.format("__block_size__((1, 1, 1), (2, 1, 1))"), frontend=frontend)
    assert caught.value.location is not None
    assert caught.value.location.line == 1


@pytest.mark.parametrize(
    ("frontend", "head", "size"),
    [
        ("c", "#define N 2\n__global__ void __cluster_dims__(N) k", 2),
        ("c", "const int N = 2; __global__ void __cluster_dims__(N, 1, N / 2) k", 2),
        ("clang", "#define N 2\n__global__ void __cluster_dims__(N) k", 2),
        ("clang", "constexpr int N = 2; __global__ void __cluster_dims__(N, 1, N / 2) k", 2),
        ("clang", "template <int N> __global__ void __cluster_dims__(2 * N, 1, 1) k", 4),
        ("clang", "__global__ void __cluster_dims__(4) k(int *a);\n__global__ void k", 4),
    ],
)
def test_the_size_of_a_cluster_is_that_of_the_attribute(frontend: str, head: str, size: int) -> None:
    launched = "k<2>" if "template" in head else "k"
    text = f"""{head}(int *a) {{ if (blockIdx.x == 0) *a = __clusterSizeInBlocks(); }}
    int main() {{
        int *d, h;
        cudaMalloc((void **)&d, 4);
        {launched}<<<4, 1>>>(d);
        cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
        __ESBMC_assert(h == {size}, "the size");
        cudaFree(d);
    }}"""
    assert verify(text, frontend=frontend).verdict is Verdict.SUCCESSFUL


def test_a_kernel_whose_launches_count_clusters_does_no_harm_where_it_is_not_launched() -> None:
    program = CLUSTER.format("__block_size__((1, 1, 1), (2, 1, 1))").replace("k<<<2, 1>>>(d);", "")
    result = verify(program, frontend="clang")
    assert result.verdict is Verdict.SUCCESSFUL


@pytest.mark.one_in(3)
@pytest.mark.parametrize("word", ["", "__maxnreg__(32)", "__launch_bounds__(32)", "__cluster_dims__(2)"])
def test_what_changes_no_value_is_accepted(word: str) -> None:
    assert verify(CLUSTER.format(word)).verdict is Verdict.SUCCESSFUL


@pytest.mark.parametrize(
    ("text", "construct"),
    [
        ("struct [[gnu::packed]] S { char a; int b; };", "[[packed]]"),
        ("struct S { char a; int b; } __attribute__((packed));", "__attribute__((packed))"),
        ("__attribute__((global)) void k(int *a) { *a = 1; }", "__attribute__((global))"),
        ("__attribute__((shared)) int s;", "__attribute__((shared))"),
        ("__declspec(thread) int a;", "__attribute__((thread))"),
        ("[[using gnu: unused, cleanup(f)]] int a;", "[[cleanup]]"),
        ("__attribute__((unused, __transparent_union__)) int a;", "__attribute__((transparent_union))"),
        ("#pragma push_macro(\"X\")\nint a;", "#pragma push_macro"),
        ("#pragma weak f\nint a;", "#pragma weak"),
        ('_Pragma("pack(1)") int a;', "_Pragma of pack"),
        ('_Pragma("weak f") int a;', "_Pragma of weak"),
    ],
)
def test_an_attribute_with_a_meaning_is_refused_by_name(text: str, construct: str) -> None:
    with pytest.raises(UnsupportedError) as caught:
        parse_text(text)
    assert caught.value.construct == construct


ALIGNED = """#include <assert.h>
struct S {{ char c; {} }};
int main() {{ assert(sizeof(struct S) == {}); return 0; }}"""


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize(
    ("member", "size"),
    [
        ("__attribute__((aligned)) int i;", 32),
        ("__attribute__((aligned(8), unused)) int i;", 16),
        ("[[gnu::aligned(8)]] int i;", 16),
        ("[[deprecated(\"aligned(8)\")]] int i;", 8),
        ("alignas(16) int i;", 32),
        ("__align__(8) int i;", 16),
    ],
)
def test_alignment_is_followed_however_it_is_spelled(member: str, size: int, frontend: str) -> None:
    assert verify(ALIGNED.format(member, size), frontend=frontend).verdict is Verdict.SUCCESSFUL
