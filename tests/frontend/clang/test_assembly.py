"""Inline PTX means what the PTX ISA says: programs assert results that are computed here, in Python."""

from pathlib import Path

import pytest

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.clang.ptx.text import Address, Declaration, Pair, Statement, UnknownForm, Vector, statements
from cudabmc.options.table import Options
from cudabmc.result import Result, Verdict
from cudabmc.verification.pipeline import verify

M32, M64 = (1 << 32) - 1, (1 << 64) - 1
WORDS = (0, 1, 7, 0x80000000, 0xFFFFFFFF, 0x12345678, 0xDEADBEEF)


def run(tmp_path: Path, body: str, threads: int = 1) -> Result:
    """A kernel with this body, for `out`, an array of 64 ints."""
    path = tmp_path / "program.cu"
    path.write_text(
        "#include <assert.h>\n"
        f"__global__ void k(int *out) {{\n{body}\n}}\n"
        f"int main() {{ int *p; cudaMalloc(&p, 256); cudaMemset(p, 0, 256); k<<<1, {threads}>>>(p); return 0; }}\n"
    )
    return verify([str(path)], Options(frontend="clang"))


def holds(tmp_path: Path, body: str, threads: int = 1) -> None:
    """Every assertion of the body holds."""
    result = run(tmp_path, body, threads)
    assert [f"{v.message} at {v.places[0].loc}" for v in result.violations] == []
    assert result.verdict is Verdict.SUCCESSFUL


def signed(value: int, width: int = 32) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def checks(ptx: str, rows: list[tuple[tuple[int, ...], int]], wide: bool = False) -> str:
    """Assertions that the instruction gives the last entry of each row for the others."""
    ctype, letter = ("unsigned long long", "l") if wide else ("unsigned", "r")
    names = "abcd"
    lines = []
    for inputs, result in rows:
        declared = " ".join(f"{ctype} {name} = {value}ull;" for name, value in zip(names, inputs, strict=False))
        bound = ", ".join(f'"{letter}"({name})' for name, _ in zip(names, inputs, strict=False))
        lines.append(f'{{ {ctype} r; {declared} asm("{ptx}" : "={letter}"(r) : {bound}); assert(r == {result}ull); }}')
    return "\n".join(lines)


def pairs(function: object) -> list[tuple[tuple[int, ...], int]]:
    assert callable(function)
    return [((a, b), function(a, b) & M32) for a in WORDS for b in WORDS[:4]]


# ---------------------------------------------------------------- text


def test_the_text_is_cut_into_instructions() -> None:
    found = list(
        statements("{ .reg .u32 t<2>; // note\n mov.b64 {t0, %laneid}, $1;\n @!p ld.global.u32 $0, [$2+-4]; }")
    )
    assert found == [
        Declaration("u32", ("t0#1", "t1#2")),
        Statement(("mov", "b64"), (Vector(("t0#1", "%laneid")), "$1")),
        Statement(("ld", "global", "u32"), ("$0", Address("$2", -4)), "p", True),
    ]
    (shuffle,) = statements("shfl.sync.up.b32 $0|p, $1, 1, 0, -1;")
    assert isinstance(shuffle, Statement) and shuffle.operands[0] == Pair("$0", "p")


def test_registers_of_two_blocks_are_two_registers() -> None:
    found = [n for n in statements("{ .reg .u32 t; mov.u32 t, 1; } { .reg .u32 t; mov.u32 t, 2; }")]
    assert [n.operands[0] for n in found if isinstance(n, Statement)] == ["t#1", "t#2"]


def test_labels_and_unbalanced_braces_are_refused() -> None:
    for text in ("L: add.s32 $0, $0, 1;", "} mov.u32 $0, 1;"):
        with pytest.raises(UnknownForm):
            list(statements(text))


# ---------------------------------------------------------------- results


def test_integer_arithmetic(tmp_path: Path) -> None:
    def high(a: int, b: int) -> int:
        return signed(a) * signed(b) >> 32

    holds(
        tmp_path,
        checks("mul.hi.s32 %0, %1, %2;", pairs(high))
        + checks("sad.s32 %0, %1, %2, 5;", pairs(lambda a, b: abs(signed(a) - signed(b)) + 5))
        + checks("add.sat.s32 %0, %1, %2;", pairs(lambda a, b: max(-(1 << 31), min(M32 >> 1, signed(a) + signed(b)))))
        + checks("max.s32 %0, %1, %2;", pairs(lambda a, b: max(signed(a), signed(b))))
        + checks(
            "dp4a.s32.u32 %0, %1, %2, 7;",
            pairs(lambda a, b: 7 + sum(signed(x, 8) * y for x, y in zip(a.to_bytes(4), b.to_bytes(4), strict=True))),
        )
        + checks(
            "vabsdiff4.u32.u32.u32.add %0, %1, %2, 7;",
            pairs(lambda a, b: 7 + sum(abs(x - y) for x, y in zip(a.to_bytes(4), b.to_bytes(4), strict=True))),
        )
        + checks("mad.lo.u32 %0, %1, %2, 9;", pairs(lambda a, b: a * b + 9)),
    )


@pytest.mark.long
def test_a_carry_reaches_the_next_addition(tmp_path: Path) -> None:
    rows = [((a, b), (a * 0x100000001 + b * 0x100000003) & M64) for a in WORDS for b in WORDS[:3]]
    text = "".join(
        f'{{ unsigned lo, hi; asm("add.cc.u32 %0, %2, %3; addc.u32 %1, %4, %5;" : "=&r"(lo), "=r"(hi) : '
        f'"r"({a}u), "r"({(3 * b) & M32}u), "r"({a}u), "r"({b + (3 * b >> 32)}u)); '
        f"assert(lo == {r & M32}u && hi == {r >> 32}u); }}\n"
        for (a, b), r in rows
    )
    holds(tmp_path, text)


@pytest.mark.long
def test_bit_fields_and_permutations(tmp_path: Path) -> None:
    def extract(a: int, b: int, c: int) -> int:
        top = a >> min(b + c - 1, 31) & 1 if c else 0
        return sum((a >> (b + i) & 1 if i < c and b + i < 32 else top) << i for i in range(32))

    def insert(a: int, b: int, c: int, d: int) -> int:
        for i in range(d):
            if c + i < 32:
                b = b & ~(1 << (c + i)) | (a >> i & 1) << (c + i)
        return b

    def permute(a: int, b: int, c: int) -> int:
        data = (b << 32 | a).to_bytes(8, "little")
        found = []
        for i in range(4):
            byte = data[c >> 4 * i & 7]
            found.append((0xFF if byte > 127 else 0) if c >> 4 * i & 8 else byte)
        return int.from_bytes(bytes(found), "little")

    fields = [(0, 0), (4, 8), (28, 8), (31, 1), (0, 32), (40, 3), (3, 255)]
    holds(
        tmp_path,
        checks("bfe.s32 %0, %1, %2, %3;", [((a, b, c), extract(a, b, c)) for a in WORDS[3:] for b, c in fields])
        + checks("bfi.b32 %0, %1, %2, %3, %4;", [((a, WORDS[6], b, c), insert(a, WORDS[6], b, c))
                                                 for a in WORDS[3:] for b, c in fields])
        + checks("prmt.b32 %0, %1, %2, %3;", [((0x8899AABB, 0x11223344, c), permute(0x8899AABB, 0x11223344, c))
                                              for c in (0x3210, 0x7654, 0x0123, 0xB4F8, 0x5140)])
        + checks("lop3.b32 %0, %1, %2, %3, 0xe8;", [((a, b, 0xFF00), a & b | a & 0xFF00 | b & 0xFF00)
                                                   for a in WORDS for b in WORDS])
        + checks("bfind.u32 %0, %1;", [((a,), (a.bit_length() - 1) & M32) for a in WORDS])
        + checks("shr.s32 %0, %1, %2;", [((a, n), signed(a) >> min(n, 31) & M32) for a in WORDS for n in (0, 5, 40)]),
    )  # fmt: skip


def test_a_mask_has_ones_from_a_bit_on(tmp_path: Path) -> None:
    def ones(a: int, b: int) -> int:
        return sum(1 << i for i in range(a, min(a + b, 32)))

    fields = [(0, 0), (0, 5), (4, 28), (4, 29), (31, 1), (0, 31), (0, 32), (32, 1), (40, 3), (3, 0xFFFFFFFE), (M32, 1)]
    wrapped = [((a, b), ones(a & 31, b & 31)) for a, b in fields]
    holds(
        tmp_path,
        checks("bmsk.clamp.b32 %0, %1, %2;", [((a, b), ones(a, b)) for a, b in fields])
        + checks("bmsk.wrap.b32 %0, %1, %2;", wrapped),
    )


@pytest.mark.long
def test_conversions_round_and_clamp(tmp_path: Path) -> None:
    rows = [("rni.s32", 2.5, 2), ("rni.s32", 3.5, 4), ("rzi.s32", -2.7, -2), ("rmi.s32", -2.1, -3), ("rpi.s32", 2.1, 3),
            ("rzi.s8", -300.0, -128), ("rzi.u8", 300.0, 255), ("rzi.s32", 1e20, (1 << 31) - 1)]  # fmt: skip
    text = "".join(
        f'{{ int r; asm("cvt.{kind}.f32 %0, %1;" : "=r"(r) : "f"({x}f)); assert(r == {r}); }}\n' for kind, x, r in rows
    )
    text += '{ int r; asm("cvt.s32.s8 %0, %1;" : "=r"(r) : "r"(0x1f0)); assert(r == -16); }\n'
    text += '{ int r; asm("cvt.sat.u8.s32 %0, %1;" : "=r"(r) : "r"(-5)); assert(r == 0); }\n'
    holds(tmp_path, text)


def test_addresses_in_shared_memory_fit_into_32_bits(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        __shared__ int s[8], other[8];
        unsigned at = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]), there;
        unsigned long long wide;
        other[threadIdx.x] = 5;
        asm volatile("st.shared.u32 [%0], 7;" : : "r"(at) : "memory");
        asm volatile("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(there) : "l"(other));
        asm volatile("st.shared.u32 [%0 + 8], 9;" : : "r"(there + 4 * threadIdx.x) : "memory");
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(at) : "l"(__cvta_generic_to_shared(&other[threadIdx.x + 2])));
        asm volatile("cvta.shared.u64 %0, %1;" : "=l"(wide) : "l"((unsigned long long)there));
        assert(s[threadIdx.x] == 7 && at == 9 && wide == (unsigned long long)other);
        assert(__cvta_shared_to_generic(there) == other && there != 0);
        """,
        threads=2,
    )


def test_an_access_beyond_a_shared_array_by_its_address_there_is_found(tmp_path: Path) -> None:
    found = run(
        tmp_path,
        """
        __shared__ int s[8], other[8];
        unsigned at = (unsigned)__cvta_generic_to_shared(s) + 32;
        s[0] = other[0] = 1;
        asm volatile("st.shared.u32 [%0], 7;" : : "r"(at) : "memory");
        """,
    )
    assert [v.prop for v in found.violations] == ["bounds"]


def test_a_number_in_the_text_has_no_width(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        __shared__ int s[8];
        out[threadIdx.x] = 3 + threadIdx.x;
        constexpr unsigned char none = 0, bytes = 4;
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" : : "l"(__cvta_generic_to_shared(s + threadIdx.x)),
                     "l"(out + threadIdx.x), "n"(bytes) : "memory");
        asm volatile("cp.async.commit_group;");
        asm volatile("cp.async.wait_group %0;" : : "n"(none) : "memory");
        assert(s[threadIdx.x] == 3 + threadIdx.x);
        int less;
        asm("add.s32 %0, %1, %2;" : "=r"(less) : "r"(1), "n"((signed char)-3));
        assert(less == -2);
        """,
        threads=2,
    )


def test_a_guard_decides_on_registers_and_memory(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        int a = 1, b = threadIdx.x;
        asm volatile("{ .reg .pred p, q; setp.gt.s32 p|q, %2, 0; @p add.s32 %0, %0, 10; @q st.global.u32 [%1+4], 7;"
                     " @p st.global.u32 [%1], 8; @p ld.global.u32 %0, [%1]; }" : "+r"(a) : "l"(out + 2 * b), "r"(b)
                     : "memory");
        assert(a == (b ? 8 : 1) && out[2 * b] == (b ? 8 : 0) && out[2 * b + 1] == (b ? 0 : 7));
        """,
        threads=2,
    )


@pytest.mark.long
def test_a_result_and_its_copy_are_two_values(tmp_path: Path) -> None:
    holds(
        tmp_path,
        'int a = 1, b; asm("add.s32 %0, %0, 5; mov.b32 %1, %0;" : "+r"(a), "=r"(b)); a = a + 1;'
        "assert(a == 7 && b == 6);",
    )


def test_lanes_trade_values(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        unsigned lane, mask, up, in, votes, other;
        asm("mov.u32 %0, %%laneid;" : "=r"(lane));
        asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
        assert(lane == threadIdx.x && mask == (1u << lane) - 1);
        asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, 3, 0x1800, 0xffffffff; selp.u32 %1, 1, 0, p; }"
                     : "=r"(up), "=r"(in) : "r"(lane));
        assert(in == (lane % 8 >= 3) && up == (in ? lane - 3 : lane));
        asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 5; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
                     : "=r"(votes) : "r"(lane));
        assert(votes == 31);
        asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 7; vote.ballot.sync.b32 %0, p, 0xffffffff; }"
                     : "=r"(votes) : "r"(lane));
        assert(votes == 127);
        asm volatile("shfl.sync.bfly.b32 %0, %1, 4, 31, 0xffffffff;" : "=r"(other) : "r"(lane));
        assert(other == (lane ^ 4));
        """,
        threads=32,
    )


def test_a_barrier_in_assembly_orders_threads_and_its_absence_is_a_race(tmp_path: Path) -> None:
    body = "__shared__ int s; if (threadIdx.x == 0) s = 3; {} out[threadIdx.x] = s;"
    holds(tmp_path, body.replace("{}", 'asm volatile("bar.sync 0;" ::: "memory");'), threads=2)
    result = run(tmp_path, body.replace("{}", 'asm volatile("membar.cta;" ::: "memory");'), threads=2)
    assert [v.prop for v in result.violations] == ["data-race"]


@pytest.mark.parametrize("scope, found", [("cta", ["data-race"]), ("cluster", ["data-race"]), ("gpu", []), ("sys", [])])
def test_the_scope_of_a_fence_says_whom_it_orders(scope: str, found: list[str], tmp_path: Path) -> None:
    """Each block is a cluster of its own."""
    fence = f'asm volatile("fence.acq_rel.{scope};" ::: "memory");'
    source = tmp_path / "fences.cu"
    source.write_text(
        f"""#include <assert.h>
        __device__ int data, flag;
        __global__ void k() {{
            if (blockIdx.x == 0) {{ data = 42; {fence} atomicExch(&flag, 1); }}
            else if (atomicAdd(&flag, 0)) {{ {fence} assert(data == 42); }}
        }}
        int main() {{ k<<<2, 1>>>(); cudaDeviceSynchronize(); }}
        """
    )
    result = verify([str(source)], Options(frontend="clang", compute_capability="9.0"))
    assert [v.prop for v in result.violations] == found


def test_what_is_not_known_is_refused_by_its_text(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match=r"bar\.red\.popc\.u32"):
        run(tmp_path, 'asm volatile("{ .reg .u32 n; .reg .pred p; bar.red.popc.u32 n, 1, p; }");')


CLUSTER = """#include <assert.h>
#include <cuda_runtime.h>
template <int N> __global__ void __cluster_dims__(N, 1, 1) ring() {
    __shared__ int mine[4];
    unsigned rank, blocks, number, size, next, of;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm volatile("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(blocks));
    asm volatile("mov.u32 %0, %%clusterid.x;" : "=r"(number));
    asm volatile("mov.u32 %0, %%nclusterid.x;" : "=r"(size));
    assert(rank == blockIdx.x % N && blocks == N && number == blockIdx.x / N && size == gridDim.x / N);
    mine[2] = blockIdx.x;
    asm volatile("barrier.cluster.arrive{ARRIVE}.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    unsigned place = (unsigned)__cvta_generic_to_shared(&mine[2]), there;
    int value, generic;
    unsigned long long address;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(place), "r"((rank + 1) % blocks));
    asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(of) : "r"(there));
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(there));
    asm volatile("mapa.u64 %0, %1, %2;" : "=l"(address) : "l"(&mine[2]), "r"((rank + 1) % blocks));
    asm volatile("ld.u32 %0, [%1];" : "=r"(generic) : "l"(address));
    assert(of == (rank + 1) % N && value == number * N + (rank + 1) % N && generic == value);
    asm volatile("barrier.cluster.arrive.aligned;\\n barrier.cluster.wait.aligned;" ::: "memory");
}
int main() {
    ring<2><<<4, 1>>>();
    return cudaDeviceSynchronize();
}
"""


@pytest.mark.parametrize("arrive, found", [(".release", []), ("", []), (".relaxed", ["data-race"])])
def test_blocks_of_a_cluster_meet_and_reach_each_other(arrive: str, found: list[str], tmp_path: Path) -> None:
    source = tmp_path / "ring.cu"
    source.write_text(CLUSTER.replace("{ARRIVE}", arrive))
    assert sorted({v.prop for v in verify([str(source)], Options()).violations}) == found
