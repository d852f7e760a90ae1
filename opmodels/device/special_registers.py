"""Special registers that the language has no name for (PTX ISA, "Special Registers").

The functions are what reading the register in inline assembly calls.
"""

from cudabmc.modelapi import BOOL, I32, I64, ModelContext, Op, Value
from opmodels import elapsed_time
from opmodels.device.lane import FULL_MASK, WARP_SIZE, lane, thread_number
from opmodels.registry import ModelFunction, model


@model("unsigned int __cudabmc_laneid(void)", host=False)
def lane_number(ctx: ModelContext) -> Value:
    """%laneid: the lane of the calling thread."""
    return lane(ctx)


def _lane_mask(relation: str) -> ModelFunction:
    def mask(ctx: ModelContext) -> Value:
        """%lanemask_eq, lt, le, gt, ge: the lanes in this relation to the own one."""
        own = ctx.op(Op.SHL, I32, 1, lane(ctx))
        below = ctx.op(Op.SUB, I32, own, 1)
        up_to = ctx.op(Op.OR, I32, below, own)
        above = {"gt": up_to, "ge": below}.get(relation)
        if above is not None:
            return ctx.op(Op.XOR, I32, above, FULL_MASK)
        return {"eq": own, "lt": below, "le": up_to}[relation]

    return mask


for _relation in ("eq", "lt", "le", "gt", "ge"):
    model(f"unsigned int __cudabmc_lanemask_{_relation}(void)", host=False)(_lane_mask(_relation))


@model("unsigned int __cudabmc_gridid(void)", host=False)
def grid_number(ctx: ModelContext) -> Value:
    """%gridid: "provides the per-context temporal grid launch number"; any number, the same for the grid."""
    known = ctx.get("device:gridid", 0)
    if known:
        return known
    number = ctx.nondet(I32, "%gridid", 1, 2**31 - 1)
    ctx.put("device:gridid", number, I32)
    return number


@model("unsigned int __cudabmc_warpid(void)", host=False)
def warp_number(ctx: ModelContext) -> Value:
    """%warpid: "provides a unique warp number within a CTA but not across CTAs within a grid"; the warps are
    counted in the order of their threads."""
    ctx.note("%warpid is the thread number divided by 32; on a device it may change as warps are rescheduled")
    return ctx.op(Op.UDIV, I32, thread_number(ctx), WARP_SIZE)


@model("unsigned int __cudabmc_nwarpid(void)", host=False)
def most_warps(ctx: ModelContext) -> Value:
    """%nwarpid: more than the largest warp number."""
    return ctx.limits.resident_warps


@model("unsigned int __cudabmc_nsmid(void)", host=False)
def most_multiprocessors(ctx: ModelContext) -> Value:
    """%nsmid: more than the largest number of a multiprocessor."""
    return ctx.limits.multiprocessors


@model("unsigned int __cudabmc_smid(void)", host=False)
def multiprocessor(ctx: ModelContext) -> Value:
    """%smid: arbitrary, the same for all threads of a block."""
    key = f"device:smid:{ctx.builtin('blockIdx')}"
    most = ctx.limits.multiprocessors
    known = ctx.get(key, most)
    if known != most:
        return known
    number = ctx.nondet(I32, "%smid", 0, most - 1)
    ctx.put(key, number, I32)
    return number


@model("unsigned long long __cudabmc_globaltimer(void)", host=False)
def global_timer(ctx: ModelContext) -> Value:
    """%globaltimer, in nanoseconds; an arbitrary one never runs backwards in a thread."""
    if elapsed_time.is_known(ctx):
        return ctx.op(Op.ADD, I64, elapsed_time.pass_time(ctx), elapsed_time.START * elapsed_time.SECOND)
    key = f"device:timer:{ctx.builtin('blockIdx')}:{ctx.builtin('threadIdx')}"
    time = ctx.nondet(I64, "%globaltimer", ctype="unsigned long long")
    ctx.constrain(ctx.op(Op.ULE, BOOL, ctx.get(key, 0), time, of=I64))
    ctx.put(key, time, I64)
    return time
