"""Users' own models (--models): through both front ends, in place of shipped ones, and what is wrong with a file."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from cudabmc import Options, Verdict, verify
from cudabmc.command.main import Exit, main
from cudabmc.errors import ModelError, UsageError
from cudabmc.result import Result
from opmodels import registry

IMPORTS = "from cudabmc.modelapi import *\nfrom opmodels.registry import *\n"
PROGRAM = """#include <stdlib.h>
#include "valve.h"
#include <assert.h>
__global__ void k(int *out) { *out = doubled(21); }
int main() {
    valve_t valve = valve_open(VALVE_KIND);
    assert(valve != NULL);
    assert(abs(-3) == 5);
    int *d, x = 0;
    assert(cudaMalloc((void **)&d, 4) == cudaErrorMemoryAllocation);
    cudaMallocManaged((void **)&d, 4);
    k<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    x = *d;
    assert(x == 42);
}
"""
VALVE = (
    IMPORTS
    + """
header("valve.h")
declare("typedef struct valve_st *valve_t;", types=("valve_t", "valve_st"))
macro("VALVE_KIND", "3")

@model("valve_t valve_open(int kind)", device=False)
def valve_open(ctx, kind):
    assert kind == 3
    return ctx.allocate(1, Space.HOST_GLOBAL, "valve")

@model("int doubled(int x)", host=False)
def doubled(ctx, x):
    return ctx.op(Op.MUL, I32, x, 2)

@model("int abs(int x)")
def abs_(ctx, x):
    return 5

@model("cudaError_t cudaMalloc(void **devPtr, size_t size)", device=False)
def cuda_malloc(ctx, target, size):
    return 2
"""
)


def run(folder: Path, program: str, models: Sequence[str], frontend: str = "c") -> Result:
    (folder / "main.cu").write_text(program)
    files = []
    for number, text in enumerate(models):
        files.append(str(folder / f"models{number}.py"))
        Path(files[-1]).write_text(text)
    return verify([str(folder / "main.cu")], Options(frontend=frontend, models=tuple(files)))


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_models_of_new_functions_and_in_place_of_shipped_ones(frontend: str, tmp_path: Path) -> None:
    result = run(tmp_path, PROGRAM, [VALVE], frontend)
    assert result.verdict.name == "SUCCESSFUL", result.violations
    for name in ("valve_open", "doubled", "abs", "cudaMalloc"):
        assert f"function {name}: model from {tmp_path / 'models0.py'}" in result.assumptions


def test_shipped_models_apply_shipped_ones(tmp_path: Path) -> None:
    """With machine code and without, which has no form of a user's model."""
    sine = IMPORTS + '@model("double sin(double x)", pure=True)\ndef sine(ctx, x):\n    return 7.0\n'
    program = """#include <math.h>
#include <assert.h>
int main() {
    double s, c;
    for (int i = 0; i < 4000; i++) { sincos(0.0, &s, &c); assert(s == 0.0 && sin(0.0) == 7.0); }
}
"""
    assert run(tmp_path, program, [sine]).verdict is Verdict.SUCCESSFUL


def test_a_model_that_host_code_alone_calls(tmp_path: Path) -> None:
    """It may order threads, for it does not say otherwise; through both front ends in the short set."""
    models = IMPORTS + '@model("int one(void)")\ndef one(ctx): return 1\n'
    program = "#include <assert.h>\nint main() { assert(one() == 1); }\n"
    for frontend in ("c", "clang"):
        assert run(tmp_path, program, [models], frontend).verdict.name == "SUCCESSFUL"


def test_a_run_without_them_has_the_shipped_models_again(tmp_path: Path) -> None:
    program = "#include <assert.h>\n#include <stdlib.h>\nint main() { assert(abs(-3) == 3); }\n"
    assert run(tmp_path, program, [VALVE]).verdict.name == "FAILED"
    assert run(tmp_path, program, []).verdict.name == "SUCCESSFUL"
    assert [m.source for m in registry.lookup("abs")[:1]] == [""] and not registry.lookup("valve_open")
    assert "valve.h" not in registry.headers() and "valve_t" not in registry.type_names()


@pytest.mark.long
def test_another_result_type_is_another_program_for_clang(tmp_path: Path) -> None:
    program = "#include <assert.h>\nint main() { assert(sizeof(one()) == SIZE && one() == 1); }\n"
    for ctype in ("int", "long"):
        models = IMPORTS + f'macro("SIZE", "sizeof({ctype})")\n@model("{ctype} one(void)")\ndef one(ctx): return 1\n'
        assert run(tmp_path, program, [models], "clang").verdict.name == "SUCCESSFUL"


def test_the_last_file_wins(tmp_path: Path) -> None:
    models = [IMPORTS + f'@model("int one(void)")\ndef one(ctx): return {n}\n' for n in (7, 1)]
    program = "#include <assert.h>\nint main() { assert(one() == 1); }\n"
    assert run(tmp_path, program, models).verdict.name == "SUCCESSFUL"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("def f(:\n", 3, "not valid Python"),
        ("x = 1\ny = x.foo\n", 4, "AttributeError"),
        ("raise SystemExit(0)\n", 3, "SystemExit"),
        ('@model("int f(strange x)")\ndef f(ctx, x): return 0\n', 3, "not a C declaration"),
        ('@model("int f(int x")\ndef f(ctx, x): return 0\n', 3, "not a C declaration"),
        ('@model("int f(int x, int y)")\ndef f(ctx, x): return 0\n', 3, "does not take"),
        ('@model("int f(void)")\ndef f(ctx):\n    return {}[0]\n', 5, "KeyError"),
        ('@model("int f(void)")\ndef f(ctx): return -1\n', 3, "2**32"),
        ('@model("int f(void)")\ndef f(ctx): return None\n', 3, "not a value of the type i32"),
        ('@model("double f(void)")\ndef f(ctx): return 1\n', 3, "not a value of the type f64"),
        ('@model("int f(void)")\ndef f(ctx):\n    ctx.require(True, "asertion", "")\n    return 0\n', 3, "'asertion'"),
        ('@model("int f(void)")\ndef f(ctx): return ctx.op(Op.ADD, I32, 1, None)\n', 4, "fails"),
    ],
    ids=lambda value: value.splitlines()[-1] if isinstance(value, str) else str(value),
)
def test_a_mistake_in_a_file_has_its_place(text: str, line: int, words: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError) as caught:
        run(tmp_path, "int main() { int x = f(); return x; }\n", [IMPORTS + text])
    assert words in caught.value.message
    assert caught.value.location is not None
    assert (caught.value.location.file, caught.value.location.line) == (str(tmp_path / "models0.py"), line)


def test_an_error_while_threads_meet_is_one_of_the_model(tmp_path: Path) -> None:
    models = IMPORTS + (
        '@model("int meet(void)", host=False, collective=True)\n'
        'def meet(ctx): return ctx.rendezvous("block", None, 0, lambda all: 1 // 0)\n'
    )
    with pytest.raises(ModelError, match="ZeroDivisionError"):
        run(tmp_path, "__global__ void k() { meet(); }\nint main() { k<<<1, 2>>>(); }\n", [models])


def test_the_command_ends_with_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    models, program = tmp_path / "models.py", tmp_path / "main.cu"
    models.write_text(IMPORTS + '@model("int f(void)")\ndef f(ctx):\n    return [][1]\n')
    program.write_text("int main() { return f(); }\n")
    assert main(["--models", str(models), str(program)]) == Exit.ERROR
    error = capsys.readouterr().err
    assert f"{models}:5: error: the model of f() fails: IndexError" in error and "main.cu:1" in error


def test_a_file_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read the models .*none\.py"):
        verify([str(tmp_path / "main.cu")], Options(models=(str(tmp_path / "none.py"),)))


ASSUMING = """#include <assert.h>
#include <cuda_runtime.h>
__global__ void turns(int *x, int *y) {
    int before = atomicExch(x, (int)threadIdx.x + 1);
    ASSUMED(before != EXCLUDED);
    int seen = atomicAdd(y, 1);
    assert(!(threadIdx.x == 2 && before == WANTED && seen == 1));
}
int main() {
    int *x, *y;
    cudaMalloc((void **)&x, 4);
    cudaMalloc((void **)&y, 4);
    cudaMemset(x, 0, 4);
    cudaMemset(y, 0, 4);
    turns<<<1, 3>>>(x, y);
    cudaDeviceSynchronize();
}
"""


@pytest.mark.parametrize(("excluded", "wanted"), [(1, 2), (2, 1), (3, 1), (0, 2), (3, 2)])
def test_what_a_model_assumes_does_not_depend_on_its_name(tmp_path: Path, excluded: int, wanted: int) -> None:
    program = ASSUMING.replace("EXCLUDED", str(excluded)).replace("WANTED", str(wanted))
    found = []
    for name in ("turns_assume", "only_where"):
        models = (
            IMPORTS
            + f"""
@model("void {name}(bool holds)")
def assumed(ctx, holds):
    ctx.assume(holds)
"""
        )
        result = run(tmp_path, program.replace("ASSUMED", name), [models])
        found.append((result.verdict, [v.prop for v in result.violations]))
    assert found[0] == found[1]


def test_a_loop_that_ends_by_a_variable_of_a_model_is_not_taken_for_one_that_waits(tmp_path: Path) -> None:
    ticker = (
        IMPORTS
        + """
@model("int is_over(void)", device=False)
def is_over(ctx):
    count = ctx.concretize(ctx.get("test:count", 0), I32)
    ctx.put("test:count", count + 1, I32)
    return int(count == 5)
"""
    )
    result = run(tmp_path, "int main(void) { while (!is_over()); }\n", [ticker])
    assert result.verdict is Verdict.SUCCESSFUL and result.bounds == ()


def test_what_a_model_makes_behind_a_decision_belongs_to_one_side_of_it(tmp_path: Path) -> None:
    models = (
        IMPORTS
        + """
@model("int reading(int is_wide)", device=False)
def reading(ctx, is_wide):
    if ctx.decide(ctx.op(Op.EQ, BOOL, is_wide, 0, of=I32)):
        return ctx.nondet(I32, "narrow", 0, 3)
    return ctx.nondet(I32, "wide", 0, 255)
"""
    )
    program = """#include <assert.h>
int __VERIFIER_nondet_int(void);
int main() {
    int is_wide = __VERIFIER_nondet_int();
    int x = reading(is_wide);
    assert(is_wide || x <= 3);
    assert(x <= 3);
}
"""
    result = run(tmp_path, program, [models])
    assert [violation.places[0].loc.line for violation in result.violations] == [7]
