"""What the programming guide and the best practices guide say of their own examples."""

import pytest

from cudabmc.advice import AdviceKind

from .advised import advice_of, figure, of_kind

SHARED = """
struct alignas(16) Four {{ float x, y, z, w; }};
__global__ void k(float *out) {{
    __shared__ {type} s[2112];
    int t = threadIdx.x;
    s[{index}] = {value};
}}
int main() {{ k<<<1, 32>>>(0); cudaDeviceSynchronize(); return 0; }}
"""


@pytest.mark.parametrize(
    ("type", "index", "degree"),
    [
        ("float", "t", 1),  # linear addressing with a stride of one word
        ("float", "t * 2", 2),  # of two words: a two-way conflict
        ("float", "t * 3", 1),  # of three words: none
        ("float", "t * 32", 32),
        ("float", "t * 33", 1),
        ("float", "(t * 7) % 32", 1),  # a permutation
        ("float", "t * 64", 32),
        ("char", "t", 1),  # four lanes in a word
        ("char", "t * 4", 1),
        ("short", "t * 4", 2),
        ("double", "t", 1),  # each half of the warp fills the banks once
        ("double", "t * 2", 2),
        ("double", "t * 32", 16),
    ],
)
def test_a_stride_has_the_conflicts_that_the_guide_says(type: str, index: str, degree: int) -> None:
    source = SHARED.format(type=type, index=index, value="1")
    assert figure(source, AdviceKind.BANK_CONFLICT) == degree


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize(("index", "degree"), [("t", 1), ("t * 2", 2), ("t * 8", 8)])
def test_a_vector_of_128_bits_is_one_access_of_each_lane(frontend: str, index: str, degree: int) -> None:
    from cudabmc.options.table import Options

    source = f"""
__global__ void k(float4 *out) {{
    __shared__ float4 s[256];
    int t = threadIdx.x;
    s[{index}] = out[t];
}}
int main() {{
    float4 *a; cudaMalloc((void **)&a, 512); cudaMemset(a, 0, 512);
    k<<<1, 32>>>(a); cudaFree(a); return 0;
}}
"""
    advice = advice_of(source, Options(advise=True, frontend=frontend))
    conflicts = of_kind(advice, AdviceKind.BANK_CONFLICT)
    assert [one.figure for one in conflicts] == ([degree] if degree > 1 else [])
    assert not of_kind(advice, AdviceKind.UNCOALESCED)  # 512 bytes in 16 sectors
    if conflicts:
        picture = conflicts[0].picture
        assert picture is not None and {one.size for one in picture.lanes} == {16}


GLOBAL = """
__global__ void k(float *a) {{
    int t = threadIdx.x;
    {statement}
}}
int main() {{
    float *a; cudaMalloc((void **)&a, 65536);
    k<<<1, 32>>>(a); cudaFree(a); return 0;
}}
"""


@pytest.mark.parametrize(
    ("statement", "factor"),
    [
        ("a[t] = 1;", 1),  # four 32-byte transactions
        ("a[31 - t] = 1;", 1),  # in any order
        ("a[t + 1] = 1;", 1.25),  # misaligned: five transactions
        ("a[t + 8] = 1;", 1),
        ("a[2 * t] = 1;", 2),  # a stride of two: half of what is transferred is used
        ("a[8 * t] = 1;", 8),
        ("a[33 * t] = 1;", 8),
        ("if (t == 3) a[100] = 1;", 1),  # a lane alone needs one
        ("if (t % 2) a[t] = 1;", 2),
    ],
)
def test_sectors_are_those_of_the_best_practices_guide(statement: str, factor: float) -> None:
    assert figure(GLOBAL.format(statement=statement), AdviceKind.UNCOALESCED) == factor


TRANSPOSE = """
#define T 32
__global__ void transpose(float *out, const float *in, int n) {{
    __shared__ float tile[T][{width}];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * T + threadIdx.x; y = blockIdx.x * T + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}}
int main() {{
    float *a, *b;
    cudaMalloc((void **)&a, 16384); cudaMalloc((void **)&b, 16384); cudaMemset(a, 0, 16384);
    transpose<<<dim3(2, 2), dim3(T, {rows})>>>(b, a, 64);
    cudaFree(a); cudaFree(b); return 0;
}}
"""


@pytest.mark.parametrize(("width", "degree"), [("T", 32), ("T + 1", 1)])
def test_a_column_of_padding_removes_the_conflicts_of_a_transpose(width: str, degree: int) -> None:
    source = TRANSPOSE.format(width=width, rows="T")
    assert figure(source, AdviceKind.BANK_CONFLICT) == degree
    assert not of_kind(advice_of(source), AdviceKind.NEEDLESS_BARRIER)


def test_what_is_told_is_the_access_and_its_worst_warp() -> None:
    (one,) = advice_of(TRANSPOSE.format(width="T", rows="T")).given
    assert (one.kernel, one.loc.line, one.launch, one.concerned, one.seen) == ("transpose", 9, 1, 96, 96)
    assert one.picture is not None and one.picture.object == "tile"
    assert [lane.offset for lane in one.picture.lanes] == [128 * lane for lane in range(32)]
