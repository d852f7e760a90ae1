"""Types of the refactorization part of cuSOLVER (cuSOLVER reference, "cuSolverRF Types")."""

from opmodels.registry import declare, enumeration, header

ENUMERATIONS: dict[str, dict[str, int]] = {
    "cusolverRfResetValuesFastMode_t": {
        "CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF": 0, "CUSOLVERRF_RESET_VALUES_FAST_MODE_ON": 1
    },
    "cusolverRfMatrixFormat_t": {"CUSOLVERRF_MATRIX_FORMAT_CSR": 0, "CUSOLVERRF_MATRIX_FORMAT_CSC": 1},
    "cusolverRfUnitDiagonal_t": {
        "CUSOLVERRF_UNIT_DIAGONAL_STORED_L": 0, "CUSOLVERRF_UNIT_DIAGONAL_STORED_U": 1,
        "CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L": 2, "CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U": 3,
    },
    "cusolverRfFactorization_t": {
        "CUSOLVERRF_FACTORIZATION_ALG0": 0, "CUSOLVERRF_FACTORIZATION_ALG1": 1, "CUSOLVERRF_FACTORIZATION_ALG2": 2
    },
    "cusolverRfTriangularSolve_t": {
        "CUSOLVERRF_TRIANGULAR_SOLVE_ALG1": 1, "CUSOLVERRF_TRIANGULAR_SOLVE_ALG2": 2,
        "CUSOLVERRF_TRIANGULAR_SOLVE_ALG3": 3,
    },
    "cusolverRfNumericBoostReport_t": {
        "CUSOLVERRF_NUMERIC_BOOST_NOT_USED": 0, "CUSOLVERRF_NUMERIC_BOOST_USED": 1
    },
}  # fmt: skip
for _name, _members in ENUMERATIONS.items():
    enumeration(_name, _members, _name)
declare("typedef struct cusolverRfCommon *cusolverRfHandle_t;", types=("cusolverRfHandle_t", "cusolverRfCommon"))
header("cusolverRf.h")


def is_of(enumeration: str, number: int) -> bool:
    """Is this the value of an enumerator of the type?"""
    return number in ENUMERATIONS[enumeration].values()
