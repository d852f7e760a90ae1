"""Terms as expressions of Bitwuzla. The module bitwuzla is handed in, so that this file does not import it."""

from types import ModuleType
from typing import Any, NewType

from cudabmc.goto.meaning.float_format import SHAPE
from cudabmc.solver.encoding import Encoder, encode_all
from cudabmc.solver.float_bits import FloatBits
from cudabmc.solver.session import REMAINDER_OF_DOUBLES, RefusedError
from cudabmc.terms import ArraySort, BVSort, FPSort, Sort, Term

# Objects of Bitwuzla; to mypy they are opaque.
Expression = NewType("Expression", object)
BitwuzlaSort = NewType("BitwuzlaSort", object)

_KINDS = {
    "ite": "ITE",
    "not": "NOT",
    "and": "AND",
    "or": "OR",
    "=": "EQUAL",
    "bvult": "BV_ULT",
    "bvslt": "BV_SLT",
    "bvmul": "BV_MUL",
    "bvadd": "BV_ADD",
    "bvsub": "BV_SUB",
    "bvneg": "BV_NEG",
    "bvnot": "BV_NOT",
    "bvudiv": "BV_UDIV",
    "bvurem": "BV_UREM",
    "bvsdiv": "BV_SDIV",
    "bvsrem": "BV_SREM",
    "bvand": "BV_AND",
    "bvor": "BV_OR",
    "bvxor": "BV_XOR",
    "bvshl": "BV_SHL",
    "bvlshr": "BV_SHR",
    "bvashr": "BV_ASHR",
    "concat": "BV_CONCAT",
    "extract": "BV_EXTRACT",
    "zero_extend": "BV_ZERO_EXTEND",
    "sign_extend": "BV_SIGN_EXTEND",
    "fp.neg": "FP_NEG",
    "fp.abs": "FP_ABS",
    "fp.add": "FP_ADD",
    "fp.sub": "FP_SUB",
    "fp.mul": "FP_MUL",
    "fp.div": "FP_DIV",
    "fp.rem": "FP_REM",
    "fp.sqrt": "FP_SQRT",
    "fp.fma": "FP_FMA",
    "fp.roundToIntegral": "FP_RTI",
    "fp.eq": "FP_EQUAL",
    "fp.lt": "FP_LT",
    "fp.leq": "FP_LEQ",
    "fp.isNaN": "FP_IS_NAN",
    "fp.isInfinite": "FP_IS_INF",
    "fp.isNegative": "FP_IS_NEG",
    "to_fp.bits": "FP_TO_FP_FROM_BV",
    "to_fp.signed": "FP_TO_FP_FROM_SBV",
    "to_fp_unsigned": "FP_TO_FP_FROM_UBV",
    "to_fp.float": "FP_TO_FP_FROM_FP",
    "fp.to_sbv": "FP_TO_SBV",
    "fp.to_ubv": "FP_TO_UBV",
    "select": "ARRAY_SELECT",
    "store": "ARRAY_STORE",
}
_ROUNDING = ("RNE", "RNA", "RTN", "RTP", "RTZ")


class BitwuzlaDialect:
    """Builds and caches expressions of one term manager; they live as long as this object."""

    def __init__(self, bitwuzla: ModuleType, manager: Any) -> None:
        self._manager = manager
        self._make = manager.mk_term
        self._done: dict[Term, Expression] = {}
        self._sorts: dict[Sort, BitwuzlaSort] = {}
        self._encoder: Encoder[Expression] = Encoder(self)
        self._kinds = {name: getattr(bitwuzla.Kind, kind) for name, kind in _KINDS.items()}
        self._modes: dict[str, Expression] = {
            name: manager.mk_rm_value(getattr(bitwuzla.RoundingMode, name)) for name in _ROUNDING
        }
        self.bits_of_floats: FloatBits[Expression] = FloatBits()

    def expression(self, term: Term) -> Expression:
        """The expression of a term, translated once."""
        return encode_all(term, self._done, self._encoder)

    def op(self, name: str, *args: Expression) -> Expression:
        if name == "fp.rem":
            self._refuse_doubles(args[0])
        made: Expression = self._make(self._kinds[name], list(args)) if args else self._modes[name]
        return made

    def _refuse_doubles(self, operand: Any) -> None:
        if operand.sort() == self.sort(FPSort(64)):
            raise RefusedError(REMAINDER_OF_DOUBLES.format("Bitwuzla"))

    def indexed(self, name: str, indices: tuple[int, ...], *args: Expression) -> Expression:
        made: Expression = self._make(self._kinds[name], list(args), list(indices))
        return made

    def truth(self, value: bool) -> Expression:
        made: Expression = self._manager.mk_true() if value else self._manager.mk_false()
        return made

    def bits(self, value: int, width: int) -> Expression:
        made: Expression = self._manager.mk_bv_value(self.sort(BVSort(width)), value)
        return made

    def variable(self, term: Term) -> Expression:
        return self._unknown(term.sort)

    def _unknown(self, sort: Sort) -> Expression:
        made: Expression = self._manager.mk_const(self.sort(sort))
        return made

    def const_array(self, sort: ArraySort, element: Expression) -> Expression:
        made: Expression = self._manager.mk_const_array(self.sort(sort), element)
        return made

    def float_bits(self, term: Term, value: Expression) -> Expression:
        assert isinstance(term.sort, FPSort)
        width = term.sort.width
        bits = self._unknown(BVSort(width))
        self.bits_of_floats.definitions[term] = self.op("=", self.indexed("to_fp.bits", SHAPE[width], bits), value)
        return bits

    def sort(self, sort: Sort) -> BitwuzlaSort:
        """The sort of expressions of a sort."""
        found = self._sorts.get(sort)
        if found is None:
            found = self._sorts[sort] = self._make_sort(sort)
        return found

    def _make_sort(self, sort: Sort) -> BitwuzlaSort:
        manager = self._manager
        made: BitwuzlaSort
        if isinstance(sort, BVSort):
            made = manager.mk_bv_sort(sort.width)
        elif isinstance(sort, FPSort):
            made = manager.mk_fp_sort(*SHAPE[sort.width])
        elif isinstance(sort, ArraySort):
            made = manager.mk_array_sort(self.sort(BVSort(sort.index_width)), self.sort(BVSort(sort.elem_width)))
        else:
            made = manager.mk_bool_sort()
        return made
