"""Functions of numba.cuda. Where numba-cuda is not installed, what it made of the kernels in `numba_kernels` is read
from files, and everything behind it is tested."""

import ast
import inspect
import linecache
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba_kernels import kernels

from cudabmc import Result, Verdict, symbolic, verify_kernel
from cudabmc.errors import UsageError
from cudabmc.kernel_objects import numba_ir, numba_kernel
from cudabmc.kernel_objects.numba_ir import NumbaIr

FOLDER = Path(kernels.__file__).parent
UPDATE = bool(os.environ.get("UPDATE_GOLDEN"))
INSTALL = "numba-cuda is not installed (pip install numba-cuda; no GPU is needed)"
Kernel = Callable[[str], Any]


def line(text: str) -> int:
    """Where a text stands in the kernels; it stands there once."""
    found = [number for number, each in enumerate(linecache.getlines(kernels.__file__), 1) if text in each]
    assert len(found) == 1, found
    return found[0]


class StoredDispatcher:
    """What the verifier knows of a function of numba.cuda."""

    def __init__(self, function: Any) -> None:
        self.py_func, self.targetoptions = function, dict[str, object]()

    def typeof_pyval(self, value: object) -> object:
        return ScalarType("int64" if isinstance(value, int) else "float64")


class ScalarType(SimpleNamespace):
    def __init__(self, name: str) -> None:
        super().__init__(name=name, bitwidth=64)

    def __str__(self) -> str:
        return str(self.name)


StoredDispatcher.__module__ = "numba.cuda.dispatcher"


def stored(dispatcher: Any, types: object) -> NumbaIr:
    """What numba-cuda made of a kernel."""
    head, *modules = (FOLDER / f"{dispatcher.py_func.__name__}.ll").read_text().split("; ---- module\n")
    kernel, raised = ast.literal_eval("".join(each.removeprefix("; ") for each in head.splitlines(True)[1:]))
    known = {
        function: {code: (__builtins__[kind], said, place and (place[0], kernels.__file__, place[1]))
                   for code, (kind, said, place) in of.items()}
        for function, of in raised.items()
    }  # fmt: skip
    texts = tuple(text.replace("FOLDER", str(FOLDER)) for text in modules)
    return NumbaIr(texts, kernel, known)


def store(dispatcher: Any, ir: NumbaIr) -> None:
    import numba_cuda

    raised = {
        function: {
            code: (kind.__name__, said, place and (place[0], place[2])) for code, (kind, said, place) in of.items()
        }
        for function, of in ir.raised.items()
    }
    head = [f"Made by numba-cuda {numba_cuda.__version__} of {kernels.__name__}.py.", repr((ir.kernel, raised)), ""]
    texts = [text.replace(str(FOLDER), "FOLDER") for text in ir.modules]
    path = FOLDER / f"{dispatcher.py_func.__name__}.ll"
    path.write_text("; ---- module\n".join(["\n; ".join(head).removesuffix("; "), *texts]).replace("Made", "; Made", 1))


@pytest.fixture(params=["stored", "numba"])
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Kernel:
    """A kernel by its name: through what is stored, and through numba."""
    if request.param == "stored":
        monkeypatch.setattr(numba_kernel, "ir_of", stored)
        monkeypatch.setattr(numba_kernel, "_array_type", lambda candidate, array: None)
        return lambda name: StoredDispatcher(getattr(kernels, name))
    return _through_numba(monkeypatch)


def _through_numba(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    cuda = pytest.importorskip("numba.cuda", reason=INSTALL)
    pytest.importorskip("numba_cuda", reason=INSTALL)
    import numba

    monkeypatch.setattr(kernels, "cuda", cuda)
    monkeypatch.setattr(kernels, "float32", numba.float32)
    monkeypatch.setattr(kernels, "int32", numba.int32)
    monkeypatch.setattr(kernels, "square", cuda.jit(device=True)(kernels.square))
    if UPDATE:

        def stores(dispatcher: Any, types: Any) -> NumbaIr:
            found = numba_ir.ir_of(dispatcher, types)
            store(dispatcher, found)
            return found

        monkeypatch.setattr(numba_kernel, "ir_of", stores)
    return lambda name: cuda.jit(getattr(kernels, name))


def floats(count: int) -> Any:
    return np.arange(count, dtype=np.float32)


def integers(*shape: int) -> Any:
    return np.arange(np.prod(shape), dtype=np.int32).reshape(shape)


def only(result: Result) -> tuple[str, int]:
    assert result.verdict is Verdict.FAILED, result
    (violation,) = result.violations
    assert violation.places[0].loc.file.endswith("kernels.py")
    return violation.prop, violation.places[0].loc.line


# ---------------------------------------------------------------- verdicts


def test_an_addition_of_vectors_is_right_and_stays_inside(kernel: Kernel) -> None:
    args = (floats(16), floats(16), floats(16))
    result = verify_kernel(kernel("add"), (3,), (8,), args)
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.kernels == ("add",)
    assert "'a', 'b', 'c' with 16 elements" in result.assumptions[0]


def test_an_array_that_is_too_small_is_found_at_the_line_of_python(kernel: Kernel) -> None:
    result = verify_kernel(kernel("add"), (2,), (8,), (floats(15), floats(16), floats(16)))
    assert only(result) == ("bounds", line("c[i] = a[i] + b[i]"))
    (violation,) = result.violations
    assert violation.message == "read of element 15 of 'a', which has 15"
    assert dict(violation.places[0].values) == {"a": "&a", "b": "&b", "c": "&c", "i": "15"}
    assert violation.inputs == ()
    assert "c[i] = a[i] + b[i]" in str(result)


def test_a_sum_in_shared_memory_with_barriers_has_no_race(kernel: Kernel) -> None:
    assert verify_kernel(kernel("total"), 1, 8, (floats(8), np.zeros(1, np.float32))).verdict is Verdict.SUCCESSFUL


def test_an_assertion_that_fails_is_found(kernel: Kernel) -> None:
    result = verify_kernel(kernel("total"), 1, 8, (floats(8), np.ones(1, np.float32)))
    assert only(result) == ("assertion", line("assert out[0] == 140"))
    assert result.violations[0].message == "assertion `out[0] == 140` fails"


def test_an_exception_of_a_function_that_the_kernel_calls_is_found(kernel: Kernel) -> None:
    args = (floats(8) + 3, np.zeros(1, np.float32))
    found = verify_kernel(kernel("total"), 1, 8, args, all_runs=True).violations
    raised = {violation.message: violation.places[0].loc.line for violation in found if violation.prop == "assertion"}
    assert raised["assertion `ValueError('too large') is not raised` fails"] == line("raise ValueError")


def test_a_missing_barrier_is_a_race_on_the_array_of_the_source(kernel: Kernel) -> None:
    result = verify_kernel(kernel("shift"), 1, 4, (integers(8), integers(8)))
    assert only(result) == ("data-race", line("s[t] = a[t]\n"))
    (violation,) = result.violations
    assert violation.places[1].loc.line == line("out[t] = s[t - 1]")
    assert violation.object is not None and violation.object.name == "s"
    assert [step.text for step in violation.steps if "= 0" in step.text and step.loc.line == line("def shift")] == []


def test_a_stencil_of_two_dimensions_reads_its_neighbours(kernel: Kernel) -> None:
    args = (integers(6, 5), integers(6, 5), 3)
    assert verify_kernel(kernel("stencil"), (2, 1), (4, 5), args).verdict is Verdict.SUCCESSFUL


def test_an_array_of_a_thread_has_its_name_and_size(kernel: Kernel) -> None:
    result = verify_kernel(kernel("stencil"), (2, 1), (4, 5), (integers(6, 5), integers(6, 5), symbolic(low=3, high=4)))
    assert [v.prop for v in result.violations if "'window'" in v.message] == ["bounds"]
    assert line("window[n] = a") in {violation.places[0].loc.line for violation in result.violations}


def test_a_negative_index_counts_from_the_end(kernel: Kernel) -> None:
    result = verify_kernel(kernel("last"), 1, 4, (integers(4),), no_check=("barrier-divergence",))
    assert "bounds" not in {violation.prop for violation in result.violations}
    result = verify_kernel(kernel("last"), 1, 6, (integers(4),))
    assert ("bounds", line("- 1] = 1")) in {(v.prop, v.places[0].loc.line) for v in result.violations}


def test_a_barrier_that_some_threads_miss_is_found(kernel: Kernel) -> None:
    result = verify_kernel(kernel("last"), 1, 4, (integers(4),))
    assert {violation.prop for violation in result.violations} <= {"barrier-divergence", "deadlock"}
    assert result.verdict is Verdict.FAILED


@pytest.mark.long
def test_contents_that_are_not_given_are_arbitrary(kernel: Kernel) -> None:
    args = {"a": symbolic(8, "float32"), "out": SimpleNamespace(shape=(1,), dtype=np.dtype(np.float32))}
    result = verify_kernel(kernel("total"), 1, 8, args)
    assert {"assertion"} == {violation.prop for violation in result.violations}


def test_one_array_for_two_parameters_is_one_array(kernel: Kernel) -> None:
    a = integers(8)
    result = verify_kernel(kernel("shift"), 1, 1, (a, a))
    assert result.verdict is Verdict.SUCCESSFUL
    assert "'out' is the array of 'a'" in result.assumptions


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("args", "text"),
    [
        ((floats(3), floats(3)), "add has 3 parameters, but args has 2"),
        ({"a": floats(3)}, "needs an argument for 'b'"),
        ({"a": floats(3), "b": floats(3), "c": floats(3), "d": 1}, "has no parameter 'd'"),
        (([1.0], floats(3), floats(3)), "list has no type of elements"),
        ((None, floats(3), floats(3)), "NoneType has no type of elements"),
        ((symbolic(3), floats(3), floats(3)), "the shape and the type of an array must be known"),
        ((symbolic("n", "float32"), floats(3), floats(3)), "the shape and the type of an array must be known"),
        ((integers(4, 4).T, floats(3), floats(3)), "not contiguous in C order"),
        ((np.zeros(3, np.complex64), floats(3), floats(3)), "arrays of complex numbers"),
    ],
)
def test_what_is_not_known_of_an_argument_is_said(kernel: Kernel, args: Any, text: str) -> None:
    with pytest.raises(UsageError, match=text):
        verify_kernel(kernel("add"), 1, 1, args)


@pytest.fixture
def cuda() -> Iterator[Any]:
    pytest.importorskip("numba_cuda", reason=INSTALL)
    yield pytest.importorskip("numba.cuda", reason=INSTALL)


def test_what_numba_does_not_compile_is_told_in_its_words(cuda: Any) -> None:
    @cuda.jit
    def wrong(a: Any) -> None:
        a.append(1)

    with pytest.raises(UsageError, match="numba does not compile wrong"):
        verify_kernel(wrong, 1, 1, (floats(1),))


def test_what_a_run_does_not_know_is_refused_by_name(cuda: Any) -> None:
    @cuda.jit
    def prints(a: Any) -> None:
        print(a[0])

    with pytest.raises(Exception, match="vprintf"):
        verify_kernel(prints, 1, 1, (floats(1),))


def test_operations_of_warps_and_atomics_mean_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    result = verify_kernel(_through_numba(monkeypatch)("warps"), 1, 32, (np.zeros(1, np.uint32),))
    assert [violation.message for violation in result.violations] == ["assertion `a[0] != 9` fails"]


def test_functions_of_libdevice_are_those_of_cuda(monkeypatch: pytest.MonkeyPatch) -> None:
    result = verify_kernel(_through_numba(monkeypatch)("mathematics"), 1, 1, (2.25, 10))
    assert [violation.message for violation in result.violations] == ["assertion `math.isnan(x)` fails"]


def test_an_exception_of_a_function_of_numba_is_found(cuda: Any) -> None:
    @cuda.jit
    def steps(a: Any, n: Any) -> None:
        for i in range(0, 4, n):
            a[i] = i

    assert verify_kernel(steps, 1, 1, (integers(4), 2)).verdict is Verdict.SUCCESSFUL
    assert [v.prop for v in verify_kernel(steps, 1, 1, (integers(4), 0)).violations] == ["assertion"]


def test_what_numba_had_compiled_for_launches_stays(cuda: Any) -> None:
    @cuda.jit(device=True)
    def twice(x: Any) -> Any:
        return x + x

    @cuda.jit
    def doubles(a: Any) -> None:
        a[0] = twice(a[0])

    before, method = dict(twice.overloads), type(twice).compile_device
    assert verify_kernel(doubles, 1, 1, (floats(1),)).verdict is Verdict.SUCCESSFUL
    assert dict(twice.overloads) == before
    assert type(twice).compile_device is method


def test_a_cell_of_a_notebook_has_the_name_that_it_has_there(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the two things that IPython is asked for (IPython.core.compilerop.CachingCompiler)."""
    cells = {kernels.__file__: ("Cell", "In[3]")}
    shell = SimpleNamespace(compile=SimpleNamespace(format_code_name=cells.get))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    result = verify_kernel(kernel("add"), 1, 4, (floats(3), floats(4), floats(4)))
    assert repr(result) == f"<Result FAILED: bounds at In[3]:{line('c[i] = a[i] + b[i]')}>"
    assert "c[i] = a[i] + b[i]" in str(result)
    assert numba_kernel._shown("/elsewhere/k.py") == "/elsewhere/k.py"
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    assert numba_kernel._shown("/elsewhere/k.py") == "/elsewhere/k.py"


def test_numba_is_not_imported_for_other_kernels() -> None:
    assert inspect.getsource(numba_ir).count("import numba") == 0
    if "numba" not in sys.modules:
        verify_kernel("__global__ void k() {}", 1, 1)
        assert "numba" not in sys.modules
