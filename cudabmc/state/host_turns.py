"""Which thread of the host runs: the others are parked, with what nobody else must see."""

from cudabmc.state.frame import Frame
from cudabmc.state.host_threads import MAIN, HostThreads, id_of
from cudabmc.state.state import State
from cudabmc.state.thread import Thread

_OF_EACH = {"libc:thread": MAIN, "cuda:last-error": 0}
"""Variables of the models that each thread has for itself, with what they are before."""


def own_frames(state: State, thread: Thread) -> list[Frame]:
    """The frames of a thread, without those of main() that lie below those of another thread of the host."""
    crew = state.published.host_threads
    if crew is None or thread.block is not None or crew.running == MAIN or crew.turns.nested:
        return thread.frames
    return thread.frames[crew.turns.base :] or thread.frames


def leave(state: State, crew: HostThreads) -> None:
    """The thread that runs does not for a while: what the others must not see is put aside."""
    crew.notes_issued(state.device.issued)
    me = crew.me
    me.waited = state.device.known
    me.variables = {name: state.library.get(name, before) for name, before in _OF_EACH.items()}


def become(state: State, crew: HostThreads, thread: Thread, number: int) -> None:
    """Another one is the thread that runs."""
    crew.running = number
    state.device.known = crew.me.waited
    state.library.update(crew.me.variables or {**_OF_EACH, "libc:thread": number})
    thread.id = id_of(number)


def switch(state: State, crew: HostThreads, thread: Thread, number: int) -> None:
    """Park the thread that runs, and go on with another one where it stands."""
    if number == crew.running:
        return
    me, turns = crew.me, crew.turns
    leave(state, crew)
    if crew.running == MAIN:
        turns.base = len(thread.frames)
    else:
        me.frames = [] if me.ended else thread.frames[turns.base :]
        del thread.frames[turns.base :]
    me.awaiting, thread.awaiting = thread.awaiting, crew.threads[number].awaiting
    become(state, crew, thread, number)
    thread.frames += crew.me.frames
    crew.me.frames = []
