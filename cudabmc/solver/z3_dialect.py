"""Terms as z3 expressions, built through z3's C interface: its Python classes cost ten times as much."""

from collections.abc import Callable
from ctypes import c_void_p
from typing import NewType

from cudabmc.goto.meaning.float_format import SHAPE
from cudabmc.solver.encoding import Encoder, encode_all
from cudabmc.solver.z3_library import Library, Z3Context, Z3Error
from cudabmc.terms import ArraySort, BVSort, FPSort, Sort, Term
from cudabmc.terms.term import var_name

# Pointers into z3.
Ast = NewType("Ast", int)
Z3Sort = NewType("Z3Sort", int)

_NAMES = {
    "ite": "ite",
    "not": "not",
    "=": "eq",
    "bvult": "bvult",
    "bvslt": "bvslt",
    "bvmul": "bvmul",
    "bvadd": "bvadd",
    "bvsub": "bvsub",
    "bvneg": "bvneg",
    "bvnot": "bvnot",
    "bvudiv": "bvudiv",
    "bvurem": "bvurem",
    "bvsdiv": "bvsdiv",
    "bvsrem": "bvsrem",
    "bvand": "bvand",
    "bvor": "bvor",
    "bvxor": "bvxor",
    "bvshl": "bvshl",
    "bvlshr": "bvlshr",
    "bvashr": "bvashr",
    "concat": "concat",
    "extract": "extract",
    "zero_extend": "zero_ext",
    "sign_extend": "sign_ext",
    "fp.neg": "fpa_neg",
    "fp.abs": "fpa_abs",
    "fp.add": "fpa_add",
    "fp.sub": "fpa_sub",
    "fp.mul": "fpa_mul",
    "fp.div": "fpa_div",
    "fp.rem": "fpa_rem",
    "fp.sqrt": "fpa_sqrt",
    "fp.fma": "fpa_fma",
    "fp.roundToIntegral": "fpa_round_to_integral",
    "fp.eq": "fpa_eq",
    "fp.lt": "fpa_lt",
    "fp.leq": "fpa_leq",
    "fp.isNaN": "fpa_is_nan",
    "fp.isInfinite": "fpa_is_infinite",
    "fp.isNegative": "fpa_is_negative",
    "RNE": "fpa_rne",
    "RNA": "fpa_rna",
    "RTN": "fpa_rtn",
    "RTP": "fpa_rtp",
    "RTZ": "fpa_rtz",
    "select": "select",
    "store": "store",
}
_TO_FLOAT = {
    "to_fp.bits": "fpa_to_fp_bv",
    "to_fp.signed": "fpa_to_fp_signed",
    "to_fp_unsigned": "fpa_to_fp_unsigned",
    "to_fp.float": "fpa_to_fp_float",
}
_TO_INTEGER = {"fp.to_sbv": "fpa_to_sbv", "fp.to_ubv": "fpa_to_ubv"}

_FUNCTIONS = _NAMES | _TO_FLOAT | _TO_INTEGER


class Z3Dialect:
    """Builds and caches z3 expressions in one context; they live as long as the context."""

    def __init__(self, library: Library, owner: Z3Context) -> None:
        self._library = library
        self._context = owner.pointer
        self._owner = owner
        self._done: dict[Term, Ast] = {}
        self._sorts: dict[Sort, Z3Sort] = {}
        self._encoder: Encoder[Ast] = Encoder(self)
        self._functions: dict[str, Callable[..., int]] = {}

    def ast(self, term: Term) -> Ast:
        """The z3 expression of a term, translated once. Raises Z3Error if z3 does not take it."""
        return encode_all(term, self._done, self._encoder)

    def _function(self, name: str) -> Callable[..., int]:
        found = self._functions.get(name)
        if found is None:
            found = self._functions[name] = getattr(self._library, f"mk_{_FUNCTIONS[name]}")
        return found

    def _keep(self, ast: int | None) -> Ast:
        if ast is None:
            raise Z3Error("z3 makes no expression")
        self._owner.keep(ast)  # z3 frees what nobody refers to at its next call
        return Ast(ast)

    def op(self, name: str, *args: Ast) -> Ast:
        if name == "and" or name == "or":
            make = self._library.mk_and if name == "and" else self._library.mk_or
            return self._keep(make(self._context, len(args), (c_void_p * len(args))(*args)))
        return self._keep(self._function(name)(self._context, *args))

    def indexed(self, name: str, indices: tuple[int, ...], *args: Ast) -> Ast:
        make = self._function(name)
        if name in _TO_FLOAT:
            return self._keep(make(self._context, *args, self._float_sort(indices)))
        if name in _TO_INTEGER:
            return self._keep(make(self._context, *args, *indices))
        return self._keep(make(self._context, *indices, *args))

    def _float_sort(self, shape: tuple[int, ...]) -> Z3Sort:
        return self.sort(next(FPSort(width) for width, known in SHAPE.items() if known == shape))

    def truth(self, value: bool) -> Ast:
        make = self._library.mk_true if value else self._library.mk_false
        return self._keep(make(self._context))

    def bits(self, value: int, width: int) -> Ast:
        sort = self.sort(BVSort(width))
        if width <= 64:
            return self._keep(self._library.mk_unsigned_int64(self._context, value, sort))
        return self._keep(self._library.mk_numeral(self._context, b"%d" % value, sort))

    def variable(self, term: Term) -> Ast:
        symbol = self._library.mk_string_symbol(self._context, var_name(term).encode())
        return self._keep(self._library.mk_const(self._context, symbol, self.sort(term.sort)))

    def const_array(self, sort: ArraySort, element: Ast) -> Ast:
        index = self.sort(BVSort(sort.index_width))
        return self._keep(self._library.mk_const_array(self._context, index, element))

    def float_bits(self, term: Term, value: Ast) -> Ast:
        return self._keep(self._library.mk_fpa_to_ieee_bv(self._context, value))

    def sort(self, sort: Sort) -> Z3Sort:
        """The z3 sort of a sort."""
        found = self._sorts.get(sort)
        if found is None:
            found = self._sorts[sort] = self._make_sort(sort)
            self._owner.keep(self._library.sort_to_ast(self._context, found))
        return found

    def _make_sort(self, sort: Sort) -> Z3Sort:
        library, context = self._library, self._context
        made: int
        if isinstance(sort, BVSort):
            made = library.mk_bv_sort(context, sort.width)
        elif isinstance(sort, FPSort):
            made = library.mk_fpa_sort(context, *SHAPE[sort.width])
        elif isinstance(sort, ArraySort):
            made = library.mk_array_sort(
                context, self.sort(BVSort(sort.index_width)), self.sort(BVSort(sort.elem_width))
            )
        else:
            made = library.mk_bool_sort(context)
        return Z3Sort(made)
