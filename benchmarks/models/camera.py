"""Operational models for the driver of a camera (camera.h), loaded by --models."""

from cudabmc.modelapi import BOOL, I8, I32, NULL, ModelContext, Op, Space, Value
from opmodels.registry import declare, header, macro, model

header("camera.h")
declare("typedef struct camera_st *camera_t;", types=("camera_t", "camera_st"))
macro("CAMERA_WIDTH", "8")


@model("camera_t camera_open(int number)", device=False)
def camera_open(ctx: ModelContext, number: Value) -> Value:
    """A camera may be there or not."""
    if ctx.decide(ctx.nondet(BOOL, "the camera is there")):
        return ctx.allocate(1, Space.HOST_HEAP, "camera", kind="camera_open")
    return NULL


@model("int camera_grab(camera_t camera, unsigned char *row, int size)", device=False)
def camera_grab(ctx: ModelContext, camera: Value, row: Value, size: Value) -> Value:
    """Any number of pixels, at most as many as fit; the others keep their values."""
    ctx.load(camera, I8)  # a camera that is open
    count = ctx.nondet(I32, "pixels that came", 0, 8)
    fits = ctx.op(Op.SLE, BOOL, count, size, of=I32)
    count = ctx.op(Op.SELECT, I32, fits, count, size)
    for i in range(ctx.concretize(count, I32)):
        ctx.store(ctx.add(row, i), ctx.nondet(I8, f"pixel {i}"), I8)
    return count


@model("void camera_close(camera_t camera)", device=False)
def camera_close(ctx: ModelContext, camera: Value) -> None:
    """Ends what camera_open() began."""
    ctx.free(camera, (Space.HOST_HEAP,), "camera_close()", "camera_open")
