"""Modules of the driver API (CUDA Driver API, "Module Management", "Library Management", "Execution Control"): code
that the program has made of text while it ran (`nvrtc.py`).

A kernel is known by the address of its function, as to the runtime API, so that its functions serve both.
"""

import re

from cudabmc.modelapi import BOOL, I32, I64, PTR, ModelContext, Op, Space, Value
from opmodels.libc.expression import nondet_in
from opmodels.libraries.driver.api import driver, failure
from opmodels.libraries.nvrtc import MARK
from opmodels.libraries.text import known_text
from opmodels.registry import declare, enumeration
from opmodels.runtime.error_codes import succeed
from opmodels.runtime.function_attributes import cluster_attributes, function_set_attribute, function_set_preference
from opmodels.runtime.handle import HandleKind, check, create, destroy, is_null, number
from opmodels.runtime.occupancy import active_blocks

for _tag, _name in (("mod", "module"), ("func", "function"), ("lib", "library"), ("kern", "kernel")):
    declare(f"typedef struct CU{_tag}_st *CU{_name};", types=(f"CU{_name}", f"CU{_tag}_st"))
_FUNCTION_ATTRIBUTES = (
    "MAX_THREADS_PER_BLOCK", "SHARED_SIZE_BYTES", "CONST_SIZE_BYTES", "LOCAL_SIZE_BYTES", "NUM_REGS", "PTX_VERSION",
    "BINARY_VERSION", "CACHE_MODE_CA", "MAX_DYNAMIC_SHARED_SIZE_BYTES", "PREFERRED_SHARED_MEMORY_CARVEOUT",
    "CLUSTER_SIZE_MUST_BE_SET", "REQUIRED_CLUSTER_WIDTH", "REQUIRED_CLUSTER_HEIGHT", "REQUIRED_CLUSTER_DEPTH",
    "NON_PORTABLE_CLUSTER_SIZE_ALLOWED", "CLUSTER_SCHEDULING_POLICY_PREFERENCE", "MAX",
)  # fmt: skip
_JIT_OPTIONS = (
    "MAX_REGISTERS", "THREADS_PER_BLOCK", "WALL_TIME", "INFO_LOG_BUFFER", "INFO_LOG_BUFFER_SIZE_BYTES",
    "ERROR_LOG_BUFFER", "ERROR_LOG_BUFFER_SIZE_BYTES", "OPTIMIZATION_LEVEL", "TARGET_FROM_CUCONTEXT", "TARGET",
    "FALLBACK_STRATEGY", "GENERATE_DEBUG_INFO", "LOG_VERBOSE", "GENERATE_LINE_INFO", "CACHE_MODE", "NEW_SM3X_OPT",
    "FAST_COMPILE", "GLOBAL_SYMBOL_NAMES", "GLOBAL_SYMBOL_ADDRESSES", "GLOBAL_SYMBOL_COUNT", "LTO", "FTZ", "PREC_DIV",
    "PREC_SQRT", "FMA", "REFERENCED_KERNEL_NAMES", "REFERENCED_KERNEL_COUNT", "REFERENCED_VARIABLE_NAMES",
    "REFERENCED_VARIABLE_COUNT", "OPTIMIZE_UNUSED_DEVICE_VARIABLES", "POSITION_INDEPENDENT_CODE", "MIN_CTA_PER_SM",
    "MAX_THREADS_PER_BLOCK", "OVERRIDE_DIRECTIVE_VALUES", "SPLIT_COMPILE",
)  # fmt: skip
_CACHES = ("PREFER_NONE", "PREFER_SHARED", "PREFER_L1", "PREFER_EQUAL")
_LIBRARY_OPTIONS = ("HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE", "BINARY_IS_PRESERVED", "NUM_OPTIONS")
for _tag, _prefix, _members in (
    ("CUfunction_attribute", "CU_FUNC_ATTRIBUTE", _FUNCTION_ATTRIBUTES),
    ("CUjit_option", "CU_JIT", _JIT_OPTIONS),
    ("CUfunc_cache", "CU_FUNC_CACHE", _CACHES),
    ("CUlibraryOption", "CU_LIBRARY", _LIBRARY_OPTIONS),
):
    enumeration(f"{_tag}_enum", [f"{_prefix}_{member}" for member in _members], _tag)

_LOGS = {3: 4, 5: 6}
"""The options that are buffers for what the compiler says, and those that hold their sizes."""

_MODULE = HandleKind("module", 0x30D31, (("text", I64),), end="unloaded")
_IN_MODULE = re.compile(re.escape(MARK) + "([0-9a-f]{32})")
_OTHER_CODE = "code of a module that the program has not made of text while it ran"


# ---------------------------------------------------------------- modules


def _load(ctx: ModelContext, target: Value, image: Value) -> Value:
    """A module by what it was made of."""
    text = ctx.string(image)
    found = None if text is None else _IN_MODULE.search(text)
    made = None if found is None else ctx.module(found[1])
    if found is None or made is None:
        ctx.unsupported(f"{ctx.name} with {_OTHER_CODE}")
    loaded = f"driver:loaded:{found[1]}"
    if ctx.get(loaded, 0) != 0 and any(_is_variable(ctx, name) for name in made.symbols.values()):
        ctx.unsupported(f"{ctx.name} of a module with variables that was loaded before")
    ctx.put(loaded, 1, I32)
    create(ctx, target, _MODULE, {"text": ctx.number_of(found[1])})
    return succeed(ctx)


def _is_variable(ctx: ModelContext, name: str) -> bool:
    return ctx.kernel(ctx.symbol_pointer(name)) is None


@driver("CUresult cuModuleLoadData(CUmodule *module, const void *image)")
def load_data(ctx: ModelContext, target: Value, image: Value) -> Value:
    """Loads PTX or machine code."""
    return _load(ctx, target, image)


@driver(
    "CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int numOptions, CUjit_option *options, "
    "void **optionValues)"
)
def load_data_with_options(
    ctx: ModelContext, target: Value, image: Value, count: Value, options: Value, values: Value
) -> Value:
    """Loads PTX or machine code. What the compiler would say into buffers is nothing."""
    _empty_logs(ctx, count, options, values)
    return _load(ctx, target, image)


def _empty_logs(ctx: ModelContext, count: Value, options: Value, values: Value) -> None:
    places = (ctx.add(options, I32.size * at) for at in range(ctx.concretize(count, I32)))
    known = [ctx.concretize(ctx.load(place, I32), I32) for place in places]
    for at, option in enumerate(known):
        if option in _LOGS and _LOGS[option] in known:
            size = ctx.load(ctx.add(values, PTR.size * known.index(_LOGS[option])), I64)
            buffer = ctx.load(ctx.add(values, PTR.size * at), PTR)
            if not is_null(ctx, buffer) and not ctx.decide(ctx.op(Op.EQ, BOOL, size, 0, of=I64)):
                ctx.store_bytes(buffer, b"\0")


@driver("CUresult cuModuleUnload(CUmodule hmod)")
def unload(ctx: ModelContext, module: Value) -> Value:
    """Ends a module."""
    if is_null(ctx, module):
        return failure("CUDA_ERROR_INVALID_HANDLE")
    destroy(ctx, module, _MODULE)
    return succeed(ctx)


def _symbol(ctx: ModelContext, module: Value, name: Value) -> Value | None:
    """The address of what a module shows under a name."""
    check(ctx, module, _MODULE)
    text = known_text(ctx, name, "a name")
    key = ctx.value_of(number(ctx, module, _MODULE, "text"))
    made = ctx.module(str(key))
    assert made is not None, "a module was loaded that the program does not have"
    found = made.symbols.get(text)
    return None if found is None else ctx.symbol_pointer(found)


@driver("CUresult cuModuleGetFunction(CUfunction *hfunc, CUmodule hmod, const char *name)")
def get_function(ctx: ModelContext, target: Value, module: Value, name: Value) -> Value:
    """A kernel by its symbol; CUDA_ERROR_NOT_FOUND if there is none."""
    if is_null(ctx, target) or is_null(ctx, name):
        return failure("CUDA_ERROR_INVALID_VALUE")
    if is_null(ctx, module):
        return failure("CUDA_ERROR_INVALID_HANDLE")
    found = _symbol(ctx, module, name)
    if found is None or ctx.kernel(found) is None:
        return failure("CUDA_ERROR_NOT_FOUND")
    ctx.store(target, found, PTR)
    return succeed(ctx)


@driver("CUresult cuModuleGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUmodule hmod, const char *name)")
def get_global(ctx: ModelContext, target: Value, size: Value, module: Value, name: Value) -> Value:
    """A variable of the device by its symbol. "One of dptr or bytes, not both, can be NULL"."""
    no_target, no_size = is_null(ctx, target), is_null(ctx, size)
    if (no_target and no_size) or is_null(ctx, name):
        return failure("CUDA_ERROR_INVALID_VALUE")
    if is_null(ctx, module):
        return failure("CUDA_ERROR_INVALID_HANDLE")
    found = _symbol(ctx, module, name)
    bytes_of = None if found is None or ctx.space(found) is Space.CODE else ctx.object_size(found)
    if found is None or bytes_of is None:
        return failure("CUDA_ERROR_NOT_FOUND")
    if not no_target:
        ctx.store(target, found, PTR)
    if not no_size:
        ctx.store(size, bytes_of, I64)
    return succeed(ctx)


# ---------------------------------------------------------------- libraries: modules of all contexts


@driver(
    "CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jitOptions, "
    "void **jitOptionsValues, unsigned int numJitOptions, CUlibraryOption *libraryOptions, void **libraryOptionValues, "
    "unsigned int numLibraryOptions)"
)
def load_library(
    ctx: ModelContext, target: Value, code: Value, options: Value, values: Value, count: Value, *others: Value
) -> Value:
    """Loads PTX or machine code for all contexts."""
    _empty_logs(ctx, count, options, values)
    return _load(ctx, target, code)


@driver("CUresult cuLibraryUnload(CUlibrary library)")
def unload_library(ctx: ModelContext, library: Value) -> Value:
    """Ends a library."""
    return unload(ctx, library)


@driver("CUresult cuLibraryGetKernel(CUkernel *pKernel, CUlibrary library, const char *name)")
def get_kernel(ctx: ModelContext, target: Value, library: Value, name: Value) -> Value:
    """A kernel by its symbol; CUDA_ERROR_NOT_FOUND if there is none."""
    return get_function(ctx, target, library, name)


@driver("CUresult cuKernelGetFunction(CUfunction *pFunc, CUkernel kernel)")
def get_function_of_kernel(ctx: ModelContext, target: Value, kernel: Value) -> Value:
    """The function of a kernel in the current context."""
    if is_null(ctx, target):
        return failure("CUDA_ERROR_INVALID_VALUE")
    if ctx.kernel(kernel) is None:
        return failure("CUDA_ERROR_INVALID_HANDLE")
    ctx.store(target, kernel, PTR)
    return succeed(ctx)


@driver("CUresult cuLibraryGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUlibrary library, const char *name)")
def get_library_global(ctx: ModelContext, target: Value, size: Value, library: Value, name: Value) -> Value:
    """A variable of the device by its symbol."""
    return get_global(ctx, target, size, library, name)


# ---------------------------------------------------------------- kernels


_FIRST_OF_CLUSTERS = 10
"""The attributes that `cluster_attributes` lists, in its order."""

_CHOSEN_BY_COMPILER = {2: 65536, 3: 524288, 4: 255}
"""Constant and local memory and registers: the most that there may be."""


@driver("CUresult cuFuncGetAttribute(int *pi, CUfunction_attribute attrib, CUfunction hfunc)")
def function_attribute(ctx: ModelContext, target: Value, attribute: Value, function: Value) -> Value:
    """One property of a kernel; arbitrary where it is the compiler's choice."""
    kernel = ctx.kernel(function)
    which = ctx.concretize(attribute, I32)
    if kernel is None:
        return failure("CUDA_ERROR_INVALID_HANDLE")
    version = 10 * ctx.limits.major + ctx.limits.minor
    exact: dict[int, Value] = {
        0: min(ctx.limits.threads, kernel.launch_bounds or ctx.limits.threads), 1: kernel.static_shared, 5: version,
        6: version, 7: 0,
    }  # fmt: skip
    exact.update(enumerate(cluster_attributes(ctx, kernel).values(), _FIRST_OF_CLUSTERS))
    if which in _CHOSEN_BY_COMPILER:
        value = nondet_in(ctx, I32, 0, _CHOSEN_BY_COMPILER[which], "property of a kernel")
    elif which in exact:
        value = exact[which]
    else:
        ctx.unsupported(f"cuFuncGetAttribute of attribute {which}")
    ctx.store(target, value, I32)
    return succeed(ctx)


@driver("CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value)")
def set_function_attribute(ctx: ModelContext, function: Value, attribute: Value, value: Value) -> Value:
    """The numbers of what can be set are those of cudaFuncSetAttribute."""
    if ctx.kernel(function) is None:
        return failure("CUDA_ERROR_INVALID_HANDLE")
    return function_set_attribute(ctx, function, attribute, value)


@driver("CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config)")
def set_cache_preference(ctx: ModelContext, function: Value, preference: Value) -> Value:
    """A preference, which no program can see in its values."""
    if ctx.kernel(function) is None:
        return failure("CUDA_ERROR_INVALID_HANDLE")
    return function_set_preference(ctx, function, preference)


@driver(
    "CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, CUfunction func, int blockSize, "
    "size_t dynamicSMemSize)"
)
def occupancy(ctx: ModelContext, target: Value, function: Value, block: Value, shared: Value) -> Value:
    """As cudaOccupancyMaxActiveBlocksPerMultiprocessor."""
    if ctx.kernel(function) is None:
        return failure("CUDA_ERROR_INVALID_HANDLE")
    return active_blocks(ctx, target, function, block, shared)
