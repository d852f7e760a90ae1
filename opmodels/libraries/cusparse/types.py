"""Types of cuSPARSE (cuSPARSE reference, "cuSPARSE Types Reference")."""

from opmodels.registry import declare, enumeration, header, macro

STATUSES = (
    "SUCCESS", "NOT_INITIALIZED", "ALLOC_FAILED", "INVALID_VALUE", "ARCH_MISMATCH", "MAPPING_ERROR",
    "EXECUTION_FAILED", "INTERNAL_ERROR", "MATRIX_TYPE_NOT_SUPPORTED", "ZERO_PIVOT", "NOT_SUPPORTED",
    "INSUFFICIENT_RESOURCES",
)  # fmt: skip
STATUS = {f"CUSPARSE_STATUS_{name}": number for number, name in enumerate(STATUSES)}
SUCCESS = STATUS["CUSPARSE_STATUS_SUCCESS"]
ALLOC_FAILED = STATUS["CUSPARSE_STATUS_ALLOC_FAILED"]
INVALID_VALUE = STATUS["CUSPARSE_STATUS_INVALID_VALUE"]
ZERO_PIVOT = STATUS["CUSPARSE_STATUS_ZERO_PIVOT"]
NOT_SUPPORTED = STATUS["CUSPARSE_STATUS_NOT_SUPPORTED"]

CSR, CSC, COO = 1, 2, 3
"""cusparseFormat_t"""
COLUMNS_FIRST, ROWS_FIRST = 1, 2
"""cusparseOrder_t"""
LOWER, UPPER = 0, 1
"""cusparseFillMode_t"""
UNIT = 1
"""cusparseDiagType_t"""

ENUMERATIONS: dict[str, tuple[str, dict[str, int]]] = {
    "cusparseStatus_t": ("STATUS", {name: number for number, name in enumerate(STATUSES)}),
    "cusparsePointerMode_t": ("POINTER_MODE", {"HOST": 0, "DEVICE": 1}),
    "cusparseAction_t": ("ACTION", {"SYMBOLIC": 0, "NUMERIC": 1}),
    "cusparseMatrixType_t": ("MATRIX_TYPE", {"GENERAL": 0, "SYMMETRIC": 1, "HERMITIAN": 2, "TRIANGULAR": 3}),
    "cusparseFillMode_t": ("FILL_MODE", {"LOWER": LOWER, "UPPER": UPPER}),
    "cusparseDiagType_t": ("DIAG_TYPE", {"NON_UNIT": 0, "UNIT": UNIT}),
    "cusparseIndexBase_t": ("INDEX_BASE", {"ZERO": 0, "ONE": 1}),
    "cusparseOperation_t": ("OPERATION", {"NON_TRANSPOSE": 0, "TRANSPOSE": 1, "CONJUGATE_TRANSPOSE": 2}),
    "cusparseDirection_t": ("DIRECTION", {"ROW": 0, "COLUMN": 1}),
    "cusparseSolvePolicy_t": ("SOLVE_POLICY", {"NO_LEVEL": 0, "USE_LEVEL": 1}),
    "cusparseCsr2CscAlg_t": ("CSR2CSC", {"ALG_DEFAULT": 1, "ALG1": 1}),
    "cusparseFormat_t": (
        "FORMAT", {"CSR": CSR, "CSC": CSC, "COO": COO, "BLOCKED_ELL": 5, "BSR": 6, "SLICED_ELLPACK": 7}
    ),
    "cusparseIndexType_t": ("INDEX", {"16U": 1, "32I": 2, "64I": 3}),
    "cusparseOrder_t": ("ORDER", {"COL": COLUMNS_FIRST, "ROW": ROWS_FIRST}),
    "cusparseSpMatAttribute_t": ("SPMAT", {"FILL_MODE": 0, "DIAG_TYPE": 1}),
    "cusparseSpMVAlg_t": (
        "SPMV", {"ALG_DEFAULT": 0, "CSR_ALG1": 2, "CSR_ALG2": 3, "COO_ALG1": 1, "COO_ALG2": 4, "SELL_ALG1": 5}
    ),
    "cusparseSpMMAlg_t": (
        "SPMM",
        {
            "ALG_DEFAULT": 0, "COO_ALG1": 1, "COO_ALG2": 2, "COO_ALG3": 3, "COO_ALG4": 5, "CSR_ALG1": 4, "CSR_ALG2": 6,
            "CSR_ALG3": 12, "BLOCKED_ELL_ALG1": 13, "BSR_ALG1": 14,
        },
    ),
    "cusparseSpSVAlg_t": ("SPSV", {"ALG_DEFAULT": 0}),
    "cusparseSpSMAlg_t": ("SPSM", {"ALG_DEFAULT": 0}),
    "cusparseSDDMMAlg_t": ("SDDMM", {"ALG_DEFAULT": 0}),
    "cusparseSpGEMMAlg_t": (
        "SPGEMM",
        {
            "DEFAULT": 0, "CSR_ALG_DETERMINITIC": 1, "CSR_ALG_NONDETERMINITIC": 2, "ALG1": 3, "ALG2": 4, "ALG3": 5,
        },
    ),
    "cusparseSparseToDenseAlg_t": ("SPARSETODENSE", {"ALG_DEFAULT": 0}),
    "cusparseDenseToSparseAlg_t": ("DENSETOSPARSE", {"ALG_DEFAULT": 0}),
}  # fmt: skip
"""Type: what its enumerators begin with, behind CUSPARSE_, and how they end, with their values."""


def is_of(enumeration: str, number: int) -> bool:
    """Is this the value of an enumerator of the type?"""
    return number in ENUMERATIONS[enumeration][1].values()


for _name, (_prefix, _members) in ENUMERATIONS.items():
    enumeration(_name, {f"CUSPARSE_{_prefix}_{member}": value for member, value in _members.items()}, _name)
for _name, _tag in (
    ("cusparseHandle_t", "cusparseContext"), ("cusparseMatDescr_t", "cusparseMatDescr"),
    ("csrilu02Info_t", "csrilu02Info"),
    *((f"cusparse{kind}Descr_t", f"cusparse{kind}Descr") for kind in ("SpGEMM", "SpSV", "SpSM")),
):  # fmt: skip
    declare(f"typedef struct {_tag} *{_name};", types=(_name, _tag))
for _kind in ("SpVec", "DnVec", "SpMat", "DnMat"):
    declare(f"typedef struct cusparse{_kind}Descr *cusparse{_kind}Descr_t;",
            types=(f"cusparse{_kind}Descr_t", f"cusparse{_kind}Descr"))  # fmt: skip
    declare(f"typedef const struct cusparse{_kind}Descr *cusparseConst{_kind}Descr_t;",
            types=(f"cusparseConst{_kind}Descr_t",))  # fmt: skip
VERSION = 12300
macro("CUSPARSE_VER_MAJOR", "12")
macro("CUSPARSE_VER_MINOR", "3")
macro("CUSPARSE_VER_PATCH", "0")
macro("CUSPARSE_VERSION", str(VERSION))
header("cusparse.h", "cusparse_v2.h")
