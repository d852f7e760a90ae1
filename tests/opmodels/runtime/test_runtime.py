"""The CUDA runtime API on constants."""

import pytest
from runtime_context import RuntimeContext, Stopped, Violation

import opmodels
from cudabmc.modelapi import F32, I8, I32, I64, NULL, PTR, KernelFacts, Pointer, Space
from opmodels.runtime.error_codes import NUMBER

opmodels.load_all()

H2H, H2D, D2H, D2D, DEFAULT = range(5)
OUT_OF_MEMORY = NUMBER["cudaErrorMemoryAllocation"]
INVALID_VALUE = NUMBER["cudaErrorInvalidValue"]


@pytest.fixture
def ctx() -> RuntimeContext:
    return RuntimeContext()


def variable(ctx: RuntimeContext, size: int = 8) -> Pointer:
    return ctx.new(Space.HOST_STACK, b"\xcc" * size, "variable")


def allocated(ctx: RuntimeContext, function: str, *args) -> Pointer:
    target = variable(ctx)
    assert ctx.run(function, target, *args) == 0
    return ctx.load(target, PTR)


# ---------------------------------------------------------------- allocation


@pytest.mark.parametrize(
    ("function", "args", "space"),
    [
        ("cudaMalloc", (64,), Space.DEVICE_GLOBAL),
        ("cudaMallocAsync", (64, NULL), Space.DEVICE_GLOBAL),
        ("cudaMallocManaged", (64, 1), Space.MANAGED),
        ("cudaMallocHost", (64, 0), Space.PINNED),
        ("cudaHostAlloc", (64, 0), Space.PINNED),
    ],
)
def test_an_allocation_has_its_size_and_space(ctx, function, args, space):
    pointer = allocated(ctx, function, *args)
    assert ctx.space(pointer) is space
    assert ctx.object_size(pointer) == 64


def test_cuda_malloc_of_nothing_gives_null(ctx):
    assert allocated(ctx, "cudaMalloc", 0) == NULL


def test_managed_memory_of_size_0_is_null(ctx):
    target = variable(ctx)
    assert ctx.run("cudaMallocManaged", target, 0, 1) == 0 and ctx.load(target, PTR) == NULL


def test_more_than_the_device_has_cannot_be_allocated(ctx):
    target = variable(ctx)
    assert ctx.run("cudaMalloc", target, 2**64 - 4) == OUT_OF_MEMORY
    assert ctx.load(target, I64) == 0xCCCCCCCCCCCCCCCC
    assert ctx.run("cudaGetLastError") == OUT_OF_MEMORY


@pytest.mark.parametrize(("choice", "result"), [(True, OUT_OF_MEMORY), (False, 0)])
def test_cuda_malloc_may_fail_when_the_option_says_so(ctx, choice, result):
    ctx.state["option:malloc-may-fail"] = True
    ctx.inputs.append(choice)
    assert ctx.run("cudaMalloc", variable(ctx), 4) == result


def test_pitched_rows_are_padded(ctx):
    target, pitch = variable(ctx), variable(ctx)
    assert ctx.run("cudaMallocPitch", target, pitch, 100, 3) == 0
    assert ctx.load(pitch, I64) == 512
    assert ctx.object_size(ctx.load(target, PTR)) == 3 * 512


@pytest.mark.parametrize(("free", "allocate"), [("cudaFree", "cudaMalloc"), ("cudaFreeHost", "cudaMallocHost")])
def test_freeing_twice_is_a_double_free(ctx, free, allocate):
    pointer = allocated(ctx, allocate, 4) if allocate == "cudaMalloc" else allocated(ctx, allocate, 4, 0)
    assert ctx.run(free, pointer) == 0
    with pytest.raises(Violation, match="double-free"):
        ctx.run(free, pointer)


def test_cuda_free_takes_null_and_refuses_host_memory(ctx):
    assert ctx.run("cudaFree", NULL) == 0
    with pytest.raises(Violation, match="invalid-free"):
        ctx.run("cudaFree", ctx.new(Space.HOST_HEAP, b"x"))


# ---------------------------------------------------------------- transfers


@pytest.mark.parametrize(
    ("target", "source", "kind", "waits"),
    [
        (Space.DEVICE_GLOBAL, Space.HOST_HEAP, H2D, "begin"),
        (Space.HOST_STACK, Space.DEVICE_GLOBAL, D2H, "end"),
        (Space.DEVICE_GLOBAL, Space.DEVICE_GLOBAL, D2D, ""),
        (Space.HOST_HEAP, Space.HOST_GLOBAL, H2H, "end"),
        (Space.MANAGED, Space.HOST_HEAP, H2D, "end"),
        (Space.MANAGED, Space.HOST_HEAP, H2H, "end"),
        (Space.DEVICE_GLOBAL, Space.PINNED, H2D, "end"),
        (Space.PINNED, Space.DEVICE_GLOBAL, D2H, "end"),
        (Space.DEVICE_GLOBAL, Space.HOST_HEAP, DEFAULT, "begin"),
    ],
)
def test_a_copy_in_the_right_direction_moves_the_bytes_and_waits_as_documented(ctx, target, source, kind, waits):
    to, src = ctx.new(target, bytes(8)), ctx.new(source, b"abcdefgh")
    assert ctx.run("cudaMemcpy", to, src, 8, kind) == 0
    assert ctx.objects[to.obj].data == b"abcdefgh"
    assert ctx.waited == waits


def test_a_wrong_direction_names_both_objects_and_the_right_kind(ctx):
    to, src = ctx.new(Space.HOST_HEAP, bytes(8), "h_a"), ctx.new(Space.DEVICE_GLOBAL, bytes(8), "d_a")
    with pytest.raises(Violation) as caught:
        ctx.run("cudaMemcpy", to, src, 8, H2D)
    assert caught.value.prop == "api-misuse"
    assert "'d_a' (device global memory)" in caught.value.text
    assert "'h_a' (host heap memory)" in caught.value.text
    assert "cudaMemcpyDeviceToHost" in caught.value.text


def test_a_copy_of_nothing_has_no_direction(ctx):
    assert ctx.run("cudaMemcpy", NULL, NULL, 0, H2D) == 0


def test_a_kind_that_does_not_exist_is_an_error(ctx):
    to, src = ctx.new(Space.DEVICE_GLOBAL, bytes(8)), ctx.new(Space.HOST_HEAP, bytes(8))
    assert ctx.run("cudaMemcpy", to, src, 8, 7) == NUMBER["cudaErrorInvalidMemcpyDirection"]


def test_a_copy_past_the_end_is_out_of_bounds(ctx):
    to, src = ctx.new(Space.DEVICE_GLOBAL, bytes(8)), ctx.new(Space.HOST_HEAP, bytes(16))
    with pytest.raises(Violation, match="bounds"):
        ctx.run("cudaMemcpy", to, src, 16, H2D)


def test_cuda_memset_sets_bytes_of_device_memory_only(ctx):
    device, host = ctx.new(Space.DEVICE_GLOBAL, bytes(4)), ctx.new(Space.HOST_HEAP, bytes(4), "h")
    assert ctx.run("cudaMemset", device, 0x1FF, 4) == 0
    assert ctx.objects[device.obj].data == b"\xff" * 4
    with pytest.raises(Violation, match=r"api-misuse.*'h'"):
        ctx.run("cudaMemset", host, 0, 4)


def test_rows_are_copied_between_pitches(ctx):
    to, src = ctx.new(Space.DEVICE_GLOBAL, b"." * 12), ctx.new(Space.HOST_HEAP, b"abcdef")
    assert ctx.run("cudaMemcpy2D", to, 4, src, 2, 2, 3, H2D) == 0
    assert ctx.objects[to.obj].data == b"ab..cd..ef.."


def test_a_width_beyond_the_pitch_is_an_error(ctx):
    to, src = ctx.new(Space.DEVICE_GLOBAL, bytes(12)), ctx.new(Space.HOST_HEAP, bytes(12))
    assert ctx.run("cudaMemcpy2D", to, 2, src, 4, 4, 3, H2D) == NUMBER["cudaErrorInvalidPitchValue"]


def test_memset_2d_leaves_the_padding(ctx):
    to = ctx.new(Space.DEVICE_GLOBAL, b"." * 8)
    assert ctx.run("cudaMemset2D", to, 4, ord("x"), 3, 2) == 0
    assert ctx.objects[to.obj].data == b"xxx.xxx."


def test_symbols_are_written_and_read_at_an_offset(ctx):
    symbol, src = ctx.new(Space.CONSTANT, b"." * 8, "table"), ctx.new(Space.HOST_HEAP, b"abcd")
    assert ctx.run("cudaMemcpyToSymbol", symbol, src, 4, 4, H2D) == 0
    assert ctx.objects[symbol.obj].data == b"....abcd"
    back = ctx.new(Space.HOST_HEAP, bytes(4))
    assert ctx.run("cudaMemcpyFromSymbol", back, symbol, 4, 4, D2H) == 0
    assert ctx.objects[back.obj].data == b"abcd"


def test_a_host_variable_is_no_symbol(ctx):
    host, src = ctx.new(Space.HOST_GLOBAL, bytes(4), "h"), ctx.new(Space.HOST_HEAP, bytes(4))
    with pytest.raises(Violation, match="'h', which is a host variable"):
        ctx.run("cudaMemcpyToSymbol", host, src, 4, 0, H2D)


def test_address_and_size_of_a_symbol(ctx):
    symbol, target = ctx.new(Space.DEVICE_GLOBAL, bytes(12)), variable(ctx)
    ctx.run("cudaGetSymbolAddress", target, symbol)
    assert ctx.load(target, PTR) == symbol
    ctx.run("cudaGetSymbolSize", target, symbol)
    assert ctx.load(target, I64) == 12


# ---------------------------------------------------------------- errors


def test_the_last_error_is_cleared_by_get_and_kept_by_peek(ctx):
    ctx.run("cudaSetDevice", 3)
    expected = NUMBER["cudaErrorInvalidDevice"]
    assert [ctx.run("cudaPeekAtLastError"), ctx.run("cudaGetLastError"), ctx.run("cudaGetLastError")] == [
        expected,
        expected,
        0,
    ]


def test_a_success_does_not_clear_the_last_error(ctx):
    ctx.state["cuda:last-error"] = 9
    assert ctx.run("cudaDeviceSynchronize") == 0
    assert ctx.run("cudaGetLastError") == 9


def test_a_sticky_error_stays_and_is_returned_by_every_call(ctx):
    ctx.state |= {"cuda:last-error": 719, "cuda:sticky-error": 719}
    assert [ctx.run("cudaGetLastError"), ctx.run("cudaGetLastError"), ctx.run("cudaDeviceSynchronize")] == [719] * 3


@pytest.mark.parametrize(
    ("function", "code", "text"),
    [
        ("cudaGetErrorString", 0, "no error"),
        ("cudaGetErrorString", 9, "invalid configuration argument"),
        ("cudaGetErrorString", 12345, "unrecognized error code"),
        ("cudaGetErrorName", 2, "cudaErrorMemoryAllocation"),
    ],
)
def test_errors_have_texts_and_names(ctx, function, code, text):
    assert ctx.string(ctx.run(function, code)) == text


# ---------------------------------------------------------------- devices


def test_device_properties_stand_where_the_struct_says(ctx):
    from opmodels.runtime.device_properties import SIZE

    prop = ctx.new(Space.HOST_STACK, b"\xcc" * SIZE)
    assert ctx.run("cudaGetDeviceProperties", prop, 0) == 0
    assert ctx.string(prop) == "cudabmc"
    assert ctx.load(ctx.add(prop, 288), I64) == 16 << 30


@pytest.mark.parametrize(("attribute", "value"), [(1, 1024), (10, 32), (16, 108), (75, 8)])
def test_attributes_have_the_values_of_the_properties(ctx, attribute, value):
    target = variable(ctx)
    assert ctx.run("cudaDeviceGetAttribute", target, attribute, 0) == 0
    assert ctx.load(target, I32) == value


def test_there_is_one_device(ctx):
    target = variable(ctx)
    ctx.run("cudaGetDeviceCount", target)
    assert ctx.load(target, I32) == 1
    assert ctx.run("cudaSetDevice", 0) == 0
    assert ctx.run("cudaSetDevice", 2**32 - 1) == NUMBER["cudaErrorInvalidDevice"]


def test_occupancy_is_what_threads_blocks_and_shared_memory_allow(ctx):
    kernel = ctx.new(Space.CODE, b"k")
    ctx.kernels[kernel] = KernelFacts("k", 1024, None)
    target = variable(ctx)
    for threads, dynamic, most in ((32, 0, 32), (1024, 0, 2), (33, 0, 32), (64, 81 << 10, 1), (64, 163 << 10, 0)):
        ctx.arbitrary = False
        assert ctx.run("cudaOccupancyMaxActiveBlocksPerMultiprocessor", target, kernel, threads, dynamic) == 0
        assert ctx.load(target, I32) == most
        ctx.arbitrary, ctx.inputs = True, [most]
        assert ctx.run("cudaOccupancyMaxActiveBlocksPerMultiprocessor", target, kernel, threads, dynamic) == 0
        assert ctx.load(target, I32) == most
        ctx.inputs = [most + 1]
        if most:
            with pytest.raises(AssertionError, match="excludes"):
                ctx.run("cudaOccupancyMaxActiveBlocksPerMultiprocessor", target, kernel, threads, dynamic)


# ---------------------------------------------------------------- streams and events


def test_a_stream_lives_from_create_to_destroy(ctx):
    stream = allocated(ctx, "cudaStreamCreate")
    assert ctx.run("cudaStreamSynchronize", stream) == 0
    assert ctx.run("cudaStreamDestroy", stream) == 0
    with pytest.raises(Violation, match="api-misuse: cudaStreamSynchronize is given a stream that was destroyed"):
        ctx.run("cudaStreamSynchronize", stream)


def test_the_default_streams_are_always_there(ctx):
    assert [ctx.run("cudaStreamSynchronize", Pointer(0, n)) for n in range(3)] == [0, 0, 0]


def test_a_wild_handle_is_no_event(ctx):
    with pytest.raises(Violation, match="an event that was never created"):
        ctx.run("cudaEventRecord", Pointer(0, 0x1234), NULL)


def test_a_stream_is_no_event(ctx):
    with pytest.raises(Violation, match="something that is not an event"):
        ctx.run("cudaEventSynchronize", allocated(ctx, "cudaStreamCreate"))


def test_time_passes_between_recorded_events_only(ctx):
    start, end = allocated(ctx, "cudaEventCreate"), allocated(ctx, "cudaEventCreate")
    target = variable(ctx)
    ctx.run("cudaEventRecord", start, NULL)
    assert ctx.run("cudaEventElapsedTime", target, start, end) == NUMBER["cudaErrorInvalidResourceHandle"]
    ctx.run("cudaEventRecord", end, NULL)
    ctx.inputs.append(1.5)
    assert ctx.run("cudaEventElapsedTime", target, start, end) == 0
    assert ctx.load(target, F32) == 1.5


def test_events_without_timing_have_no_time(ctx):
    event, target = allocated(ctx, "cudaEventCreateWithFlags", 2), variable(ctx)
    ctx.run("cudaEventRecord", event, NULL)
    assert ctx.run("cudaEventElapsedTime", target, event, event) == NUMBER["cudaErrorInvalidResourceHandle"]


def test_a_host_function_is_called_with_its_data(ctx):
    data = variable(ctx)
    assert ctx.run("cudaLaunchHostFunc", NULL, Pointer(0, 7), data) == 0
    assert ctx.called == [(Pointer(0, 7), (data,))]


# ---------------------------------------------------------------- helpers and vectors


def test_check_cuda_errors_ends_the_program_on_an_error(ctx):
    ctx.run("checkCudaErrors", 0)
    with pytest.raises(Stopped):
        ctx.run("checkCudaErrors", 2)
    assert ctx.printed


def test_make_vectors_store_their_members(ctx):
    result = ctx.new(Space.HOST_STACK, bytes(16))
    ctx.run("make_float4", result, 1.0, 2.0, 3.0, 4.0)
    assert [ctx.load(ctx.add(result, 4 * n), F32) for n in range(4)] == [1.0, 2.0, 3.0, 4.0]
    ctx.run("make_uchar4", result, 1, 2, 3, 4)
    assert [ctx.load(ctx.add(result, n), I8) for n in range(4)] == [1, 2, 3, 4]


def test_a_reset_of_the_device_frees_its_memory_and_no_other(ctx):
    for function, *args in (("cudaMalloc", 4), ("cudaMallocManaged", 4, 1), ("cudaMallocHost", 4, 0)):
        allocated(ctx, function, *args)
    place = variable(ctx)
    for space in (Space.HOST_HEAP, Space.HOST_GLOBAL):
        ctx.store(place, ctx.allocate(4, space, space.name), PTR)
    ctx.run("cudaDeviceReset")
    assert [m.name for m in ctx.objects.values() if not m.live] == ["cudaMalloc", "cudaMallocManaged", "cudaMallocHost"]
