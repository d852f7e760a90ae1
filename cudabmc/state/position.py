"""Where a thread is in the source of the program: what a library does is done by the code that calls it."""

from cudabmc.source.location import Location
from cudabmc.state.frame import Frame
from cudabmc.state.thread import Thread


def user_frame(thread: Thread) -> tuple[Frame, int]:
    """The innermost frame of the program itself, and the instruction there: the call that led into the library.
    If the library alone is active, its innermost frame."""
    frames = thread.frames
    for depth in range(len(frames) - 1, -1, -1):
        frame = frames[depth]
        if not frame.code.function.library and frame.code.function.loc.file:
            return frame, frame.pc if depth == len(frames) - 1 else max(frame.pc - 1, 0)
    return frames[-1], frames[-1].pc


def user_point(thread: Thread) -> tuple[str, int]:
    """Function and instruction of the program where the thread is."""
    frame, pc = user_frame(thread)
    return frame.code.function.name, pc


def user_location(thread: Thread) -> Location:
    """Position in the program where the thread is."""
    frame, pc = user_frame(thread)
    return frame.code.location(pc)
