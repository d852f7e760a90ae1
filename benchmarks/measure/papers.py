"""The kernels of the tables of other verifiers' papers, what the papers say of them, and our programs with them.

PUG: Li and Gopalakrishnan, Scalable SMT-Based Verification of GPU Kernel Functions, FSE 2010. Table 1 has the time in
which a kernel passes: its barriers are well synchronised, and it has no races. Translation is not counted in. The last
table, of assertion checks, has the kernels unrolled for 2, 4 and 8 threads.
PUG_para: Li and Gopalakrishnan, Parameterized Verification of GPU Kernel Functions, 2012. Table II has the time to show
that an optimised kernel is equivalent to the plain one.
GPUVerify: CARP deliverable D6.2, 2013, sections 4.6 and 6.2. The kernels of PUG's Table 1 are among those that it
verifies, and there are distributions of times instead of times by kernel.
"""

from collections.abc import Iterator
from dataclasses import dataclass

MACHINES = {
    "PUG": "a Pentium 4 of 3.6 GHz with 1 GB",
    "PUG_para": "a Core 2 Duo of 1.6 GHz with 2 GB",
    "GPUVerify": "a Core i7-2600 of 3.4 GHz with 8 GB",
}
"""The machines of the papers."""

GPUVERIFY = (
    "There are no times of GPUVerify by kernel. It verified 85 of the 92 kernels that it was made with, those of the"
    " CUDA SDK among them, in at most 10 s each, and a prefix sum with an invariant of the user in 105 s, the longest;"
    " of 71 other kernels 49 without help, 48 of them in at most 10 s (CARP D6.2, section 4.6.1). With five minutes for"
    " each of 37 kernels, PUG had no answer for six, and GPUVerify one for all (section 6.2)."
)

KEY = (
    "Help that the paper's tool had: O, arithmetic is taken not to overflow; C, assumptions on sizes and inputs; R,"
    " invariants or predicates by the user."
)


@dataclass(frozen=True, slots=True)
class Source:
    """Kernels of a file of benchmarks/: all, or those that are named."""

    file: str
    kernels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperKernel:
    """A row of a table: the `time` in seconds as the paper writes it, and the `help` that it took."""

    paper: str
    table: str
    name: str
    time: str
    help: str
    sources: tuple[Source, ...]


def _pug(name: str, time: str, help: str, *files: str) -> PaperKernel:
    return PaperKernel("PUG", "Table 1", name, time, help, tuple(Source(f"pug/{file}") for file in files))


def _unrolled(name: str, time: str, *sources: Source) -> PaperKernel:
    return PaperKernel("PUG", "the last table, with 2, 4, 8 threads", name, time, "C", sources)


_TRANSPOSES = Source("prover/matrices", ("transpose_by_elements", "transpose_in_tiles"))
_HALVES = Source("prover/reductions", ("sum_of_neighbours", "sum_of_halves"))

TABLE = (
    _pug("Bitonic Sort", "2.2", "", "bitonic_sort/in_block", "bitonic_sort/in_many_blocks"),
    _pug("MatrixMult", "<1", "O C", "matrix_multiply/tiled", "matrix_multiply/edges"),
    _pug("Histogram64", "2.9", "", "histogram64/histogram64"),
    _pug("Sobel", "5.6", "O", "sobel/tiled"),
    _pug(
        "Reduction", "3.4", "O", *(f"reduction/reduce{number}" for number in range(4)),
        *(f"reduction/reduce{form}" for form in ("4_syncwarp", "4_warp_synchronous", "5_syncwarp")),
        *(f"reduction/reduce{form}" for form in ("5_warp_synchronous", "6_shuffle", "6_warp_synchronous")),
    ),
    _pug("Scan", "3.5", "O C R", "scan/naive", "scan/work_efficient"),
    _pug("Scan Large", "5.7", "O C", "scan_large/three_kernels"),
    _pug("Nbody", "7.4", "O", "nbody/tiled"),
    _pug("Bisect Large", "44", "O C", "bisect/tree"),
    _pug("Radix Sort", "39", "O C R", "radix_sort/split", "radix_sort/three_kernels"),
    _pug("Eigenvalues", "68", "O C R", "eigenvalues/gerschgorin"),
    _unrolled("simple reduct.", "<1, 2.8, >300", _HALVES),
    _unrolled("matrix transp.", "<1, 1.9, 28", _TRANSPOSES),
    _unrolled("bitonic sort", "<1, 3.7, >300", Source("prover/sorts", ("bitonic_sort", "bitonic_step"))),
    _unrolled("scalar product", "<1, 6.9, >300", Source("pug/scalar_product/accumulators")),
    PaperKernel("PUG_para", "Table II, 32 bits", "Transpose", "0.16", "C", (_TRANSPOSES,)),
    PaperKernel("PUG_para", "Table II, 8 and 12 bits", "Reduction", "0.2, 15", "", (_HALVES,)),
)  # fmt: skip


def source_files() -> Iterator[str]:
    """The files of all rows, each once."""
    yield from dict.fromkeys(source.file for row in TABLE for source in row.sources)
