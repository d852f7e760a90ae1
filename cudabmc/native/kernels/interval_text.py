"""A barrier interval of a block as LLVM text: all of its threads run, one after the other, or warp by warp where lanes
meet. They stop at one barrier, whose number is in %way.now then, or at their ends."""

from collections.abc import Sequence

from cudabmc.late_dataclass import dataclass
from cudabmc.native.kernels import stamps, warp_stamps
from cudabmc.native.kernels.kernel_writer import KernelWriter
from cudabmc.native.kernels.lane_record import CLOCKS, COORDINATES, LANES, SEGMENT, WAY
from cudabmc.native.kernels.thread_text import frame_words, handed, parameters
from cudabmc.native.prelude import RARE
from cudabmc.native.text_lines import KERNEL_PARTS, TextLines, loops
from cudabmc.native.word_text import word

AXES = "xyz"

VARIABLES = {"way": "i64", "tx": "i64", "ty": "i64", "tz": "i64", "linear": "i64"}
OF_WARPS = {"ready": "i64", "began": "i64", "state": "[2 x i64]"}
"""What the text keeps in variables, by their types: lanes that run next, how many instructions there were before the
warp, and of its phase what `warp_text.py` says."""


@dataclass(frozen=True, slots=True)
class BarrierInterval:
    """Names of values: where its threads begin, and the numbers of segments, as in `stamps.py`."""

    at: str
    base: str
    first: str
    last: str


def write_interval(w: KernelWriter, t: TextLines, interval: BarrierInterval) -> None:
    """All threads run."""
    t.line("store i64 0, ptr %linear.now")
    if w.meetings.of:
        _warps(w, t, interval)
        return
    ranges = [("tz", "%block.z"), ("ty", "%block.y"), ("tx", "%block.x")]
    loops(t, ranges, lambda: _thread(w, t, interval))


def _thread(w: KernelWriter, t: TextLines, interval: BarrierInterval) -> None:
    """The thread whose number is in %linear.now; the next one is there then."""
    linear = t.emit("load i64, ptr %linear.now")
    me = t.emit(f"add i64 {interval.base}, {t.emit(f'mul i64 {linear}, {stamps.STEP}')}")
    frame = t.emit(f"getelementptr i64, ptr %frames, i64 {t.emit(f'mul i64 {linear}, {frame_words(w)}')}")
    now = [t.emit(f"load i64, ptr %{name}.now") for name in ("tx", "ty", "tz")]
    way = _run(w, t, linear, frame, now, [interval.at, me, interval.base, interval.first, interval.last])
    _same_way(t, linear, way)
    t.line(f"store i64 {t.emit(f'add i64 {linear}, 1')}, ptr %linear.now")


def _run(w: KernelWriter, t: TextLines, linear: str, frame: str, own: Sequence[str], told: Sequence[str]) -> str:
    """Let a thread run: its coordinates, and what it is told: where it begins, and of its segment. Where it stands
    then; it has not stopped."""
    at, *segment = told
    behind = t.emit(f"add i64 %first.row, {len(w.scope.parameter_objects)}")
    row = t.emit(f"add i64 {behind}, {t.emit(f'mul i64 {linear}, {len(w.locals)}')}")
    start = t.emit(f"add i64 %shared, {t.emit(f'mul i64 {linear}, {local_bytes(w)}')}")
    block = [t.emit(f"load i64, ptr %{name}.now") for name in AXES]
    values = ["%ctx", at, "%count", "%limit", frame, row, start, *own, *block]
    values += [f"%{kind}.{axis}" for kind in ("block", "grid") for axis in AXES]
    values += segment
    for variable, kind in handed(w):
        values += [variable] if kind else [variable + part for part, _ in KERNEL_PARTS]
    kinds = [one.split(" ")[0] for parameter in parameters(w) for one in parameter.split(", ")]
    given = ", ".join(f"{kind} {held}" for kind, held in zip(kinds, values, strict=True))
    way, on = t.emit(f"call i64 @thread({given})"), t.label()
    t.line(f"br i1 {t.emit(f'icmp slt i64 {way}, 0')}, label %stopped, label %{on}{RARE}")
    t.begin(on)
    return way


def _same_way(t: TextLines, number: str, way: str) -> None:
    """Whoever is the first, by number, says where all have to stand."""
    others, on = t.label(), t.label()
    is_first = t.emit(f"icmp eq i64 {number}, 0")
    before = t.emit("load i64, ptr %way.now")
    alike = t.emit(f"icmp eq i64 {before}, {way}")
    t.line(f"br i1 {t.emit(f'or i1 {is_first}, {alike}')}, label %{on}, label %{others}")
    t.begin(others)
    t.line("br label %diverged")
    t.begin(on)
    t.line(f"store i64 {way}, ptr %way.now")


def local_bytes(w: KernelWriter) -> int:
    """Bytes of local memory of a thread."""
    return (max((one.start + one.size for one in w.locals.values()), default=0) + 15) // 16 * 16


# ---------------------------------------------------------------- warps


def _warps(w: KernelWriter, t: TextLines, interval: BarrierInterval) -> None:
    """Warp by warp: %linear.now is the number of its first thread."""
    head, warp, meet, next_warp, behind = (t.label() for _ in range(5))
    t.line(f"br label %{head}")
    t.begin(head)
    first = t.emit("load i64, ptr %linear.now")
    t.line(f"br i1 {t.emit(f'icmp ult i64 {first}, %threads')}, label %{warp}, label %{behind}")
    t.begin(warp)
    count = t.emit(f"call i64 @llvm.umin.i64(i64 {t.emit(f'sub i64 %threads, {first}')}, i64 {LANES})")
    stride = frame_words(w)
    records = t.emit(f"getelementptr i64, ptr %frames, i64 {t.emit(f'mul i64 {first}, {stride}')}")
    _begin_warp(w, t, interval, first, f"ptr {records}, i64 {stride}, i64 {count}")
    missing = t.emit(f"sub i64 {LANES}, {count}")
    t.line(f"store i64 {t.emit(f'lshr i64 {2**LANES - 1}, {missing}')}, ptr %ready.now")
    _lanes(w, t, interval, first, records, meet)
    t.begin(meet)
    going = t.emit(f"call i64 @meet(ptr {records}, i64 {stride}, i64 {count}, ptr %state.now)")
    known = t.label()
    t.line(f"br i1 {t.emit(f'icmp slt i64 {going}, 0')}, label %diverged, label %{known}{RARE}")
    t.begin(known)
    t.line(f"store i64 {going}, ptr %ready.now")
    t.line(f"br i1 {t.emit(f'icmp eq i64 {going}, 0')}, label %{next_warp}, label %lanes")
    t.begin(next_warp)
    way, on = t.emit(f"call i64 @standing(ptr {records}, i64 {stride}, i64 {count})"), t.label()
    t.line(f"br i1 {t.emit(f'icmp slt i64 {way}, 0')}, label %diverged, label %{on}{RARE}")
    t.begin(on)
    _same_way(t, first, way)
    t.line(f"store i64 {t.emit(f'add i64 {first}, {LANES}')}, ptr %linear.now")
    t.line(f"br label %{head}")
    t.begin(behind)
    _votes(w, t)


def _begin_warp(w: KernelWriter, t: TextLines, interval: BarrierInterval, first: str, records: str) -> None:
    """The segments of its lanes."""
    if w.meetings.order_accesses:
        by = t.emit(f"mul i64 {first}, {warp_stamps.WARP // LANES}")
        start, leaf, step = t.emit(f"add i64 {interval.base}, {by}"), warp_stamps.LEAVES, stamps.STEP
        segment = t.emit(f"add i64 {start}, {leaf * step}")
    else:
        start, step = "0", stamps.STEP
        segment = t.emit(f"add i64 {interval.base}, {t.emit(f'mul i64 {first}, {step}')}")
    t.line(f"store i64 {start}, ptr %state.now")
    t.line(f"store i64 0, ptr {word(t, '%state.now', 1)}")
    t.line(f"store i64 {t.emit('load i64, ptr %count')}, ptr %began.now")
    t.line(f"call void @begin_lanes({records}, i64 {interval.at}, i64 {segment}, i64 {step})")


def _lanes(w: KernelWriter, t: TextLines, interval: BarrierInterval, first: str, records: str, meet: str) -> None:
    """Those of %ready.now run, one after the other."""
    one = t.label()
    t.line("br label %lanes")
    t.begin("lanes")
    left = t.emit("load i64, ptr %ready.now")
    t.line(f"br i1 {t.emit(f'icmp eq i64 {left}, 0')}, label %{meet}, label %{one}")
    t.begin(one)
    lane = t.emit(f"call i64 @llvm.cttz.i64(i64 {left}, i1 true)")
    less = t.emit(f"sub i64 {left}, 1")
    t.line(f"store i64 {t.emit(f'and i64 {left}, {less}')}, ptr %ready.now")
    frame = t.emit(f"getelementptr i64, ptr {records}, i64 {t.emit(f'mul i64 {lane}, {frame_words(w)}')}")
    at, me = (t.emit(f"load i64, ptr {word(t, frame, index)}") for index in (WAY, SEGMENT))
    own = [t.emit(f"load i64, ptr {word(t, frame, COORDINATES + axis)}") for axis in range(3)]
    told = [at, me, interval.base, interval.first, interval.last]
    if w.meetings.order_accesses:
        told += [t.emit(f"load i64, ptr {word(t, '%state.now', 1)}"), word(t, frame, CLOCKS)]
    told.append(t.emit("load i64, ptr %began.now"))
    way = _run(w, t, t.emit(f"add i64 {first}, {lane}"), frame, own, told)
    t.line(f"store i64 {way}, ptr {word(t, frame, WAY)}")
    t.line("br label %lanes")


def _votes(w: KernelWriter, t: TextLines) -> None:
    """All threads of the block have come to where they vote."""
    votes = w.meetings.kinds_by_number("block")
    if not votes:
        return
    on, labels = t.label(), {number: t.label() for number in votes}
    cases = " ".join(f"i64 {number}, label %{label}" for number, label in labels.items())
    t.line(f"switch i64 {t.emit('load i64, ptr %way.now')}, label %{on} [ {cases} ]")
    for number, label in labels.items():
        t.begin(label)
        t.line(f"call void @vote.{votes[number]}(ptr %frames, i64 {frame_words(w)}, i64 %threads)")
        t.line(f"br label %{on}")
    t.begin(on)
