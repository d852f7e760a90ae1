"""Every declaration of the CUDA models, read by our front end and, where it is there, by nvcc."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import opmodels
from cudabmc import Options, verify
from cudabmc.frontend.c.parser import parse
from opmodels import registry
from opmodels.libraries.driver.api import NUMBERS as DRIVER_CODES
from opmodels.libraries.driver.device import ATTRIBUTES as DRIVER_ATTRIBUTES
from opmodels.runtime import texture_types
from opmodels.runtime.copy_direction import CopyKind
from opmodels.runtime.device_attributes import _NUMBERS as DEVICE_ATTRIBUTES
from opmodels.runtime.device_properties import PROPERTIES
from opmodels.runtime.error_codes import CODES
from opmodels.runtime.record import all_records
from opmodels.runtime.vector_types import BASES, Base, alignment

opmodels.load_all()

MODELS = [m for m in registry.all_models() if m.function.__module__.startswith(("opmodels.runtime", "opmodels.device"))]
NVCC = shutil.which("nvcc")

# The nvcc of the test machine is 13.0: what it has dropped or changed, and what the samples define.
NOT_IN_CUDA_13 = {
    "__shfl",
    "__shfl_up",
    "__shfl_down",
    "__shfl_xor",
    "cudaDeviceSetSharedMemConfig",
    "cudaFuncSetSharedMemConfig",
    "cudaMemAdvise",
    "cudaMemPrefetchAsync",
    "cudaThreadExit",
    "cudaThreadGetLimit",
    "cudaThreadSetLimit",
    "cudaThreadSetCacheConfig",
    "cudaThreadSynchronize",
}
# The samples' functions, and the functions that the templates of texture_functions.h call under the public name.
OUR_OWN_FORMS = {
    "opmodels.runtime.sample_helpers", "opmodels.runtime.sample_timers", "opmodels.device.texture_fetch",
    "opmodels.device.surface",
}  # fmt: skip
NOT_MEMBERS_IN_CUDA_13 = {
    "clockRate",
    "computeMode",
    "cooperativeMultiDeviceLaunch",
    "deviceOverlap",
    "kernelExecTimeoutEnabled",
    "maxTexture1DLinear",
    "memoryClockRate",
    "singleToDoublePrecisionPerfRatio",
}
# Every flag and enumerator that a parameter of a modelled function takes, with its value in driver_types.h.
FLAGS = {
    "cudaHostAllocDefault": 0, "cudaHostAllocPortable": 1, "cudaHostAllocMapped": 2, "cudaHostAllocWriteCombined": 4,
    "cudaMemAttachGlobal": 1, "cudaMemAttachHost": 2, "cudaMemAttachSingle": 4,
    "cudaStreamDefault": 0, "cudaStreamNonBlocking": 1,
    "cudaEventDefault": 0, "cudaEventBlockingSync": 1, "cudaEventDisableTiming": 2, "cudaEventInterprocess": 4,
    "cudaEventRecordDefault": 0, "cudaEventRecordExternal": 1, "cudaEventWaitDefault": 0, "cudaEventWaitExternal": 1,
    "cudaDeviceScheduleAuto": 0, "cudaDeviceScheduleSpin": 1, "cudaDeviceScheduleYield": 2,
    "cudaDeviceScheduleBlockingSync": 4, "cudaDeviceBlockingSync": 4, "cudaDeviceScheduleMask": 7,
    "cudaDeviceMapHost": 8, "cudaDeviceLmemResizeToMax": 16, "cudaDeviceSyncMemops": 128, "cudaDeviceMask": 255,
    "cudaPeerAccessDefault": 0, "cudaCpuDeviceId": -1, "cudaInvalidDeviceId": -2,
    "cudaOccupancyDefault": 0, "cudaOccupancyDisableCachingOverride": 1,
    "cudaFuncCachePreferNone": 0, "cudaFuncCachePreferShared": 1, "cudaFuncCachePreferL1": 2,
    "cudaFuncCachePreferEqual": 3, "cudaSharedMemBankSizeDefault": 0, "cudaSharedMemBankSizeFourByte": 1,
    "cudaSharedMemBankSizeEightByte": 2, "cudaComputeModeDefault": 0, "cudaComputeModeExclusiveProcess": 3,
    "cudaLimitStackSize": 0, "cudaLimitPrintfFifoSize": 1, "cudaLimitMallocHeapSize": 2,
    "cudaLimitDevRuntimeSyncDepth": 3, "cudaLimitDevRuntimePendingLaunchCount": 4,
    "cudaLimitMaxL2FetchGranularity": 5, "cudaLimitPersistingL2CacheSize": 6,
    "cudaFuncAttributeMaxDynamicSharedMemorySize": 8, "cudaFuncAttributePreferredSharedMemoryCarveout": 9,
    "cudaSharedmemCarveoutDefault": -1, "cudaSharedmemCarveoutMaxL1": 0, "cudaSharedmemCarveoutMaxShared": 100,
    "cudaMemAdviseSetReadMostly": 1, "cudaMemAdviseUnsetReadMostly": 2, "cudaMemAdviseSetPreferredLocation": 3,
    "cudaMemAdviseUnsetPreferredLocation": 4, "cudaMemAdviseSetAccessedBy": 5, "cudaMemAdviseUnsetAccessedBy": 6,
    "cudaMemoryTypeUnregistered": 0, "cudaMemoryTypeHost": 1, "cudaMemoryTypeDevice": 2, "cudaMemoryTypeManaged": 3,
}  # fmt: skip
RESOURCE_MEMBERS = {
    "array.array": texture_types.ARRAY, "linear.devPtr": texture_types.POINTER, "linear.desc": texture_types.CHANNELS,
    "linear.sizeInBytes": texture_types.LINEAR_SIZE, "pitch2D.devPtr": texture_types.POINTER,
    "pitch2D.desc": texture_types.CHANNELS, "pitch2D.width": texture_types.WIDTH,
    "pitch2D.height": texture_types.HEIGHT, "pitch2D.pitchInBytes": texture_types.PITCH,
}  # fmt: skip
_DROPPED = "cudaDevAttrCooperativeMultiDeviceLaunch"  # by CUDA 13
VECTORS = [(f"{base.prefix}{count}", base, count) for base in BASES for count in range(1, 5)]


@pytest.mark.parametrize("module", sorted({m.function.__module__ for m in MODELS}))
def test_signatures_parse(module):
    for model in (m for m in MODELS if m.function.__module__ == module):
        assert parse(f"{model.signature};", "<registry>", registry.type_names()).ast.ext, model.signature


def test_no_signature_is_registered_twice():
    signatures = [m.signature for m in MODELS]
    assert len(signatures) == len(set(signatures))


@pytest.mark.parametrize("name", sorted(registry.type_names()))
def test_a_block_of_types_parses(name):
    parse(registry.block(name), "<registry>", registry.type_names())


def test_every_flag_has_its_value(tmp_path):
    source = tmp_path / "flags.cu"
    checks = "".join(f'__ESBMC_assert({name} == {value}, "{name}");\n' for name, value in FLAGS.items())
    source.write_text(f"int main() {{\n{checks}}}\n")
    assert not verify([str(source)], Options()).violations


def types_of(signature: str) -> tuple[str, str, list[str]]:
    """Result type, name and parameter types of a signature."""
    head, _, rest = signature.partition("(")
    result, name = re.fullmatch(r"(.*?)\s*(\w+)", head).groups()
    params = [p.partition("=")[0].strip() for p in rest.rstrip(")").split(",")]
    return result, name, [re.sub(r"\w+$", "", p).strip() for p in params if p not in ("", "void")]


# Our models take structs that only clang's headers have as any memory.
STRUCTS = {"const void *launchConfig": "const cudaLaunchConfig_t *launchConfig",
           "const void *config": "const CUlaunchConfig *config"}  # fmt: skip


def expression(signature: str) -> str:
    """An unevaluated call with exactly the parameter types of the signature must have its result."""
    for ours, theirs in STRUCTS.items():
        signature = signature.replace(ours, theirs)
    result, name, params = types_of(signature)
    arguments = ", ".join(f"std::declval<{p}>()" for p in params)
    return f'static_assert(std::is_same<decltype({name}({arguments})), {result}>::value, "{name}");'


def layout(name: str, base: Base, count: int) -> str:
    """The size and alignment of a vector type."""
    align = alignment(base, count)
    size = -(-count * base.type.size // align) * align
    return f"static_assert(sizeof({name}) == {size} && alignof({name}) == {align});"


def compile_cuda(folder: Path, text: str, *flags: str) -> None:
    source = folder / "declarations.cu"
    source.write_text(text)
    command = [NVCC, "-w", "-arch=sm_90", "-std=c++17", *flags, str(source)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[:4000]


@pytest.mark.skipif(NVCC is None, reason="nvcc is not installed")
def test_nvcc_has_every_declaration_and_value(tmp_path):
    calls = [
        expression(m.signature)
        for m in MODELS
        if m.name not in NOT_IN_CUDA_13
        and m.function.__module__ not in OUR_OWN_FORMS
        and not m.name.startswith("__cudabmc_")  # what inline assembly does: names of our own
    ]
    values = [f"static_assert({c.name} == {c.number});" for c in CODES]
    values += [f"static_assert({name} == {number});" for name, number in DEVICE_ATTRIBUTES.items() if name != _DROPPED]
    values += [f"static_assert({name} == {value});" for name, value in FLAGS.items()]
    values += [f"static_assert({kind.name} == {kind.value});" for kind in CopyKind]
    values += [layout(*vector) for vector in VECTORS]
    values += [
        f"static_assert(offsetof({r.name}, {member}) == {place.offset});"
        for r in all_records()
        for member, place in r.members.items()
    ]
    values += [
        f"static_assert(offsetof(cudaResourceDesc, res.{member}) == {offset});"
        for member, offset in RESOURCE_MEMBERS.items()
    ]
    members = [
        f"static_assert(std::is_same<decltype(cudaDeviceProp::{p.member}), "
        f"{p.ctype}{f'[{len(p.value)}]' if isinstance(p.value, tuple) else ''}>::value);"
        for p in PROPERTIES
        if p.member not in NOT_MEMBERS_IN_CUDA_13
    ]
    headers = ("utility", "type_traits", "cuda_profiler_api.h", "cuda_pipeline.h")
    includes = "".join(f"#include <{header}>\n" for header in headers)
    body = "\n".join(calls + values + members)
    compile_cuda(tmp_path, f"{includes}__global__ void all() {{\n{body}\n}}\n", "-ptx")


@pytest.mark.long
@pytest.mark.skipif(NVCC is None, reason="nvcc is not installed")
def test_error_texts_are_those_of_the_library(tmp_path):
    rows = "\n".join(f'printf("%s|%s\\n", cudaGetErrorName({c.name}), cudaGetErrorString({c.name}));' for c in CODES)
    compile_cuda(tmp_path, f"#include <cstdio>\nint main() {{\n{rows}\n}}\n", "-o", "texts")
    printed = subprocess.run([tmp_path / "texts"], capture_output=True, text=True, timeout=60, check=True).stdout
    assert printed.splitlines() == [f"{c.name}|{c.text}" for c in CODES]


@pytest.mark.long
@pytest.mark.skipif(NVCC is None, reason="nvcc is not installed")
def test_nvcc_has_the_functions_and_values_of_the_driver(tmp_path):
    models = [m for m in registry.all_models() if m.family.startswith("opmodels.libraries.driver.")]
    older = [m for m in models if m.name == "cuCtxCreate" and "CUctxCreateParams" not in m.signature]
    calls = [expression(m.signature) for m in models if m not in older]
    layout = ["sizeof(CUctxCreateParams) == 24", "offsetof(CUctxCreateParams, cigParams) == 16"]
    values = [f"static_assert({name} == {number});" for name, number in DRIVER_CODES.items()]
    values += [f"static_assert({name} == {number});" for name, number in DRIVER_ATTRIBUTES.items()]
    values += [f"static_assert({line});" for line in layout]
    body = "\n".join(calls + values)
    includes = "#include <utility>\n#include <type_traits>\n#include <cuda.h>\n"
    compile_cuda(tmp_path, f"{includes}void all() {{\n{body}\n}}\n", "-c", "-o", "driver.o")
