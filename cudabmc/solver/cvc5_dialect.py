"""Terms as expressions of cvc5. The module cvc5 is handed in, so that this file does not import it."""

from types import ModuleType
from typing import Any, NewType

from cudabmc.goto.meaning.float_format import SHAPE
from cudabmc.solver.encoding import Encoder, encode_all
from cudabmc.solver.float_bits import FloatBits
from cudabmc.solver.session import REMAINDER_OF_DOUBLES, RefusedError
from cudabmc.terms import ArraySort, BVSort, FPSort, Sort, Term

# Objects of cvc5; to mypy they are opaque.
Expression = NewType("Expression", object)
Cvc5Sort = NewType("Cvc5Sort", object)

_KINDS = {
    "ite": "ITE",
    "not": "NOT",
    "and": "AND",
    "or": "OR",
    "=": "EQUAL",
    "bvult": "BITVECTOR_ULT",
    "bvslt": "BITVECTOR_SLT",
    "bvmul": "BITVECTOR_MULT",
    "bvadd": "BITVECTOR_ADD",
    "bvsub": "BITVECTOR_SUB",
    "bvneg": "BITVECTOR_NEG",
    "bvnot": "BITVECTOR_NOT",
    "bvudiv": "BITVECTOR_UDIV",
    "bvurem": "BITVECTOR_UREM",
    "bvsdiv": "BITVECTOR_SDIV",
    "bvsrem": "BITVECTOR_SREM",
    "bvand": "BITVECTOR_AND",
    "bvor": "BITVECTOR_OR",
    "bvxor": "BITVECTOR_XOR",
    "bvshl": "BITVECTOR_SHL",
    "bvlshr": "BITVECTOR_LSHR",
    "bvashr": "BITVECTOR_ASHR",
    "concat": "BITVECTOR_CONCAT",
    "extract": "BITVECTOR_EXTRACT",
    "zero_extend": "BITVECTOR_ZERO_EXTEND",
    "sign_extend": "BITVECTOR_SIGN_EXTEND",
    "fp.neg": "FLOATINGPOINT_NEG",
    "fp.abs": "FLOATINGPOINT_ABS",
    "fp.add": "FLOATINGPOINT_ADD",
    "fp.sub": "FLOATINGPOINT_SUB",
    "fp.mul": "FLOATINGPOINT_MULT",
    "fp.div": "FLOATINGPOINT_DIV",
    "fp.rem": "FLOATINGPOINT_REM",
    "fp.sqrt": "FLOATINGPOINT_SQRT",
    "fp.fma": "FLOATINGPOINT_FMA",
    "fp.roundToIntegral": "FLOATINGPOINT_RTI",
    "fp.eq": "FLOATINGPOINT_EQ",
    "fp.lt": "FLOATINGPOINT_LT",
    "fp.leq": "FLOATINGPOINT_LEQ",
    "fp.isNaN": "FLOATINGPOINT_IS_NAN",
    "fp.isInfinite": "FLOATINGPOINT_IS_INF",
    "fp.isNegative": "FLOATINGPOINT_IS_NEG",
    "to_fp.bits": "FLOATINGPOINT_TO_FP_FROM_IEEE_BV",
    "to_fp.signed": "FLOATINGPOINT_TO_FP_FROM_SBV",
    "to_fp_unsigned": "FLOATINGPOINT_TO_FP_FROM_UBV",
    "to_fp.float": "FLOATINGPOINT_TO_FP_FROM_FP",
    "fp.to_sbv": "FLOATINGPOINT_TO_SBV",
    "fp.to_ubv": "FLOATINGPOINT_TO_UBV",
    "select": "SELECT",
    "store": "STORE",
}
_ROUNDING = {
    "RNE": "ROUND_NEAREST_TIES_TO_EVEN",
    "RNA": "ROUND_NEAREST_TIES_TO_AWAY",
    "RTN": "ROUND_TOWARD_NEGATIVE",
    "RTP": "ROUND_TOWARD_POSITIVE",
    "RTZ": "ROUND_TOWARD_ZERO",
}


class Cvc5Dialect:
    """Builds and caches expressions of one term manager; they live as long as this object."""

    def __init__(self, cvc5: ModuleType, manager: Any) -> None:
        self._manager = manager
        self._make = manager.mkTerm
        self._done: dict[Term, Expression] = {}
        self._sorts: dict[Sort, Cvc5Sort] = {}
        self._operators: dict[tuple[str, tuple[int, ...]], object] = {}
        self._encoder: Encoder[Expression] = Encoder(self)
        self._kinds = {name: getattr(cvc5.Kind, kind) for name, kind in _KINDS.items()}
        self._modes: dict[str, Expression] = {
            name: manager.mkRoundingMode(getattr(cvc5.RoundingMode, mode)) for name, mode in _ROUNDING.items()
        }
        self.bits_of_floats: FloatBits[Expression] = FloatBits()

    def expression(self, term: Term) -> Expression:
        """The expression of a term, translated once. Raises RefusedError for what cvc5 does not take."""
        return encode_all(term, self._done, self._encoder)

    def op(self, name: str, *args: Expression) -> Expression:
        if name == "fp.rem":
            self._refuse_doubles(args[0])
        made: Expression = self._make(self._kinds[name], *args) if args else self._modes[name]
        return made

    def _refuse_doubles(self, operand: Any) -> None:
        if operand.getSort() == self.sort(FPSort(64)):
            raise RefusedError(REMAINDER_OF_DOUBLES.format("cvc5"))

    def indexed(self, name: str, indices: tuple[int, ...], *args: Expression) -> Expression:
        operator = self._operators.get((name, indices))
        if operator is None:
            operator = self._operators[name, indices] = self._manager.mkOp(self._kinds[name], *indices)
        made: Expression = self._make(operator, *args)
        return made

    def truth(self, value: bool) -> Expression:
        made: Expression = self._manager.mkBoolean(value)
        return made

    def bits(self, value: int, width: int) -> Expression:
        made: Expression = self._manager.mkBitVector(width, value)
        return made

    def variable(self, term: Term) -> Expression:
        return self._unknown(term.sort)

    def _unknown(self, sort: Sort) -> Expression:
        made: Expression = self._manager.mkConst(self.sort(sort))
        return made

    def const_array(self, sort: ArraySort, element: Any) -> Expression:
        if not element.isBitVectorValue():
            raise RefusedError("cvc5 takes no array that has one unknown element everywhere")
        made: Expression = self._manager.mkConstArray(self.sort(sort), element)
        return made

    def float_bits(self, term: Term, value: Expression) -> Expression:
        assert isinstance(term.sort, FPSort)
        width = term.sort.width
        bits = self._unknown(BVSort(width))
        self.bits_of_floats.definitions[term] = self.op("=", self.indexed("to_fp.bits", SHAPE[width], bits), value)
        return bits

    def sort(self, sort: Sort) -> Cvc5Sort:
        """The sort of expressions of a sort."""
        found = self._sorts.get(sort)
        if found is None:
            found = self._sorts[sort] = self._make_sort(sort)
        return found

    def _make_sort(self, sort: Sort) -> Cvc5Sort:
        manager = self._manager
        made: Cvc5Sort
        if isinstance(sort, BVSort):
            made = manager.mkBitVectorSort(sort.width)
        elif isinstance(sort, FPSort):
            made = manager.mkFloatingPointSort(*SHAPE[sort.width])
        elif isinstance(sort, ArraySort):
            made = manager.mkArraySort(self.sort(BVSort(sort.index_width)), self.sort(BVSort(sort.elem_width)))
        else:
            made = manager.getBooleanSort()
        return made
