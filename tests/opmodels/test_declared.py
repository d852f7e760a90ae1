"""Models declare what they do, and do no more: what the machine concludes from a call rests on that.

The first half looks at the sources of all models that are shipped, whatever way a run takes. The second shows that the
machine refuses what is not declared, so that a wrong declaration gives no answer at all.
"""

import ast
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from context_uses import calls_of_context, is_context, name_of, reached, uses
from fake_context import Excluded, FakeContext, Hidden, machine_type

from cudabmc import Options, Verdict, verify
from cudabmc.errors import ModelError
from cudabmc.frontend.clang.link.linker import _ORDERS
from cudabmc.frontend.clang.lower.intrinsics import _HANDLERS
from cudabmc.modelapi import BOOL, NEEDS, OF_PURE, FloatType, ModelContext
from cudabmc.modelapi.context import ASKED
from cudabmc.modelling.checks import ModelChecks
from cudabmc.modelling.declared import UndeclaredError
from cudabmc.modelling.meetings import ModelMeetings
from cudabmc.modelling.ordering import ModelOrdering
from opmodels import registry
from opmodels.registry import WAITS, Model

MODELS = [m for m in registry.all_models() if not m.source and m.function.__module__.startswith("opmodels.")]
SCOPES = {"converged": "warp"}


def declared(model: Model) -> set[str]:
    return {name for name in ("orders", "assumes", "waits") if getattr(model, name)}


# ---------------------------------------------------------------- by their sources


def needs(model: Model) -> set[str]:
    """What the model has to declare."""
    found = {need for name in uses(model.function) for need in NEEDS.get(name, ())}
    for call in _rendezvous(model):
        scope = _literal(call.args[0])
        assert isinstance(scope, str), f"{model.name} hides for whom it waits: {ast.unparse(call)}"
        ordered = next((_literal(word.value) for word in call.keywords if word.arg == "orders"), False)
        if scope == "grid" or ordered is not False:
            found.add("orders")
    return found


def places_to_wait(model: Model) -> set[str]:
    found = {str(_literal(call.args[0])) for call in _rendezvous(model)}
    named = {"meeting": "count", "cluster_barrier": "cluster"}
    return {SCOPES.get(scope, scope) for scope in found} | {named[name] for name in uses(model.function) & set(named)}


def _rendezvous(model: Model) -> list[ast.Call]:
    calls = [node for node in calls_of_context(model.function) if name_of(node) == "rendezvous"]
    assert all(isinstance(call, ast.Call) for call in calls)
    return [call for call in calls if isinstance(call, ast.Call)]


def _literal(node: ast.expr) -> object:
    return node.value if isinstance(node, ast.Constant) else None


@pytest.mark.long
def test_models_declare_just_what_their_sources_can_come_to() -> None:
    wrong = {m.signature: (needs(m), declared(m)) for m in MODELS if needs(m) != declared(m)}
    assert wrong == {}, "what is needed, and what is declared"


def test_models_say_for_whom_they_wait() -> None:
    wrong = {m.signature: places_to_wait(m) for m in MODELS if places_to_wait(m) != ({m.waits} - {""})}
    assert wrong == {}


def test_pure_models_ask_for_nothing_but_values() -> None:
    wrong = {m.signature: uses(m.function) - OF_PURE for m in MODELS if m.pure and not uses(m.function) <= OF_PURE}
    assert wrong == {}


def test_sources_hand_the_context_on_by_its_name() -> None:
    """Else the tests above would not see what is asked of it."""
    for function in {part for model in MODELS for part in reached(model.function)}:
        named = {name for name, kind in function.__annotations__.items() if kind is ModelContext}
        assert named <= {"ctx"}, f"{function.__module__}.{function.__qualname__}"


def test_sources_give_the_context_no_second_name() -> None:
    for path in Path(registry.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    pairs = [(target, node.value)]
                    if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                        pairs = list(zip(target.elts, node.value.elts, strict=True))
                    assert all(is_context(left) for left, right in pairs if is_context(right)), f"{path}:{node.lineno}"


def test_what_needs_a_declaration_is_there() -> None:
    assert set(NEEDS) | OF_PURE <= ASKED
    assert all(hasattr(Model, need) for needed in NEEDS.values() for need in needed)
    assert OF_PURE.isdisjoint(NEEDS)
    assert all(model.waits in WAITS and model.waits != "any" for model in MODELS)


def test_the_names_that_once_decided_are_declared() -> None:
    """What was known by names before models declared it."""
    orders = {m.name for m in MODELS if m.orders}
    assert {"__threadfence", "__threadfence_block", "__threadfence_system", "__syncwarp", "__barrier_sync"} <= orders
    assert {"__pipeline_commit", "__pipeline_wait_prior", "__pipeline_memcpy_async"} <= orders
    assert {m.name for m in MODELS if m.waits == "block"} == {
        "__syncthreads", "__syncthreads_count", "__syncthreads_and", "__syncthreads_or",
    }  # fmt: skip
    assumes = {m.name for m in MODELS if m.assumes and m.device}
    gpuverify = {"__assume", "__requires", "__global_requires", "__cudabmc_requires", "__cudabmc_assumes"}
    assert assumes == {"__VERIFIER_assume", "__ESBMC_assume", "__CPROVER_assume", "cudaMalloc"} | gpuverify
    assert {m.name for m in MODELS if m.compares} == {m.name for m in MODELS if "atomicCAS" in m.name}
    assert {m.name for m in MODELS if m.same_bits} == {
        "__float_as_int", "__float_as_uint", "__int_as_float", "__uint_as_float", "__double_as_longlong",
        "__longlong_as_double",
    }  # fmt: skip


# ---------------------------------------------------------------- by what they do


class Pure(FakeContext):
    """Has values alone."""

    def approximation(self, type: Any, label: str) -> Any:
        return FakeContext.nondet(self, type, label)

    def __getattribute__(self, name: str) -> Any:
        if name in ASKED:
            assert name in OF_PURE, name
        return super().__getattribute__(name)


@pytest.mark.parametrize("wrapped", [lambda value: value, Hidden], ids=["known", "unknown"])
def test_pure_models_answer_alike_for_the_same_arguments(wrapped: Callable[[Any], Any]) -> None:
    for model in (m for m in MODELS if m.pure):
        for number in (0, 1, 3):
            answers = [_answer(model, number, wrapped) for _ in range(2)]
            assert repr(answers[0]) == repr(answers[1]), model.signature


def _answer(model: Model, number: int, wrapped: Callable[[Any], Any]) -> object:
    parameters = model.signature[model.signature.index("(") + 1 : -1]
    types = [machine_type(p) for p in parameters.split(",") if p.strip() != "void"]
    values = [True if t == BOOL else float(number) if isinstance(t, FloatType) else number for t in types]
    try:
        return Pure().run(model.signature, *map(wrapped, values))
    except (NotImplementedError, TypeError, KeyError, Excluded) as error:  # what the fake does not have
        return type(error)


def test_models_of_the_same_bits_keep_them() -> None:
    for model in (m for m in MODELS if m.same_bits):
        there = 1.5 if "float x" in model.signature or "double x" in model.signature else 0x3FC00000
        back = {"__float_as_int": "__int_as_float", "__float_as_uint": "__uint_as_float",
                "__double_as_longlong": "__longlong_as_double"}  # fmt: skip
        back |= {second: first for first, second in back.items()}
        assert FakeContext().run(back[model.name], FakeContext().run(model.name, there)) == there


class Comparing(FakeContext):
    """Remembers what an atomic says that it compares with."""

    compared: Any = "nothing was read"

    def load(self, ptr: Any, type: Any, *, cross: bool = False, compare: Any = None) -> Any:
        self.compared = compare
        return super().load(ptr, type, cross=cross, compare=compare)


@pytest.mark.parametrize("found", [7, 8])
def test_models_that_compare_write_only_where_they_find_it(found: int) -> None:
    for model in (m for m in MODELS if m.compares):
        context = Comparing()
        place = context.buffer(found.to_bytes(8, "little"))
        assert context.run(model.signature, place, 7, 9) == found, model.signature
        assert context.compared == 7
        assert context.bytes_at(place, 8) == (9 if found == 7 else found).to_bytes(8, "little")


def test_atomics_that_are_told_to_compare_declare_it() -> None:
    for model in (m for m in MODELS if m.access == "atomic" and not m.compares):
        loads = [node for node in calls_of_context(model.function) if name_of(node) == "load"]
        context = Comparing()
        kind = machine_type(model.signature[model.signature.index("(") + 1 :].partition("*")[0])
        zero = 0.0 if isinstance(kind, FloatType) else 0
        place = context.buffer(bytes(8))
        assert loads, model.signature
        with suppress(Exception):  # operators that the fake does not have, behind the load
            context.run(model.signature, place, zero)
        assert context.compared is None, model.signature


# ---------------------------------------------------------------- what the machine refuses

HEAD = "from cudabmc.modelapi import *\nfrom opmodels.registry import model\n"
USING = {
    "assume": "ctx.assume(True)",
    "rendezvous": 'return ctx.rendezvous("block", None, 0, None)',
    "meeting": 'return ctx.meeting(1, "it", expected=1, count=1)',
    "cluster_barrier": 'return ctx.cluster_barrier("sync", all_threads=True)',
    "fence": 'ctx.fence("device")',
    "release": 'ctx.release("device")',
    "acquire": "ctx.acquire(found=True)",
    "copy_async": "ctx.copy_async(p, p, 4)",
    "fill_async": "ctx.fill_async(p, 4)",
    "commit_copies": "ctx.commit_copies()",
    "wait_for_copies": "ctx.wait_for_copies(0)",
}
KERNEL = """#include <cuda_runtime.h>
__global__ void k(int *p) { f(p); }
int main() {
    int *p;
    cudaMalloc((void **)&p, 4);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
}
"""


def run(folder: Path, declaration: str, body: str, program: str = KERNEL) -> Verdict:
    (folder / "models.py").write_text(f'{HEAD}@model("void f(int *p)", {declaration})\ndef f(ctx, p):\n    {body}\n')
    (folder / "main.cu").write_text(program)
    return verify([str(folder / "main.cu")], Options(models=(str(folder / "models.py"),))).verdict


@pytest.mark.parametrize("name", NEEDS)
def test_the_machine_refuses_what_is_not_declared(name: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=rf"ctx\.{name}\(.*without declaring"):
        run(tmp_path, 'host=False, orders=False, assumes=False, waits=""', USING[name])


@pytest.mark.parametrize("name", NEEDS)
@pytest.mark.parametrize("declaration", ["host=False", "host=False, collective=True"])
def test_users_models_that_declare_nothing_may_do_anything(name: str, declaration: str, tmp_path: Path) -> None:
    assert run(tmp_path, declaration, USING[name]) is not Verdict.FAILED


@pytest.mark.parametrize(
    ("declaration", "body"),
    [
        ('waits="warp"', 'return ctx.rendezvous("block", None, 0, None)'),
        ('waits="warp", orders=False', 'return ctx.rendezvous("warp", 1, 0, None, orders=True)'),
        ('waits="block"', 'return ctx.meeting(1, "it", expected=1, count=1)'),
        ('waits="block"', "pass"),
        ("pure=True", "return ctx.load(p, I32)"),
        ("pure=True", 'return ctx.nondet(I32, "x")'),
        ("pure=True", 'ctx.put("x", 1, I32)'),
        ("assumes=False", "ctx.constrain(ctx.op(Op.PTRNE, BOOL, p, NULL, of=PTR))"),
    ],
)
def test_the_machine_refuses_what_contradicts_a_declaration(declaration: str, body: str, tmp_path: Path) -> None:
    program = KERNEL.replace("k(int *p) { f(p); }", "k(int *p) { int x; f(nondet_int() ? p : &x); }")
    if "constrain" in body:
        program = program.replace("nondet_int() ? p : &x", "(int *)nondet_long()")
    with pytest.raises(ModelError, match="declare"):
        run(tmp_path, f"host=False, {declaration}", body, program)


@pytest.mark.parametrize("declaration", ['waits="everywhere"', "pure=True, orders=True", 'pure=True, waits="warp"'])
def test_declarations_that_mean_nothing_are_refused(declaration: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="waits="[:5] if "everywhere" in declaration else "pure"):
        run(tmp_path, declaration, "pass")


def test_a_shipped_model_without_its_declaration_gives_no_answer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from dataclasses import replace

    (fence,) = registry.lookup("__threadfence")
    monkeypatch.setitem(registry._SHIPPED.models, "__threadfence", [replace(fence, orders=False)])
    (tmp_path / "main.cu").write_text(KERNEL.replace("f(p)", "__threadfence()"))
    with pytest.raises(UndeclaredError, match="__threadfence"):
        verify([str(tmp_path / "main.cu")])


def test_the_context_checks_all_that_the_table_names() -> None:
    checked = {
        name
        for part in (ModelChecks, ModelMeetings, ModelOrdering)
        for name, function in vars(part).items()
        if getattr(function, "__qualname__", "").startswith("declared.")
    }
    assert checked == set(NEEDS)


# ---------------------------------------------------------------- what clang's code calls


def test_intrinsics_that_order_threads_are_seen_in_the_text_of_a_module() -> None:
    signatures = {
        name: cell.cell_contents
        for name, handler in _HANDLERS.items()
        for cell in getattr(handler, "__closure__", None) or ()
        if isinstance(cell.cell_contents, str) and "(" in cell.cell_contents
    }
    ordering = {name for name, signature in signatures.items() if _of(signature).orders}
    assert {"nvvm.membar.gl", "nvvm.bar.warp.sync", "nvvm.barrier.cta.arrive"} <= ordering
    for name in {*ordering, "nvvm.barrier.sync", "nvvm.barrier.cta.sync"}:
        assert _ORDERS.search(f"declare void @llvm.{name}.i32()"), name


def _of(signature: str) -> Model:
    return next(m for m in MODELS if m.signature == signature)
