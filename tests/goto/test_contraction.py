"""Products and sums of kernels, as nvcc contracts them: the forms of its machine code, and factors that change."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import Verdict, verify
from cudabmc.goto.contraction import contracted
from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Branch, Const, Function, Goto, Instruction, Reg, Return, Undef
from cudabmc.goto.registers import used
from cudabmc.goto.types import BOOL, F32

# What a kernel computes into o[0] and o[1], and the same with the fused operations of the machine code that nvcc 13
# makes of it for sm_90 (cuobjdump -sass); the host's compiler contracts nothing.
FORMS = {
    "sum": ("o[0] = a * b + c;", "fmaf(a, b, c)", "0"),
    "sum from the left": ("o[0] = c + a * b;", "fmaf(a, b, c)", "0"),
    "difference": ("o[0] = a * b - c;", "fmaf(a, b, -c)", "0"),
    "difference from the left": ("o[0] = c - a * b;", "fmaf(-a, b, c)", "0"),
    "of two products the first": ("o[0] = a * b + c * d;", "fmaf(a, b, c * d)", "0"),
    "and of their difference": ("o[0] = a * b - c * d;", "fmaf(a, b, -(c * d))", "0"),
    "in each of two sums": ("float p = a * b; o[0] = p + c; o[1] = p + d;", "fmaf(a, b, c)", "fmaf(a, b, d)"),
    "not if it is stored": ("float p = a * b; o[0] = p; o[1] = p + c;", "a * b", "a * b + c"),
    "the other one if one is stored": ("float p = a * b, q = c * d; o[0] = p; o[1] = p + q;",
                                       "a * b", "fmaf(c, d, a * b)"),
    "in a branch": ("float p = a * b; if (n > 1) o[0] = p + c;", "fmaf(a, b, c)", "0"),
    "not if a branch stores it": ("float p = a * b; if (n > 1) o[0] = p + c; else o[1] = p;", "a * b + c", "0"),
    "behind a barrier": ("float p = a * b; __syncthreads(); o[0] = p + c;", "fmaf(a, b, c)", "0"),
    "in a loop": ("float s = 0, p = a * b; for (int i = 0; i < n; i++) s += p; o[0] = s;",
                  "fmaf(a, b, fmaf(a, b, fmaf(a, b, a * b)))", "0"),
    "a negative product": ("o[0] = -(a * b) + c; o[1] = -(a * b) - c;", "fmaf(-a, b, c)", "fmaf(-a, b, -c)"),
    "factors of before": ("float p = a * b; a = c; b = d; o[0] = p + a;", "fmaf(a, b, c)", "0"),
}  # fmt: skip

PROGRAM = """#include <assert.h>
#include <math.h>
__global__ void k(float *o, float a, float b, float c, float d, int n) { %s }
int main(void) {
    const float from[][4] = {{0.33f, 2.61f, 0.82f, 1.9f}, {-0.99f, 3.19f, 3.76f, 0.7f}, {2.08f, 0.97f, 2.3f, -0.77f}};
    for (int i = 0; i < 3; i++) {
        float a = from[i][0], b = from[i][1], c = from[i][2], d = from[i][3], h[2] = {0, 0}, *o;
        cudaMalloc(&o, sizeof h);
        cudaMemcpy(o, h, sizeof h, cudaMemcpyHostToDevice);
        k<<<1, 1>>>(o, a, b, c, d, 4);
        cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
        assert(h[0] == %s && h[1] == %s);
        cudaFree(o);
    }
}
"""


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("frontend", ["c", pytest.param("clang", marks=pytest.mark.long)])
def test_a_kernel_computes_what_the_machine_code_of_nvcc_does(frontend: str, form: str) -> None:
    result = verify(source=PROGRAM % FORMS[form], name="form.cu", frontend=frontend)
    assert result.verdict is Verdict.SUCCESSFUL, result


def test_without_contraction_there_are_two_roundings() -> None:
    fused, apart = (
        verify(source=PROGRAM % FORMS["sum"], name="form.cu", contraction=contracts) for contracts in (True, False)
    )
    assert (fused.verdict, apart.verdict) == (Verdict.SUCCESSFUL, Verdict.FAILED)
    same = verify(source=PROGRAM % (FORMS["sum"][0], "a * b + c", "0"), name="form.cu", contraction=False)
    assert same.verdict is Verdict.SUCCESSFUL


BOTH_SIDES = """#include <assert.h>
#include <math.h>
__host__ __device__ float mad(float a, float b, float c) { return a * b + c; }
__host__ __device__ float twice(float a, float b, float c) { return 2 * mad(a, b, c); }
__global__ void k(float *o, float a, float b, float c) { *o = twice(a, b, c); }
int main(void) {
    float a = 0.33f, b = 2.61f, c = 0.82f, h, *o;
    cudaMalloc(&o, sizeof h);
    k<<<1, 1>>>(o, a, b, c);
    cudaMemcpy(&h, o, sizeof h, cudaMemcpyDeviceToHost);
    float p = a * b;
    assert(h == 2 * fmaf(a, b, c) && twice(a, b, c) == 2 * (p + c) && h != twice(a, b, c));
    cudaFree(o);
}
"""


@pytest.mark.parametrize("frontend", ["c", pytest.param("clang", marks=pytest.mark.long)])
def test_the_host_rounds_twice_what_both_sides_compute(frontend: str) -> None:
    result = verify(source=BOTH_SIDES, name="both.cu", frontend=frontend)
    assert result.verdict is Verdict.SUCCESSFUL, result


# ---------------------------------------------------------------- random bodies

VARIABLES = 4
REGISTERS = 12
PARAMETERS = 3
OPS = {"copy": (Op.COPY, 1), "fneg": (Op.FNEG, 1), "fmul": (Op.FMUL, 2), "fadd": (Op.FADD, 2), "fsub": (Op.FSUB, 2)}
KINDS = ["fmul", "fmul", "fadd", "fadd", "fsub", "copy", "fneg", "nothing", "goto", "branch"]


@st.composite
def bodies(draw: Any) -> tuple[Instruction, ...]:
    """Variables, which are set more than once, and temporaries, most of which are used in the next instructions."""
    length = draw(st.integers(3, 12))
    body: list[Instruction] = []
    temporaries = iter(range(VARIABLES, REGISTERS))
    known = list(range(VARIABLES))
    for _ in range(length):
        kind = draw(st.sampled_from(KINDS))
        if kind == "goto":
            body.append(Goto(draw(st.integers(0, length))))
        elif kind == "branch":
            then, orelse = (draw(st.integers(0, length)) for _ in range(2))
            body.append(Branch(Const(True, BOOL), then, orelse))
        elif kind == "nothing":
            body.append(Assign(draw(st.sampled_from(known)), Op.COPY, (Undef(F32),), F32, F32))
        else:
            op, count = OPS[kind]
            operand = st.one_of(st.sampled_from([Reg(known[-1]), Const(0.1, F32)]), st.sampled_from(known).map(Reg))
            args = tuple(draw(operand) for _ in range(count))
            dst = next(temporaries, 0) if kind not in ("fadd", "fsub") and draw(st.booleans()) else draw(
                st.integers(0, VARIABLES - 1)
            )
            known.append(dst)
            body.append(Assign(dst, op, args, F32, F32))
    return (*body, Return())


def function_of(body: tuple[Instruction, ...]) -> Function:
    return Function("f", "f", (), (F32,) * PARAMETERS, F32, body, (F32,) * REGISTERS)


def computed(op: Op, *args: float) -> float:
    return const_function(op, F32, F32)(*args)


Factors = tuple[float, float] | None


class Machine:
    """Runs a body, and tells what the registers of the source hold behind each instruction that sets one, until the
    ways are used up, for some steps, or up to the use of a register that holds nothing."""

    def __init__(self, function: Function) -> None:
        self.body = function.body
        self.values: dict[int, float | None] = {0: 1.1, 1: -0.3, 2: 7.7}

    def run(self, ways: list[bool], steps: int) -> tuple[list[float], bool]:
        """What it tells, and whether it came to an end."""
        ways, told, at = list(ways), [], 0
        for _ in range(steps):
            i = self.body[at]
            at += 1
            if isinstance(i, Return) or (isinstance(i, Branch) and not ways):
                return told, True
            if isinstance(i, Goto):
                at = i.target
            elif isinstance(i, Branch):
                at = i.then if ways.pop() else i.orelse
            elif isinstance(i, Assign):
                args = [self.value(a) for a in i.args]
                if isinstance(i.args[0], Undef):
                    self.values[i.dst] = None
                    continue
                if None in args:
                    return told, True
                value = self.values[i.dst] = self.computed(i, [a for a in args if a is not None])
                if i.dst < REGISTERS:
                    told.append(value)
        return told, False

    def value(self, operand: object) -> float | None:
        if isinstance(operand, Reg):
            return self.values.get(operand.index)
        return operand.value if isinstance(operand, Const) else None

    def computed(self, i: Assign, args: list[float]) -> float:
        return args[0] if i.op is Op.COPY else computed(i.op, *args)


class FusingMachine(Machine):
    """The same of a body that is not contracted: its sums look at where their operands come from."""

    def __init__(self, function: Function) -> None:
        super().__init__(function)
        self.sets = Counter(range(PARAMETERS))
        self.sets.update(i.dst for i in self.body if isinstance(i, Assign) and not isinstance(i.args[0], Undef))
        self.factors: dict[int, Factors] = {}

    def only_added(self, reg: int) -> bool:
        """Is all that uses a register a sum, or passes it on to such a register?"""
        users = [i for i in self.body if Reg(reg) in used(i)]
        return self.sets[reg] == 1 and all(
            isinstance(i, Assign)
            and (i.op in (Op.FADD, Op.FSUB) or (i.op in (Op.COPY, Op.FNEG) and self.only_added(i.dst)))
            for i in users
        )

    def computed(self, i: Assign, args: list[float]) -> float:
        held = [self.factors.get(a.index) if isinstance(a, Reg) else None for a in i.args]
        first = held[0]
        new: Factors = None
        if i.op is Op.FMUL and self.only_added(i.dst):
            new = (args[0], args[1])
        elif i.op is Op.COPY:
            new = first
        elif i.op is Op.FNEG and first is not None:
            new = (-first[0], first[1])
        self.factors[i.dst] = new
        sign = -1.0 if i.op is Op.FSUB else 1.0
        if i.op in (Op.FADD, Op.FSUB) and first is not None:
            return computed(Op.FMA, *first, sign * args[1])
        second = held[-1]
        if i.op in (Op.FADD, Op.FSUB) and second is not None:
            return computed(Op.FMA, sign * second[0], second[1], args[0])
        return super().computed(i, args)


@settings(max_examples=400)
@given(bodies(), st.lists(st.booleans(), max_size=6))
def test_factors_are_those_that_were_multiplied(body: tuple[Instruction, ...], ways: list[bool]) -> None:
    function = function_of(body)
    expected, ends = FusingMachine(function).run(ways, 100)
    found, _ = Machine(contracted(function)).run(ways, 1000)
    assert list(map(repr, found if ends else found[: len(expected)])) == list(map(repr, expected))


def test_a_product_that_may_not_be_there_is_left_alone() -> None:
    """Else a read of nothing would not be seen."""
    product = Assign(4, Op.FMUL, (Reg(0), Reg(1)), F32, F32)
    total = Assign(3, Op.FADD, (Reg(2), Reg(4)), F32, F32)
    around = function_of((Branch(Const(True, BOOL), 1, 2), product, total, Return()))
    assert contracted(around) is around
    ended = function_of((product, Assign(4, Op.COPY, (Undef(F32),), F32, F32), total, Return()))
    assert contracted(ended) is ended
    assert contracted(function_of((product, total, Return()))).body[1] == Assign(
        3, Op.FMA, (Reg(0), Reg(1), Reg(2)), F32, F32
    )
