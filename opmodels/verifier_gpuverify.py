"""Contracts in the text of kernels, in the words of GPUVerify and of <cudabmc.h>: what loops keep, what functions
promise, and facts about other threads.

A run executes what there is, and does not look at them, which each report says. In a proof the words of a contract are
macros for calls (`macros_of_proofs`): one of `__cudabmc_contract`, so that what is computed from there on is known to
be part of the contract and none of the program, and one of a function that says what the condition is for. Nothing but
the prover knows what these mean (`cudabmc/prover/contracts.py`).
"""

from collections.abc import Iterable, Sequence
from typing import NoReturn

from cudabmc.modelapi import BOOL, IntType, ModelContext, Op, Value
from opmodels.registry import header, macro, model

MOST_INSTANCES = 24
"""Instances that a barrier invariant names, at most."""

_AT_BARRIERS = "__cudabmc_barrier_invariant"

_STATEMENTS = {
    "__invariant": "__cudabmc_invariant",
    "__global_invariant": "__cudabmc_invariant",
    "__candidate_invariant": "__cudabmc_candidate_invariant",
    "__candidate_global_invariant": "__cudabmc_candidate_invariant",
    "__function_wide_invariant": "__cudabmc_function_wide_invariant",
    "__function_wide_candidate_invariant": "__cudabmc_function_wide_candidate_invariant",
    "__ensures": "__cudabmc_ensures",
    "__global_ensures": "__cudabmc_ensures",
    "__barrier_invariant": _AT_BARRIERS,
    **{f"__barrier_invariant_{count}": _AT_BARRIERS for count in range(1, MOST_INSTANCES + 1)},
}  # fmt: skip
"""The words of statements, and what says in a proof what they are."""

_OF_HEADER = {
    "__cudabmc_word_requires": ("__cudabmc_requires", "__cudabmc_requires"),
    "__cudabmc_word_assert": ("__cudabmc_asserts", "__cudabmc_asserted"),
    "__cudabmc_word_assume": ("__cudabmc_assumes", "__cudabmc_assumes"),
}
"""Words of <cudabmc.h> alone, what they are in a run, and what says so in a proof: compilers do not evaluate them."""

_OF_CALLS = ("__requires_fresh_array", "__reads_from", "__writes_to", "__read_permission", "__array_snapshot")
"""Words that help to reason about calls apart from each other. Pointers lead to arrays of their own unless the user
says otherwise, and what functions read and write is seen where they are called."""

for name in (*_STATEMENTS, *_OF_CALLS):
    macro(f"{name}(...)", "__cudabmc_not_looked_at()")

for name, (runs, _) in _OF_HEADER.items():
    macro(f"{name}(...)", f"{runs}(__VA_ARGS__)")

_KERNEL_ENSURES = "__cudabmc_word_kernel_ensures"

macro(f"{_KERNEL_ENSURES}(...)", "__cudabmc_not_looked_at()")

macro("__cudabmc_word_by_contract()", "__cudabmc_not_looked_at()")

_PERMISSIONS = {
    f"__cudabmc_word_{word}": f"__cudabmc_{word}"
    for word in ("may_read", "may_write", "barrier_may_read", "barrier_may_write")
}
"""The words for permissions, and what says in a proof what they are."""

for name in _PERMISSIONS:
    macro(f"{name}(...)", "__cudabmc_not_looked_at()")

_ENDS = "long long __cudabmc_from = (from), __cudabmc_to = (to);"  # where no index hides a variable
_BOUND = "__cudabmc_bound(__cudabmc_from, __cudabmc_to)"
_OVER_INDICES = {
    "__cudabmc_word_for_all(i, from, to, ...)": (
        f"({{ {_ENDS} bool __cudabmc_so = true; for (long long i = __cudabmc_from; __cudabmc_so && i < __cudabmc_to; "
        "i++) __cudabmc_so = (__VA_ARGS__); __cudabmc_so; })",
        f"({{ {_ENDS} long long i = {_BOUND}; __cudabmc_for_all(1, __VA_ARGS__); }})",
    ),
    "__cudabmc_word_for_pairs(i, j, from, to, ...)": (
        f"({{ {_ENDS} bool __cudabmc_so = true; for (long long i = __cudabmc_from; __cudabmc_so && i < __cudabmc_to; "
        "i++) for (long long j = i + 1; __cudabmc_so && j < __cudabmc_to; j++) __cudabmc_so = (__VA_ARGS__); "
        "__cudabmc_so; })",
        f"({{ {_ENDS} long long i = {_BOUND}; long long j = __cudabmc_bound(i + 1, __cudabmc_to); "
        "__cudabmc_for_all(2, __VA_ARGS__); })",
    ),
    "__cudabmc_word_sum(i, from, to, ...)": (
        f"({{ {_ENDS} long long __cudabmc_total = 0; for (long long i = __cudabmc_from; i < __cudabmc_to; i++) "
        "__cudabmc_total += (int)(__VA_ARGS__); __cudabmc_total; })",
        f"({{ {_ENDS} long long i = {_BOUND}; __cudabmc_sum_over(__VA_ARGS__); }})",
    ),
    "__cudabmc_word_sorted(a, n)": (
        "__cudabmc_word_for_all(__cudabmc_i, 1, n, (a)[__cudabmc_i - 1] <= (a)[__cudabmc_i])",
        "__cudabmc_word_for_pairs(__cudabmc_i, __cudabmc_j, 0, n, (a)[__cudabmc_i] <= (a)[__cudabmc_j])",
    ),
}  # fmt: skip
"""Words about all indices of a range: what they are in a run, and in a proof, which knows the instances it needs."""

for name, (runs, _) in _OVER_INDICES.items():
    macro(name, runs)

header("cudabmc.h")

_WHOLE = ("char", "short", "int", "long", "unsigned_char", "unsigned_short", "unsigned_int", "unsigned_long")

macro("__dominator_enabled()", "__enabled()")
macro("__same_group", "1")  # facts about other threads are about those of the block
macro("__is_pow2(x)", "(((x) & ((x) - 1)) == 0)")
macro("__mod_pow2(x, y)", "(((y) - 1) & (x))")
macro("__ite(cond, x, y)", "((cond) ? (x) : (y))")
macro("__add(x, y)", "((x) + (y))")
macro("__add_noovfl(x, y)", "((long long)(x) + (long long)(y) == (long long)((x) + (y)))")  # of 32 bits
macro("__axiom(...)", """_Static_assert(0, "__axiom: say it by __requires in each kernel that it is about")""")
for type in _WHOLE:
    macro(f"__ite_{type}(cond, x, y)", "((cond) ? (x) : (y))")
    macro(f"__add_{type}(x, y)", "((x) + (y))")
    macro(f"__add_noovfl_{type}(x, y)", "((x) + (y))")  # that it does not overflow is not believed


def macros_of_proofs() -> tuple[str, ...]:
    """The words of contracts as proofs want them, each as NAME(...)=BODY."""
    made = [
        *(f"{word}(...)=(__cudabmc_contract(0), {says}(__VA_ARGS__))" for word, says in _STATEMENTS.items()),
        *(f"{word}(...)=(__cudabmc_contract(0), {says}(__VA_ARGS__))" for word, (_, says) in _OF_HEADER.items()),
        *(f"{word}(...)=((void)0)" for word in _OF_CALLS),
        *(f"{word}={says}" for word, (_, says) in _OVER_INDICES.items()),
    ]
    made.append(
        f"{_KERNEL_ENSURES}(i, from, to, ...)=({{ __cudabmc_contract(0); {_ENDS} long long i = {_BOUND}; "
        "__cudabmc_kernel_ensures(__VA_ARGS__); })"
    )
    made.append("__cudabmc_word_by_contract()=__cudabmc_by_contract(0)")
    made += (
        f"{word}(array, i, from, to, ...)=({{ __cudabmc_contract(0); {_ENDS} long long i = {_BOUND}; "
        f"{says}((const void *)&(array)[i], sizeof((array)[0]), __VA_ARGS__); }})"
        for word, says in _PERMISSIONS.items()
    )
    made.append(
        "__cudabmc_word_at_start(value)=({ __cudabmc_at_start(1); __typeof__(value) __cudabmc_value = (value); "
        "__cudabmc_at_start(0); __cudabmc_value; })"
    )
    return tuple(made)


def macros_that_check(lines: Iterable[int]) -> tuple[str, ...]:
    """The words of contracts as a run checks those of some lines, each as NAME(...)=BODY: one of this thread alone, at
    this place, and the others not at all."""
    here = " || ".join(f"__LINE__ == {line}" for line in lines)
    words = [word for word, says in _STATEMENTS.items() if says in ("__cudabmc_invariant", _AT_BARRIERS)]
    return tuple(f"{word}(cond, ...)=(({here}) ? __cudabmc_holds(cond) : 1)" for word in words)


def macros_that_use_permissions() -> tuple[str, ...]:
    """The words for permissions as a run takes them in which each thread accesses all that it may access at first,
    each as NAME(...)=BODY: so threads race that have permissions for one element."""
    used = {
        "__cudabmc_word_may_write": "(array)[i] = (array)[i];",
        "__cudabmc_word_may_read": "{ __typeof__((array)[0]) __cudabmc_value = (array)[i]; (void)__cudabmc_value; }",
    }
    return tuple(
        f"{word}(array, i, from, to, ...)=({{ {_ENDS} for (long long i = __cudabmc_from; i < __cudabmc_to; i++) "
        f"if (__VA_ARGS__) {access} }})"
        for word, access in used.items()
    )


@model("bool __cudabmc_holds(bool cond)")
def holds(ctx: ModelContext, cond: Value) -> Value:
    """A contract that a run checks."""
    ctx.require(cond, "assertion", "the contract does not hold")
    return True


NOT_LOOKED_AT = "__cudabmc_not_looked_at"
"""What words of contracts call in a run."""

PRECONDITION = "__cudabmc_word_requires"
"""The word of <cudabmc.h> for a precondition."""

REQUIRES = _OF_HEADER[PRECONDITION][0]
CALLED = frozenset({NOT_LOOKED_AT, *(runs for runs, _ in _OF_HEADER.values())})
"""The functions that a program with contracts calls: for its preconditions, and for any words."""

FACTS = frozenset({
    "__uniform", "__distinct", "__other", "__all", "__exclusive", "__at_most_one", *(
        f"{word}_{type}" for word in ("__uniform", "__distinct", "__other") for type in ("int", "bool")
    ),
})  # fmt: skip
"""Words for facts about another thread, which an execution has no value for."""


def macros_of_runs(apart: Sequence[int] = (), *, evaluated: bool) -> tuple[str, ...]:
    """Preconditions of <cudabmc.h> as a run of a whole program takes them: its launches must fulfil them. They are not
    looked at in lines that are `apart`, or if some are about other threads, so that they cannot be `evaluated`."""
    says = "__cudabmc_holds(__VA_ARGS__)" if evaluated else "__cudabmc_not_looked_at()"
    if evaluated and apart:
        here = " || ".join(f"__LINE__ == {line}" for line in apart)
        says = f"(({here}) ? __cudabmc_not_looked_at() : {says})"
    return (f"{PRECONDITION}(...)={says}",)


@model("bool __cudabmc_not_looked_at(void)")
def not_looked_at(ctx: ModelContext) -> Value:
    """An invariant or a postcondition, in a run."""
    ctx.note("contracts (__invariant, __ensures, ...) are not checked: `cudabmc prove` does that")
    return True


_TYPES = (
    "bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long",
    "unsigned long", "long long", "unsigned long long", "float", "double",
)  # fmt: skip


def _only_in_proofs(ctx: ModelContext, *args: Value) -> NoReturn:
    """What an execution has no value for."""
    ctx.unsupported(f"{ctx.name} outside of a proof")


model(
    "bool __cudabmc_contract(int begins)", "bool __cudabmc_asserted(bool cond)",
    "bool __cudabmc_by_contract(int begins)",
    "bool __cudabmc_kernel_ensures(bool cond)", "bool __cudabmc_at_start(int begins)",
    *(f"bool {says}(bool cond)" for says in dict.fromkeys(_STATEMENTS.values())),
    *(f"bool {says}(const void *element, size_t size, bool cond)" for says in _PERMISSIONS.values()),
    *(
        f"bool __cudabmc_barrier_invariant(bool cond, {', '.join(f'int thread{n}' for n in range(count))})"
        for count in range(1, MOST_INSTANCES + 1)
    ),
    *(
        f"{result or type} {word}{end}({type} value)"
        for word, result in (("__uniform", "bool"), ("__distinct", "bool"), ("__other", ""))
        for end, types in (("", _TYPES), ("_int", ("int",)), ("_bool", ("bool",))) for type in types
    ),
    "bool __all(bool cond)", "bool __exclusive(bool cond)", "bool __at_most_one(bool cond)",
    "bool __read(const void *array)", "bool __write(const void *array)", "bool __no_read(const void *array)",
    "bool __no_write(const void *array)", "bool __read_implies(const void *array, bool cond)",
    "bool __write_implies(const void *array, bool cond)", "size_t __read_offset_bytes(const void *array)",
    "size_t __write_offset_bytes(const void *array)", "size_t __ptr_offset_bytes(const void *pointer)",
    "int __return_val_int(void)", "bool __return_val_bool(void)", "long long __return_val_long(void)",
    "long long __cudabmc_bound(long long from, long long to)", "bool __cudabmc_for_all(int indices, bool cond)",
    "long long __cudabmc_sum_over(int value)",
    "int __old_int(int value)", "bool __old_bool(bool value)",
    apart=True,
)(_only_in_proofs)  # fmt: skip


@model(
    "void __requires(bool cond)", "void __global_requires(bool cond)", "void __cudabmc_requires(bool cond)",
    "void __assume(bool cond)", "void __cudabmc_assumes(bool cond)", assumes=True,
)  # fmt: skip
def requires(ctx: ModelContext, cond: Value) -> None:
    """GPUVerify: only executions in which the condition holds count."""
    ctx.assume(cond, intended=True)


@model("void __assert(bool cond)", "void __global_assert(bool cond)")
def assertion(ctx: ModelContext, cond: Value) -> None:
    """GPUVerify: the condition must hold."""
    ctx.require(cond, "assertion", "assertion of __assert fails")


@model("void __cudabmc_asserts(bool cond)")
def own_assertion(ctx: ModelContext, cond: Value) -> None:
    """<cudabmc.h>: the condition must hold."""
    ctx.require(cond, "assertion", "assertion of cudabmc_assert fails")


@model("bool __implies(bool a, bool b)")
def implies(ctx: ModelContext, a: Value, b: Value) -> Value:
    """GPUVerify: a ==> b."""
    return ctx.op(Op.OR, BOOL, ctx.op(Op.NOT, BOOL, a), b)


@model("bool __enabled(void)")
def enabled(ctx: ModelContext) -> Value:
    """GPUVerify: does the thread come here? The one that asks does."""
    return True


@model("bool __equal_floats(float a, float b)", "bool __equal_doubles(double a, double b)")
def equal_bits(ctx: ModelContext, a: Value, b: Value) -> Value:
    """GPUVerify: the same number, NaN among them."""
    type = ctx.arg_types[0]
    bits = IntType(8 * type.size)
    return ctx.op(Op.EQ, BOOL, *(ctx.op(Op.BITCAST, bits, value, of=type) for value in (a, b)), of=bits)
