"""Pairs of kernels that are compared for every launch, and mutants of them."""

import random
import re

from cudabmc import Options, terms
from cudabmc.frontend.pair import load_pair
from cudabmc.goto.merged import second_kernel
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.pair_proof import PairProver
from cudabmc.prover.proof import KernelProof, ProofScope
from cudabmc.prover.questions import Solving
from cudabmc.source.text import SourceText
from cudabmc.state import model_calls

HEAD = "__global__ void {}(const {} *in, {} *out, int n)\n{{\n"
PLACE = "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
PLACES = "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
ROUNDS = "    for (int k = 0; k < n; k++)\n"
TILES = "    int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;\n"
AGAIN = "    x = blockIdx.y * 4 + threadIdx.x;\n    y = blockIdx.x * 4 + threadIdx.y;\n"


@dataclass(frozen=True, slots=True)
class Pair:
    """Bodies of two kernels that leave the same under conditions that the proof finds; `axes` of their launches."""

    simple: str
    fast: str
    axes: int = 1
    type: str = "int"

    def source(self, fast: str | None = None) -> str:
        """Both kernels, or the first with another second one."""
        return "\n".join(
            f"{HEAD.format(name, self.type, self.type)}{body}}}\n"
            for name, body in (("simple", self.simple), ("fast", fast or self.fast))
        )


STRIDED = "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)\n"

PAIRS = {
    "map": Pair(
        f"{PLACE}    if (i < n) out[i] = 2 * in[i] + 1;\n",
        f"{PLACE}    if (i >= n) return;\n    int v = in[i];\n    out[i] = v + 1 + v;\n",
    ),
    "strided": Pair(f"{PLACE}    if (i < n) out[i] = in[i] + 1;\n", f"    {STRIDED}        out[i] = 1 + in[i];\n"),
    "both strided": Pair(
        f"    {STRIDED}        out[i] = in[i] * in[i];\n",
        "    int step = blockDim.x * gridDim.x;\n"
        "    for (int k = blockDim.x * blockIdx.x + threadIdx.x; k < n; k += step) {\n"
        "        int v = in[k];\n        out[k] = v * v;\n    }\n",
    ),
    "in place": Pair(
        f"{PLACE}    if (i < n) out[i] = out[i] + in[i];\n",
        f"{PLACE}    if (n > i) out[i] += in[i];\n",
    ),
    "stencil": Pair(
        f"{PLACE}    if (i > 0 && i < n - 1) out[i] = in[i - 1] + in[i] + in[i + 1];\n",
        "    __shared__ int near[10];\n    int i = blockIdx.x * 8 + threadIdx.x, at = threadIdx.x + 1;\n"
        "    near[at] = i < n ? in[i] : 0;\n"
        "    if (threadIdx.x < 1) {\n        near[0] = i > 0 ? in[i - 1] : 0;\n"
        "        near[9] = i + 8 < n ? in[i + 8] : 0;\n    }\n    __syncthreads();\n"
        "    if (i > 0 && i < n - 1) out[i] = near[at - 1] + near[at] + near[at + 1];\n",
    ),
    "transpose": Pair(
        f"{PLACES}    if (x < n && y < n) out[x * n + y] = in[y * n + x];\n",
        f"    __shared__ int tile[4][5];\n{TILES}"
        "    if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];\n    __syncthreads();\n"
        f"{AGAIN}    if (x < n && y < n) out[y * n + x] = tile[threadIdx.x][threadIdx.y];\n",
        axes=2,
    ),
    "reversed": Pair(
        f"{PLACE}    if (i < n) out[n - 1 - i] = in[i];\n", f"{PLACE}    if (i < n) out[i] = in[n - 1 - i];\n"
    ),
    "reversed blocks": Pair(
        "    int t = threadIdx.x, first = blockIdx.x * blockDim.x;\n"
        "    out[first + t] = in[first + blockDim.x - 1 - t];\n",
        "    __shared__ int s[8];\n    int t = threadIdx.x, first = blockIdx.x * blockDim.x;\n"
        "    s[blockDim.x - 1 - t] = in[first + t];\n    __syncthreads();\n    out[first + t] = s[t];\n",
    ),
    "decided by what was staged": Pair(
        f"{PLACE}    if (i < n) out[i] = in[i] > 0 ? in[i] : -in[i];\n",
        f"    __shared__ int s[8];\n{PLACE}    s[threadIdx.x] = i < n ? in[i] : 0;\n    __syncthreads();\n"
        "    int v = s[threadIdx.x];\n    if (i < n) {\n        if (v > 0)\n            out[i] = v;\n"
        "        else\n            out[i] = -v;\n    }\n",
    ),
    "product": Pair(
        f"{PLACES}    if (y < n && x < n) {{\n        float sum = 0;\n        for (int k = 0; k < n; k++)\n"
        "            sum += in[y * n + k] * in[k * n + x];\n        out[y * n + x] = sum;\n    }\n",
        f"{PLACES}    if (y >= n || x >= n) return;\n    float sum = 0;\n"
        "    const float *p = in + y * n, *q = in + x;\n    for (int k = 0; k < n; k++) {\n"
        "        sum += p[k] * *q;\n        q += n;\n    }\n    out[y * n + x] = sum;\n",
        axes=2, type="float",
    ),
    "floats": Pair(
        f"{PLACE}    if (i < n) out[i] = in[i] * 2.5f + 1.0f;\n",
        f"{PLACE}    float v = 2.5f;\n    if (i < n) out[i] = 1.0f + v * in[i];\n",
        type="float",
    ),
    "row sums": Pair(
        f"{PLACE}    if (i >= n) return;\n    float sum = 0;\n"
        "    for (int k = 0; k < n; k++)\n        sum += in[k * n + i];\n    out[i] = sum;\n",
        f"{PLACE}    if (i < n) {{\n        float sum = 0;\n        const float *p = in + i;\n"
        "        for (int k = 0; k < n; k++) {\n            sum = *p + sum;\n            p += n;\n        }\n"
        "        out[i] = sum;\n    }\n",
        type="float",
    ),
    "two rounds in one": Pair(
        f"{PLACE}    if (i >= n) return;\n    float sum = 0;\n{ROUNDS}        sum += in[k] * in[k + i];\n"
        "    out[i] = sum;\n",
        f"{PLACE}    if (i >= n) return;\n    float sum = 0;\n    for (int k = 0; k < n; k += 2) {{\n"
        "        sum += in[k + i] * in[k];\n        sum += in[k + 1] * in[k + 1 + i];\n    }\n    out[i] = sum;\n",
        type="float",
    ),
    "two rounds of whole numbers in one": Pair(
        f"{PLACE}    if (i >= n) return;\n    int sum = 0;\n{ROUNDS}        sum += in[k + i];\n    out[i] = sum;\n",
        f"{PLACE}    if (i >= n) return;\n    int sum = 0;\n    for (int k = 0; k < n; k += 2)\n"
        "        sum += in[k + 1 + i] + in[k + i];\n    out[i] = sum;\n",
    ),
    "staged rounds": Pair(
        f"{PLACE}    float sum = 1;\n{ROUNDS}        sum = sum * in[k] + in[i];\n    out[i] = sum;\n",
        f"    __shared__ float part[4];\n{PLACE}    int t = threadIdx.x;\n    float sum = 1;\n"
        "    for (int k = 0; k < n; k += 4) {\n        part[t] = in[k + t];\n        __syncthreads();\n"
        "        for (int j = 0; j < 4; j++)\n            sum = sum * part[j] + in[i];\n"
        "        __syncthreads();\n    }\n    out[i] = sum;\n",
        type="float",
    ),
    "rounds in two buffers": Pair(
        f"{PLACE}    float sum = 0;\n{ROUNDS}        sum += in[k];\n    out[i] = sum;\n",
        f"    __shared__ float part[2][4];\n{PLACE}    int t = threadIdx.x;\n    float sum = 0;\n"
        "    for (int k = 0; k < n / 4; k++) {\n        part[k % 2][t] = in[4 * k + t];\n        __syncthreads();\n"
        "        for (int j = 0; j < 4; j++)\n            sum += part[k % 2][j];\n    }\n    out[i] = sum;\n",
        type="float",
    ),
    "product of tiles": Pair(
        f"{PLACES}    float sum = 0;\n{ROUNDS}        sum += in[y * n + k] * in[k * n + x];\n"
        "    out[y * n + x] = sum;\n",
        f"    __shared__ float a[4][4], b[4][5];\n{TILES}    int s = threadIdx.x, t = threadIdx.y;\n"
        "    float sum = 0;\n    for (int k = 0; k < n / 4; k++) {\n        a[t][s] = in[y * n + k * 4 + s];\n"
        "        b[t][s] = in[(k * 4 + t) * n + x];\n        __syncthreads();\n        for (int j = 0; j < 4; j++)\n"
        "            sum += a[t][j] * b[j][s];\n        __syncthreads();\n    }\n    out[y * n + x] = sum;\n",
        axes=2, type="float",
    ),
}


def proof_of_pair(source: str) -> KernelProof:
    """What is shown of the kernels `simple` and `fast` of a text."""
    text = SourceText(source, "k.cu")
    program = load_pair([text], Options(kernel="simple,fast", equivalent=True, frontend="c")).program
    kernels = program.functions[program.kernel], program.functions[second_kernel(program)]
    with terms.terms_of_a_run():
        return PairProver(program, kernels, model_calls.find, ProofScope(), Solving()).run()


_CHANGES = (
    ("threadIdx.x", "threadIdx.y"), ("threadIdx.y", "threadIdx.x"), ("blockIdx.y", "blockIdx.x"),
    ("blockIdx.x", "blockIdx.y"), ("blockDim.x", "gridDim.x"), (" < ", " <= "), (" >= ", " > "), (" > ", " >= "),
    (" + ", " - "), (" - ", " + "), (" * ", " + "), ("__syncthreads();", ""), ("+=", "="), ("= 0", "= 1"), ("n", "4"),
    ("1", "2"), ("0", "1"), ("4", "3"), ("8", "7"), ("return", "i = 0"), ("in[", "out["), ("n && ", "n || "),
)  # fmt: skip


def mutant(text: str, seed: int) -> str:
    """The text with one small change, which may be none that matters."""
    chosen = random.Random(seed)
    places = [
        (found.start(), old, new) for old, new in _CHANGES
        for found in re.finditer(rf"(?<![\w.]){re.escape(old)}(?![\w.])" if old[0].isalnum() else re.escape(old), text)
    ]  # fmt: skip
    at, old, new = chosen.choice(places)
    return f"{text[:at]}{new}{text[at + len(old) :]}"
