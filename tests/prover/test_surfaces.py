"""Threads that write different elements of a surface do not race; what cannot be told apart is left open."""

import pytest

from cudabmc import Verdict, verify
from cudabmc.prover.proof import ProofStatus
from cudabmc.prover.surfaces import CLAMP, size_of_value
from cudabmc.source.text import SourceText
from opmodels.runtime.channel_format import ChannelFormat, ChannelKind
from opmodels.runtime.texture_types import Boundary
from tests.prover.proofs import proof_of

pytestmark = pytest.mark.one_in(3)

HEAD = """
__global__ void k(cudaSurfaceObject_t to, cudaSurfaceObject_t from, cudaSurfaceObject_t *more, int w, int h, int d) {
    float v = 1;
    unsigned char byte = 1;
"""

APART = [
    "if (x < w) surf1Dwrite(byte, to, x);",
    "if (x < w) surf1DLayeredwrite(byte, to, x, 3);",
    "if (x < w && y < h) surf2Dwrite(byte, to, x, y);",
    "if (x < w && y < h) surf2Dwrite(byte, to, x, y, cudaBoundaryModeZero);",
    "if (x < w && y < h && z < d) surf3Dwrite(byte, to, x, y, z);",
    "if (x < w && y < h && z < d) surf2DLayeredwrite(byte, to, x, y, z);",
    "if (x < w) { surf1Dread(&byte, to, x); surf1Dwrite((unsigned char)(byte + 1), to, x); }",
    "surf2Dread(&v, to, 0, 0); surf2Dread(&v, from, 4 * w, h);",
]

OPEN = [
    "if (x < w) surf1Dwrite(v, to, x);",
    "if (x < w && y < h) surf2Dwrite(byte, to, x, y / 2);",
    "if (x < w && y < h && z < d) surf3Dwrite(byte, to, x, y, z & 1);",
    "if (x < w && y < h) surf2Dwrite(byte, to, x / 2, y);",
    "if (x < w) { surf1Dread(&byte, to, x + 1); surf1Dwrite(byte, to, x); }",
    "if (x < w) surf1Dwrite(byte, to, x, cudaBoundaryModeClamp);",
    "if (x < w) { surf1Dread(&byte, from, x); surf1Dwrite(byte, to, x); }",
    "if (x < w) surf1Dwrite(byte, more[0], x);",
    "if (x < w) surf1Dwrite(byte, x < h ? to : from, x);",
]


def proof_status(body: str) -> ProofStatus:
    """Of a kernel that reads the coordinates which are named."""
    used = [axis for axis in "xyz" if f", {axis}" in body or f"({axis}" in body]
    places = [f"    int {axis} = blockIdx.{axis} * blockDim.{axis} + threadIdx.{axis};" for axis in used]
    return proof_of("\n".join([HEAD, *places, f"    {body}", "}"]), work=30_000_000).status


@pytest.mark.one_in(9)
@pytest.mark.parametrize("body", APART)
def test_elements_of_surfaces_are_told_apart(body: str) -> None:
    assert proof_status(body) is ProofStatus.PROVED


@pytest.mark.one_in(9)
@pytest.mark.parametrize("body", OPEN)
def test_what_may_be_one_element_is_left_open(body: str) -> None:
    assert proof_status(body) is not ProofStatus.PROVED


def test_numbers_mean_what_they_do_to_models() -> None:
    formats = [ChannelFormat(count, bits, ChannelKind.Float) for count in (1, 2, 4) for bits in (8, 16, 32)]
    assert [size_of_value(one.packed()) for one in formats] == [one.size for one in formats]
    assert Boundary.Clamp == CLAMP


PROGRAM = """
__global__ void k(cudaSurfaceObject_t surf, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    surf2Dwrite(1.0f, surf, X * 4, y, cudaBoundaryModeTrap);
}
int main() {
    cudaArray *array;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaMallocArray(&array, &desc, 8, 4, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t surf;
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;
    cudaCreateSurfaceObject(&surf, &res);
    k<<<dim3(2, 2), dim3(4, 2)>>>(surf, 8);
    cudaDeviceSynchronize();
    cudaDestroySurfaceObject(surf);
    cudaFreeArray(array);
}"""


@pytest.mark.long
@pytest.mark.parametrize(("place", "right"), [("x", True), ("(x ^ 1)", True), ("(x / 2)", False), ("(x % 4)", False)])
def test_a_run_of_the_program_agrees(place: str, right: bool) -> None:
    files = [SourceText(PROGRAM.replace("X", place), "k.cu")]
    assert (verify(files, prove=True).verdict is Verdict.SUCCESSFUL) == right
    assert {violation.prop for violation in verify(files).violations} == (set() if right else {"data-race"})
