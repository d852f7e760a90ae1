"""Races between threads of the host, and the orders of their locks, against an enumerator of all orders."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

from cudabmc import Options, Result, Verdict, verify
from cudabmc.report.summary import holds_for

THREADS, MUTEXES, VARIABLES, MOST = 3, 2, 2, 100

Action = tuple[str, int]
"""What a thread does, and to which variable or mutex: a section holds one mutex or two around its one access."""

SECTIONS = st.sampled_from((
    ("lock 0 write", 0), ("lock 0 read", 0), ("lock 1 write", 1), ("lock 0 1 write", 0), ("lock 1 0 read", 1),
))  # fmt: skip
ACTIONS = st.one_of(
    st.tuples(st.sampled_from(("read", "write", "lock 0 write", "lock 1 read")), st.integers(0, VARIABLES - 1)),
    SECTIONS,
)
STARTS = st.sampled_from((("start", 0), ("join", 0)))


def programs(actions: st.SearchStrategy[Action]) -> st.SearchStrategy[tuple[list[list[Action]], list[Action]]]:
    """Threads, and what main() does beside starting them and waiting for them."""
    threads = st.lists(st.lists(actions, max_size=3), min_size=1, max_size=THREADS)
    return st.tuples(threads, st.lists(st.one_of(actions, STARTS), max_size=8))


ACCESS = {"read": "seen = v{0};", "write": "v{0} = {1};"}


def lines_of(action: Action, number: int) -> list[str]:
    """The lines of an action: `number` is a value that no other writes."""
    word, variable = action
    access = ACCESS[word.split()[-1]].format(variable, number)
    if not word.startswith("lock"):
        return [access]
    mutexes = word.split()[1:-1]
    locks = [f"pthread_mutex_lock(m{mutex});" for mutex in mutexes]
    return [*locks, access, *(f"pthread_mutex_unlock(m{mutex});" for mutex in mutexes[::-1])]


Step = tuple[str, int, int]
"""What is done, to which variable, mutex or thread, and in which line."""


class Program:
    """A program, and what each of its threads does; main is the first."""

    def __init__(self, threads: list[list[Action]], main: list[Action]) -> None:
        self.lines = [f"long m{n}[5];" for n in range(MUTEXES)]
        self.lines += [f"int v{n};" for n in range(VARIABLES)]
        self.bodies: list[list[Step]] = [[]]
        for number, body in enumerate(threads):
            self.lines.append(f"void *f{number}(void *p) {{ int seen;")
            self.bodies.append([step for action in body for step in self._steps(action)])
            self.lines.append("return p; }")
        self.lines.append("int main(void) { int seen; unsigned long t[3];")
        started, joined = 0, 0
        for action in [*main, *[("join", 0)] * len(threads)]:
            if action[0] == "start" and started < len(threads):
                self.lines.append(f"pthread_create(&t[{started}], 0, f{started}, 0);")
                started += 1
                self.bodies[0].append(("start", started, 0))
            elif action[0] == "join" and joined < started:
                self.lines.append(f"pthread_join(t[{joined}], 0);")
                joined += 1
                self.bodies[0].append(("join", joined, 0))
            elif action[0] not in ("start", "join"):
                self.bodies[0] += self._steps(action)
        self.lines.append("}")

    def _steps(self, action: Action) -> list[Step]:
        _, variable = action
        found = []
        for line in lines_of(action, len(self.lines)):
            self.lines.append(line)
            kind = "read" if line.startswith("seen") else "write" if line.startswith("v") else line.split("(")[0][14:]
            found.append((kind, variable if kind in ("read", "write") else int(line[-3]), len(self.lines)))
        return found


Moment = tuple[int, str, int, int]
"""Who has done what, to what, in which line."""


class Orders:
    """All orders of the steps of a program that lock, unlock and wait: races in any of them, whether threads come to
    wait for each other, and how many of them differ in the order of steps with the same mutex."""

    def __init__(self, bodies: list[list[Step]]) -> None:
        self.races: set[frozenset[int]] = set()
        self.deadlock = False
        self.classes: set[frozenset[tuple[Moment, Moment]]] = set()
        self._bodies = bodies
        self._run([0] * len(bodies), {0}, [])

    def _run(self, at: list[int], started: set[int], past: list[Moment]) -> None:
        if len(self.classes) > MOST:
            return
        at, started, past = self._to_next_step(at, started, past)
        able = [who for who in sorted(started) if self._is_able(who, at, past)]
        if not able:
            self.deadlock |= any(at[who] < len(self._bodies[who]) for who in started)
            self._note(past)
        for who in able:
            then = [place + (n == who) for n, place in enumerate(at)]
            self._run(then, started, [*past, (who, *self._bodies[who][at[who]])])

    def _to_next_step(
        self, at: list[int], started: set[int], past: list[Moment]
    ) -> tuple[list[int], set[int], list[Moment]]:
        """Whatever does not wait is done at once: nothing depends on when."""
        at, started, past = list(at), set(started), list(past)
        moved = True
        while moved:
            moved = False
            for who in sorted(started):
                while at[who] < len(self._bodies[who]) and self._bodies[who][at[who]][0] in ("read", "write", "start"):
                    step = self._bodies[who][at[who]]
                    past.append((who, *step))
                    started |= {step[1]} if step[0] == "start" else set()
                    at[who] += 1
                    moved = True
        return at, started, past

    def _is_able(self, who: int, at: list[int], past: list[Moment]) -> bool:
        if at[who] == len(self._bodies[who]):
            return False
        what, on, _ = self._bodies[who][at[who]]
        if what == "join":
            return at[on] == len(self._bodies[on])
        locks = [did for _, did, to, _ in past if to == on and did in ("lock", "unlock")]
        return what != "lock" or not locks or locks[-1] == "unlock"

    def _note(self, past: list[Moment]) -> None:
        steps = [moment for moment in past if moment[1] in ("lock", "unlock")]
        pairs = ((a, b) for n, b in enumerate(steps) for a in steps[:n] if a[0] != b[0] and a[2] == b[2])
        self.classes.add(frozenset(pairs))
        before: list[set[int]] = []
        for new, (who, what, on, line) in enumerate(past):
            mine: set[int] = set()
            for old, (other, did, to, _) in enumerate(past[:new]):
                ordered = other == who or (did == "start" and to == who) or (what == "join" and other == on)
                if ordered or (what == "lock" and did == "unlock" and to == on):
                    mine |= before[old] | {old}
            before.append(mine)
            for old, (other, did, to, at) in enumerate(past[:new]):
                kinds = {what, did}
                if other != who and on == to and kinds <= {"read", "write"} and "write" in kinds and old not in mine:
                    self.races.add(frozenset((at, line)))


def checked(folder: Path, text: str, name: str = "threads.cu") -> Result:
    source = folder / name
    source.write_text(text)
    return verify([str(source)], Options(frontend="c", native=False))


@settings(max_examples=150, suppress_health_check=[HealthCheck.filter_too_much])
@given(st.one_of(programs(SECTIONS), programs(ACTIONS)))
def test_orders_and_races_are_those_of_an_enumerator(
    tmp_path_factory: pytest.TempPathFactory, parts: tuple[list[list[Action]], list[Action]]
) -> None:
    """A run ends with the first order that breaks a property, so that then not all are counted."""
    program = Program(parts[0], [("start", 0), *parts[1]])
    orders, text = Orders(program.bodies), "\n".join(program.lines)
    assume(len(orders.classes) <= MOST)
    result = checked(tmp_path_factory.mktemp("races"), text)
    found = {frozenset(place.loc.line for place in v.places) for v in result.violations if v.prop == "data-race"}
    event(f"{min(len(orders.classes), 5)} classes, {'a race' if orders.races else f'deadlock {orders.deadlock}'}")
    assert found <= orders.races, text
    assert {v.prop for v in result.violations} <= {"data-race"} | ({"deadlock"} if orders.deadlock else set()), text
    assert bool(result.violations) is (bool(orders.races) or orders.deadlock), text
    if not result.violations:
        assert result.statistics.interleavings == len(orders.classes), text


LEAVES = """
void *work(void *p) { *(int *)p = 1; return p; }
void begin(void) { int x = 0; unsigned long t; pthread_create(&t, 0, work, &x); END(t); }
int main(void) { begin(); }
"""
FREES = """
void *work(void *p) { *(int *)p = 1; return p; }
int main(void) {
    int *x = (int *)malloc(4);
    unsigned long t;
    pthread_create(&t, 0, work, x);
    END(t);
    free(x);
}
"""
WAITS = """
__global__ void set(int *p) { p[threadIdx.x] = threadIdx.x; }
int *d, seen;
void *work(void *p) { set<<<1, 4>>>(d); cudaDeviceSynchronize(); return p; }
int main(void) {
    unsigned long t;
    cudaMallocManaged(&d, 16);
    pthread_create(&t, 0, work, 0);
    END(t);
    seen = d[0];
}
"""
COPIES = """
int *d, h[4], seen;
void *work(void *p) { cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost); return p; }
int main(void) {
    unsigned long t;
    cudaMalloc(&d, 16);
    cudaMemset(d, 0, 16);
    pthread_create(&t, 0, work, 0);
    END(t);
    seen = h[3];
}
"""


EARLIER = """
__global__ void set(int *p) { p[threadIdx.x] = threadIdx.x; }
int *d, seen;
long m[5];
void *work(void *p) {
    LOCK(m);
    set<<<1, 4>>>(d);
    cudaDeviceSynchronize();
    UNLOCK(m);
    return p;
}
int main(void) {
    unsigned long t;
    cudaMallocManaged(&d, 16, 1);
    d[0] = 1;
    pthread_mutex_lock(m);
    pthread_create(&t, 0, work, 0);
    seen = d[0];
    pthread_mutex_unlock(m);
    END(t);
}
"""


@pytest.mark.parametrize("locks", [True, False])
def test_a_kernel_comes_behind_what_its_launch_does(locks: bool, tmp_path: Path) -> None:
    text = EARLIER.replace("END(t)", "pthread_join(t, 0)")
    lock, unlock = ("pthread_mutex_lock(m)", "pthread_mutex_unlock(m)") if locks else ("0", "0")
    result = checked(tmp_path, text.replace("UNLOCK(m)", unlock).replace("LOCK(m)", lock))
    assert {v.prop for v in result.violations} == (set() if locks else {"data-race"})


@pytest.mark.parametrize("end", ["pthread_join(t, 0)", "pthread_detach(t)"])
@pytest.mark.parametrize("text", [LEAVES, FREES, WAITS, COPIES])
def test_what_a_thread_uses_may_go_when_it_was_waited_for(text: str, end: str, tmp_path: Path) -> None:
    result = checked(tmp_path, text.replace("END(t)", end))
    assert {v.prop for v in result.violations} == (set() if "join" in end else {"data-race"})


def test_a_report_names_both_threads_and_says_how_many_orders_were_run(tmp_path: Path) -> None:
    (race,) = checked(tmp_path, FREES.replace("END(t)", "pthread_detach(t)")).violations
    assert race.message == (
        "data race on 'x': write by host thread 1 and freeing by the main thread; nothing orders the two"
    )
    assert [place.thread.kernel for place in race.places] == ["host thread 1", ""]
    assert {step.thread.kernel for step in race.steps} == {"", "host thread 1"}
    result = checked(tmp_path, FREES.replace("END(t)", "pthread_join(t, 0)"))
    assert result.verdict is Verdict.SUCCESSFUL
    assert holds_for(result).endswith(", and every order of the threads of the host")


HANDED_OVER = """
#include <assert.h>
volatile int ready;
int payload;
void *work(void *p) { FIRST SECOND return p; }
int main(void) {
    unsigned long t;
    pthread_create(&t, 0, work, 0);
    if (ready)
        assert(payload == 7);
    pthread_join(t, 0);
    assert(payload == 7 && ready);
}
"""
WAITED_FOR = """
#include <assert.h>
volatile int turn;
int sum;
void *work(void *p) {
    for (int i = 0; i < 2; i++) {
        while (turn != 1) {}
        sum++;
        turn = END;
    }
    return p;
}
int main(void) {
    unsigned long t;
    pthread_create(&t, 0, work, 0);
    for (int i = 0; i < 2; i++) {
        while (turn != 0) {}
        sum++;
        turn = 1;
    }
    pthread_join(t, 0);
    assert(sum == 4);
}
"""


@pytest.mark.parametrize(("first", "second", "broken"), [
    ("payload = 7;", "ready = 1;", set()), ("ready = 1;", "payload = 7;", {"assertion", "data-race"}),
])  # fmt: skip
def test_other_threads_come_between_atomic_accesses(first: str, second: str, broken: set[str], tmp_path: Path) -> None:
    """A volatile access of the host counts as an atomic one."""
    result = checked(tmp_path, HANDED_OVER.replace("FIRST", first).replace("SECOND", second))
    assert {v.prop for v in result.violations} <= broken
    assert bool(result.violations) is bool(broken)


@pytest.mark.parametrize(("end", "broken"), [("0", set()), ("2", {"deadlock"})])
def test_a_thread_that_waits_in_a_loop_goes_on_when_another_has_written(
    end: str, broken: set[str], tmp_path: Path
) -> None:
    assert {v.prop for v in checked(tmp_path, WAITED_FOR.replace("END", end)).violations} == broken


SIGNALLED = """
#include <assert.h>
long m[5], c[6];
int ready;
void *work(void *p) {
    pthread_mutex_lock(m);
    ready = 1;
    pthread_cond_signal(c);
    pthread_mutex_unlock(m);
    return p;
}
int main(void) {
    unsigned long t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(m);
    TEST pthread_cond_wait(c, m);
    assert(ready);
    pthread_mutex_unlock(m);
    pthread_join(t, 0);
}
"""


@pytest.mark.parametrize(("test", "broken"), [("while (!ready)", set()), ("", {"deadlock"})])
def test_a_signal_that_comes_before_the_wait_is_lost(test: str, broken: set[str], tmp_path: Path) -> None:
    assert {v.prop for v in checked(tmp_path, SIGNALLED.replace("TEST", test)).violations} == broken


def test_nothing_is_shown_for_all_orders_at_once_of_threads_of_the_host(tmp_path: Path) -> None:
    result = checked(tmp_path, WAITED_FOR.replace("i < 2", "i < 4").replace("END", "0").replace("sum == 4", "sum == 8"))
    assert result.verdict is Verdict.SUCCESSFUL
    assert not result.statistics.all_orders


def test_an_answer_tells_of_threads_that_exit_cuts_off(tmp_path: Path) -> None:
    text = WAITED_FOR.replace("END", "0").replace("pthread_join(t, 0);\n    assert(sum == 4);", "exit(0);")
    assert holds_for(checked(tmp_path, text)).endswith(", and some orders of the threads of the host")
