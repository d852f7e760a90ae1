"""Types of cuRAND (cuRAND reference, "Data Structures" and "Enumerations")."""

from opmodels.registry import declare, enumeration, header

STATUS = {
    "CURAND_STATUS_SUCCESS": 0,
    "CURAND_STATUS_VERSION_MISMATCH": 100,
    "CURAND_STATUS_NOT_INITIALIZED": 101,
    "CURAND_STATUS_ALLOCATION_FAILED": 102,
    "CURAND_STATUS_TYPE_ERROR": 103,
    "CURAND_STATUS_OUT_OF_RANGE": 104,
    "CURAND_STATUS_LENGTH_NOT_MULTIPLE": 105,
    "CURAND_STATUS_DOUBLE_PRECISION_REQUIRED": 106,
    "CURAND_STATUS_LAUNCH_FAILURE": 201,
    "CURAND_STATUS_PREEXISTING_FAILURE": 202,
    "CURAND_STATUS_INITIALIZATION_FAILED": 203,
    "CURAND_STATUS_ARCH_MISMATCH": 204,
    "CURAND_STATUS_INTERNAL_ERROR": 999,
}
GENERATORS = {
    "CURAND_RNG_TEST": 0,
    "CURAND_RNG_PSEUDO_DEFAULT": 100,
    "CURAND_RNG_PSEUDO_XORWOW": 101,
    "CURAND_RNG_PSEUDO_MRG32K3A": 121,
    "CURAND_RNG_PSEUDO_MTGP32": 141,
    "CURAND_RNG_PSEUDO_MT19937": 142,
    "CURAND_RNG_PSEUDO_PHILOX4_32_10": 161,
    "CURAND_RNG_QUASI_DEFAULT": 200,
    "CURAND_RNG_QUASI_SOBOL32": 201,
    "CURAND_RNG_QUASI_SCRAMBLED_SOBOL32": 202,
    "CURAND_RNG_QUASI_SOBOL64": 203,
    "CURAND_RNG_QUASI_SCRAMBLED_SOBOL64": 204,
}
ORDERINGS = {
    "CURAND_ORDERING_PSEUDO_BEST": 100,
    "CURAND_ORDERING_PSEUDO_DEFAULT": 101,
    "CURAND_ORDERING_PSEUDO_SEEDED": 102,
    "CURAND_ORDERING_PSEUDO_LEGACY": 103,
    "CURAND_ORDERING_PSEUDO_DYNAMIC": 104,
    "CURAND_ORDERING_QUASI_DEFAULT": 201,
}
_VECTOR_SETS = {
    "CURAND_DIRECTION_VECTORS_32_JOEKUO6": 101,
    "CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6": 102,
    "CURAND_DIRECTION_VECTORS_64_JOEKUO6": 103,
    "CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6": 104,
}


enumeration("curandStatus", STATUS, "curandStatus_t")
enumeration("curandRngType", GENERATORS, "curandRngType_t")
enumeration("curandOrdering", ORDERINGS, "curandOrdering_t")
enumeration("curandDirectionVectorSet", _VECTOR_SETS, "curandDirectionVectorSet_t")
declare("typedef struct curandGenerator_st *curandGenerator_t;", types=("curandGenerator_t", "curandGenerator_st"))
declare("typedef unsigned int curandDirectionVectors32_t[32];", types=("curandDirectionVectors32_t",))
declare("typedef unsigned long long curandDirectionVectors64_t[64];", types=("curandDirectionVectors64_t",))
header("curand.h", "curand_kernel.h")

_BOX_MULLER = (
    "int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double;"
)
_STATES = {
    "curandStateXORWOW": f"unsigned int d, v[5]; {_BOX_MULLER}",
    "curandStateMRG32k3a": f"unsigned int s1[3], s2[3]; {_BOX_MULLER}",
    "curandStatePhilox4_32_10": f"uint4 ctr, output; uint2 key; unsigned int STATE; {_BOX_MULLER}",
    "curandStateSobol32": "unsigned int i, x, c; unsigned int direction_vectors[32];",
    "curandStateScrambledSobol32": "unsigned int i, x, c; unsigned int direction_vectors[32];",
    "curandStateSobol64": "unsigned long long i, x, c; unsigned long long direction_vectors[64];",
    "curandStateScrambledSobol64": "unsigned long long i, x, c; unsigned long long direction_vectors[64];",
    "curandStateMtgp32": "unsigned int s[1024]; int offset, pIdx; void *k;",
}
for _tag, _members in _STATES.items():
    declare(f"typedef struct {_tag} {{ {_members} }} {_tag}_t;", types=(_tag, f"{_tag}_t"))
declare("typedef curandStateXORWOW_t curandState_t;", types=("curandState_t",))
declare("typedef curandStateXORWOW_t curandState;", types=("curandState",))
