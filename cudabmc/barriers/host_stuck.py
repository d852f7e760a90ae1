"""When no thread of the host can continue: who waits, and for what."""

from cudabmc.interpreter.core import Machine
from cudabmc.properties.deadlock import DEADLOCK
from cudabmc.state.host_threads import MAIN, HostThreads, Want, id_of
from cudabmc.state.host_turns import switch
from cudabmc.state.places import noted
from cudabmc.state.thread import Status
from cudabmc.state.vc import FixedWording


def report(m: Machine, crew: HostThreads) -> None:
    """No thread of the host can go on, and neither does main(): they wait for each other, or for nobody."""
    ex = m.execution
    assert ex.s.host is not None
    host = ex.s.own_thread(ex.s.host)
    said, places = [], []
    waiting = {n: t.want for n, t in crew.threads.items() if not t.ended}
    # Who waits for the end of another one is not why that does not end.
    for number in sorted(waiting, key=lambda n: ((want := waiting[n]) is not None and want.kind == "join", n)):
        switch(ex.s, crew, host, number)
        place = noted(ex, host, "waits", by=id_of(number))()
        places.append(place)
        said.append(f"{_name(number)} waits {_for_what(m, crew, crew.me.want)}")
    text = f"threads of the host wait forever: {', '.join(said)}" if said[1:] else f"{said[0]}, which nobody ends"
    ex.violated(DEADLOCK, FixedWording(text, tuple(places), _hint(crew)), ex.s.alive)
    host.status = Status.DEAD
    host.frames.clear()


def _name(number: int) -> str:
    return "the main thread" if number == MAIN else id_of(number).kernel


def _for_what(m: Machine, crew: HostThreads, want: Want | None) -> str:
    if want is None or want.kind == "spin":
        return "in a loop for what others write"
    if want.kind == "join":
        return f"for the end of {_name(want.other)}"
    if want.kind == "guard":
        return "for the initialisation of a static variable"
    mutex = m.execution.s.objects.get(want.places[-1][0])
    name = "a mutex" if mutex is None else f"the mutex '{mutex.name}'"
    if want.kind == "woken" and not any(at == want.places[0] for at, _ in crew.turns.woken):
        condition = m.execution.s.objects.get(want.places[0][0])
        return "for a condition" if condition is None else f"for the condition '{condition.name}'"
    return f"for {name}"


def _hint(crew: HostThreads) -> str:
    kinds = {thread.want.kind for thread in crew.threads.values() if thread.want is not None and not thread.ended}
    if "woken" in kinds:
        return "a signal wakes only those that wait already: test what is waited for under the mutex, before the wait"
    if "lock" in kinds:
        return "lock the mutexes in the same order in all threads, or all at once (std::scoped_lock), and unlock them"
    return ""
