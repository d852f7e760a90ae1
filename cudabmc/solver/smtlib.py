"""Queries as SMT-LIB 2 text."""

from collections.abc import Iterable, Sequence

from cudabmc.goto.meaning.float_format import SHAPE
from cudabmc.solver.encoding import Encoder, encode_all
from cudabmc.solver.protocol import symbolic
from cudabmc.terms import ArraySort, BVSort, FPSort, Sort, Term, TermValue, var_constraints
from cudabmc.terms.term import var_name

# Where the name of an operator depends on the operand, the encoding tells them apart.
_NAMES = {"to_fp.bits": "to_fp", "to_fp.signed": "to_fp", "to_fp.float": "to_fp"}

_LOGIC = "(set-logic QF_ABVFP)"


def to_smtlib(assertions: Sequence[TermValue], comments: Iterable[str] = ()) -> str:
    """A script that asks whether the assertions (BOOL values) and the bounds of their variables hold together.

    The logic is QF_ABVFP; shared subterms are defined once; the same assertions give the same text. `comments`
    become comment lines at the top.
    """
    lines = [f"; {line}\n" for comment in comments for line in comment.splitlines()]
    return "".join([*lines, asserted(assertions), "(check-sat)\n(get-model)\n"])


def asserted(assertions: Sequence[TermValue], logic: str = _LOGIC) -> str:
    """The logic, the declarations and the assertions of such a script."""
    printer = _Printer()
    terms = symbolic(assertions)
    if terms is None:
        body = ["(assert false)"]
    else:
        bounds = dict.fromkeys(bound for term in terms for bound in var_constraints(term))
        body = [f"(assert {printer.print(term)})" for term in (*bounds, *terms)]
    return "\n".join([logic, *printer.declarations, *body, ""])


def with_status(script: str, status: str) -> str:
    """A script of `to_smtlib` that says what the answer is: sat, unsat or unknown (SMT-LIB 2.6, 4.2.8)."""
    return script.replace(_LOGIC, f"{_LOGIC}\n(set-info :status {status})", 1)


def sort_text(sort: Sort) -> str:
    """A sort in SMT-LIB."""
    if isinstance(sort, BVSort):
        return f"(_ BitVec {sort.width})"
    if isinstance(sort, FPSort):
        return "(_ FloatingPoint {} {})".format(*SHAPE[sort.width])
    if isinstance(sort, ArraySort):
        return f"(Array (_ BitVec {sort.index_width}) (_ BitVec {sort.elem_width}))"
    return "Bool"


def _quote(name: str) -> str:
    return "|" + name.replace("\\", "/").replace("|", "!") + "|"


class _Printer:
    """A dialect whose expressions are texts; every node that is no leaf is named by a definition."""

    def __init__(self) -> None:
        self.declarations: list[str] = []
        self._declared: dict[str, None] = {}
        self._done: dict[Term, str] = {}
        self._encoder = _Named(self)

    def print(self, term: Term) -> str:
        return encode_all(term, self._done, self._encoder)

    def define(self, text: str, sort: Sort) -> str:
        name = f"t{len(self.declarations)}"
        self.declarations.append(f"(define-fun {name} () {sort_text(sort)} {text})")
        return name

    def op(self, name: str, *args: str) -> str:
        return f"({name} {' '.join(args)})" if args else name

    def indexed(self, name: str, indices: tuple[int, ...], *args: str) -> str:
        return f"((_ {_NAMES.get(name, name)} {' '.join(map(str, indices))}) {' '.join(args)})"

    def truth(self, value: bool) -> str:
        return "true" if value else "false"

    def bits(self, value: int, width: int) -> str:
        return f"(_ bv{value} {width})"

    def variable(self, term: Term) -> str:
        return self._declare(_quote(var_name(term)), term.sort)

    def const_array(self, sort: ArraySort, element: str) -> str:
        return f"((as const {sort_text(sort)}) {element})"

    def float_bits(self, term: Term, value: str) -> str:
        # There is no standard operator: an unknown whose float is the value, and which NaN leaves open.
        assert isinstance(term.sort, FPSort)
        name = self._declare(f"bits{len(self.declarations)}", BVSort(term.sort.width))
        as_float = self.indexed("to_fp.bits", SHAPE[term.sort.width], name)
        self.declarations.append(f"(assert (= {as_float} {value}))")
        return name

    def _declare(self, name: str, sort: Sort) -> str:
        if name not in self._declared:
            self._declared[name] = None
            self.declarations.append(f"(declare-const {name} {sort_text(sort)})")
        return name


class _Named(Encoder[str]):
    """Names every node that has operands, so that shared ones are printed once."""

    def __init__(self, printer: _Printer) -> None:
        super().__init__(printer)
        self._printer = printer

    def encode(self, term: Term, args: Sequence[str]) -> str:
        text = super().encode(term, args)
        return self._printer.define(text, term.sort) if args else text
