"""Functions in place of those that a program gets its inputs from, and of those that it tells the verifier with.

extern "C" __host__ __device__ int cudabmc_nondet_int(void) { ... the recorded values, one after the other ... }
#define nondet_int cudabmc_nondet_int
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from cudabmc.report.testcase.sources import blanked, defines
from cudabmc.result import Input

_CALL = re.compile(r"((?:__VERIFIER_)?nondet_(\w+)|rand)\(\)")
_TYPES = {
    "schar": "signed char", "uchar": "unsigned char", "ushort": "unsigned short", "uint": "unsigned int",
    "unsigned": "unsigned int", "u32": "unsigned int", "ulong": "unsigned long", "longlong": "long long",
    "ulonglong": "unsigned long long", "int8": "signed char", "uint8": "unsigned char", "int16": "short",
    "uint16": "unsigned short", "int32": "int", "uint32": "unsigned int", "int64": "long", "uint64": "unsigned long",
    "u8": "unsigned char", "u16": "unsigned short", "u64": "unsigned long", "_Bool": "bool",
}  # fmt: skip
_ASSUME = {"__VERIFIER_assume": "int", "__ESBMC_assume": "bool", "__CPROVER_assume": "bool", "__requires": "bool",
           "__assume": "bool"}  # fmt: skip
_ASSERT = {"__VERIFIER_assert": "int condition", "__ESBMC_assert": "bool condition, const char *",
           "__CPROVER_assert": "bool condition, const char *", "__assert": "bool condition"}  # fmt: skip
_ERROR = ("__VERIFIER_error", "reach_error")
_NOT_LOOKED_AT = re.compile(r"__(?:invariant|global_invariant|ensures|requires_fresh_array|barrier_invariant(?:_\d+)?)")


def function_of(input: Input) -> str:
    """The function that an input is the result of, if it is one that a test case can replace; else empty."""
    found = _CALL.fullmatch(input.label)
    return found[1] if found else ""


def input_functions(inputs: Sequence[Input], texts: Sequence[str]) -> Iterator[str]:
    """Functions that give the recorded values."""
    plain = "\n".join(map(blanked, texts))
    used = {name for name in re.findall(r"\b(?:__VERIFIER_)?nondet_\w+|\brand\b(?=\s*\()", plain)}
    for name in sorted(used | {function_of(i) for i in inputs} - {""}):
        kind = name.removeprefix("__VERIFIER_").removeprefix("nondet_")
        ctype = "int" if name == "rand" else _TYPES.get(kind, kind)
        if any(defines(text, name) for text in texts) or not re.fullmatch(r"[a-z_ ]+", ctype):
            continue
        yield from _function(name, ctype, [i for i in inputs if function_of(i) == name])


def _function(name: str, ctype: str, inputs: Sequence[Input]) -> Iterator[str]:
    host = [i for i in inputs if i.thread.block is None]
    device = [i for i in inputs if i.thread.block is not None]
    yield f"static const unsigned long long cudabmc_{name}_host[] = {{{', '.join(_bits(i) for i in host) or '0'}}};"
    yield f"static unsigned cudabmc_{name}_calls;"
    yield from _tables(name, device)
    yield f'extern "C" __host__ __device__ {ctype} cudabmc_{name}(void)'
    yield "{"
    yield "    unsigned long long bits = 0;"
    yield f"    {ctype} value;"
    if device:
        yield "#ifdef __CUDA_ARCH__"
        yield from _on_device(name)
    else:
        yield "#if defined(__CUDA_ARCH__) && !defined(__CUDABMC__)"
    yield "#else"
    yield f"    if (cudabmc_{name}_calls < {len(host)})"
    yield f"        bits = cudabmc_{name}_host[cudabmc_{name}_calls++];"
    yield "#endif"
    yield "    memcpy(&value, &bits, sizeof value);"
    yield "    return value;"
    yield "}"
    yield f"#define {name} cudabmc_{name}"


def _bits(input: Input) -> str:
    return f"{input.bits:#x}ull"


def _tables(name: str, device: Sequence[Input]) -> Iterator[str]:
    """What each thread of a kernel gets: its block and place, and where its values are."""
    if not device:
        return
    rows: list[str] = []
    values: list[str] = []
    ordered = sorted(
        device, key=lambda i: (i.thread.block or (), i.thread.thread, i.thread.launch)
    )  # keeps their order
    for (block, thread), run in groupby(ordered, lambda i: (i.thread.block, i.thread.thread)):
        own = [_bits(i) for i in run]
        rows.append("{" + ", ".join(map(str, (*(block or ()), *thread, len(values), len(own)))) + "}")
        values += own
    yield f"static __device__ const unsigned cudabmc_{name}_threads[][8] = {{{', '.join(rows)}}};"
    yield f"static __device__ const unsigned long long cudabmc_{name}_device[] = {{{', '.join(values)}}};"
    yield f"static __device__ unsigned cudabmc_{name}_asked[{len(rows)}];"


def _on_device(name: str) -> Iterator[str]:
    yield f"    for (unsigned i = 0; i < sizeof cudabmc_{name}_threads / sizeof cudabmc_{name}_threads[0]; i++) {{"
    yield f"        const unsigned *row = cudabmc_{name}_threads[i];"
    yield "        if (row[0] == blockIdx.x && row[1] == blockIdx.y && row[2] == blockIdx.z && row[3] == threadIdx.x &&"
    yield f"            row[4] == threadIdx.y && row[5] == threadIdx.z && cudabmc_{name}_asked[i] < row[7])"
    yield f"            bits = cudabmc_{name}_device[row[6] + cudabmc_{name}_asked[i]++];"
    yield "    }"


def verifier_words(texts: Sequence[str]) -> Iterator[str]:
    """What assumptions and assertions of verifiers are where there is no verifier; cudabmc knows the words itself."""
    plain = "\n".join(map(blanked, texts))
    used = set(re.findall(r"\b\w+\b(?=\s*\()", plain))
    lines: list[str] = []
    for name, type in _ASSUME.items():
        body = "{ (void)condition; }"
        lines += _word(name, f"{type} condition", body, used, texts)
    for name, parameters in _ASSERT.items():
        lines += _word(name, parameters, "{ assert(condition); }", used, texts)
    for name in _ERROR:
        lines += _word(name, "void", '{ assert(!"reached"); }', used, texts)
    lines += _word("__implies", "bool a, bool b", "{ return !a || b; }", used, texts, "bool")
    lines += _word("__enabled", "void", "{ return true; }", used, texts, "bool")
    lines += [f"#define {name}(...) true" for name in sorted(used) if _NOT_LOOKED_AT.fullmatch(name)]
    if lines:
        yield "#ifndef __CUDABMC__"
        yield from lines
        yield "#endif"


def _word(name: str, parameters: str, body: str, used: set[str], texts: Sequence[str], ret: str = "void") -> list[str]:
    if name not in used or any(defines(text, name) for text in texts):
        return []
    head = f'extern "C" __host__ __device__ {ret} cudabmc_word_{name.strip("_")}({parameters})'
    return [f"{head} {body}", f"#define {name} cudabmc_word_{name.strip('_')}"]
