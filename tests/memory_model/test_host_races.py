"""Races between threads of the host, against an enumerator of what happens before what in the order that is run."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import Options, Result, Verdict, verify
from cudabmc.report.summary import holds_for

THREADS, MUTEXES, VARIABLES = 3, 2, 2

Action = tuple[str, int]
"""What a thread does, and to which variable or mutex: a section holds the mutex around its one access."""

ACTIONS = st.one_of(
    st.tuples(st.sampled_from(("read", "write")), st.integers(0, VARIABLES - 1)),
    st.tuples(st.sampled_from(("lock 0 write", "lock 1 write", "lock 0 read")), st.integers(0, VARIABLES - 1)),
)
MAIN = st.one_of(ACTIONS, st.tuples(st.just("start"), st.just(0)), st.tuples(st.just("join"), st.just(0)))

ACCESS = {"read": "seen = v{0};", "write": "v{0} = {1};"}


def lines_of(action: Action, number: int) -> list[str]:
    """The lines of an action: `number` is a value that no other writes."""
    word, variable = action
    access = ACCESS[word.split()[-1]].format(variable, number)
    if not word.startswith("lock"):
        return [access]
    mutex = word.split()[1]
    return [f"pthread_mutex_lock(m{mutex});", access, f"pthread_mutex_unlock(m{mutex});"]


class Run:
    """The program, and what each line does in the order that is run: a thread to its end when it is started."""

    def __init__(self, threads: list[list[Action]], main: list[Action]) -> None:
        self.lines = [f"long m{n}[5];" for n in range(MUTEXES)]
        self.lines += [f"int v{n};" for n in range(VARIABLES)]
        bodies = [self._function(f"void *f{n}(void *p) {{ int seen;", body) for n, body in enumerate(threads)]
        self.events: list[tuple[int, str, int, int]] = []  # who, what, to what, in which line
        self._main(main, bodies)

    def _body(self, actions: list[Action]) -> list[tuple[str, int, int]]:
        found = []
        for action in actions:
            for line in lines_of(action, len(self.lines)):
                self.lines.append(line)
                words = line.replace("(", " ").split()
                number = int("".join(c for c in line.split("=")[-1 if line.startswith("seen") else 0] if c.isdigit()))
                kind = "read" if line.startswith("seen") else "write" if line.startswith("v") else words[0][14:]
                found.append((kind, number, len(self.lines)))
        return found

    def _function(self, head: str, actions: list[Action]) -> list[tuple[str, int, int]]:
        self.lines.append(head)
        found = self._body(actions)
        self.lines.append("return p; }")
        return found

    def _main(self, main: list[Action], bodies: list[list[tuple[str, int, int]]]) -> None:
        self.lines.append("int main(void) { int seen; unsigned long t[3];")
        started, joined = 0, 0
        for action in [*main, *[("join", 0)] * len(bodies)]:
            if action[0] == "start" and started < len(bodies):
                self.lines.append(f"pthread_create(&t[{started}], 0, f{started}, 0);")
                self.events.append((0, "start", started + 1, 0))
                self.events += [(started + 1, *event) for event in bodies[started]]
                started += 1
            elif action[0] == "join" and joined < started:
                self.lines.append(f"pthread_join(t[{joined}], 0);")
                joined += 1
                self.events.append((0, "join", joined, 0))
            elif action[0] not in ("start", "join"):
                self.events += [(0, *event) for event in self._body([action])]
        self.lines.append("}")

    def before(self) -> list[set[int]]:
        """For each event all that happens before it (C11 5.1.2.4): the order of its thread, from a start to the thread,
        from the end of a thread to the join, and from an unlock to each later lock of the mutex."""
        found: list[set[int]] = []
        for at, (who, what, on, _) in enumerate(self.events):
            mine: set[int] = set()
            for old, (other, did, to, _) in enumerate(self.events[:at]):
                ordered = other == who or (did == "start" and to == who) or (what == "join" and other == on)
                if ordered or (what == "lock" and did == "unlock" and to == on):
                    mine |= found[old] | {old}
            found.append(mine)
        return found

    def races(self) -> set[tuple[int, int]]:
        """The lines of each two accesses of different threads to a variable, one a write, that nothing orders."""
        before, found = self.before(), set()
        for new, (who, what, on, line) in enumerate(self.events):
            for old, (other, did, to, at) in enumerate(self.events[:new]):
                kinds = {what, did}
                if other != who and on == to and kinds <= {"read", "write"} and "write" in kinds:
                    if old not in before[new]:
                        found.add((at, line))
        return found


def checked(folder: Path, text: str, name: str = "threads.cu") -> Result:
    source = folder / name
    source.write_text(text)
    return verify([str(source)], Options(frontend="c", native=False))


@settings(max_examples=150)
@given(
    st.lists(st.lists(ACTIONS, max_size=3), min_size=1, max_size=THREADS),
    st.lists(MAIN, max_size=8),
)
def test_races_are_those_of_an_enumerator(
    tmp_path_factory: pytest.TempPathFactory, threads: list[list[Action]], main: list[Action]
) -> None:
    run = Run(threads, [("start", 0), *main])
    result = checked(tmp_path_factory.mktemp("races"), "\n".join(run.lines))
    found = {tuple(place.loc.line for place in v.places) for v in result.violations}
    assert {v.prop for v in result.violations} <= {"data-race"}
    assert found == run.races(), "\n".join(run.lines)


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
    assert holds_for(result).endswith("and one order of the threads of the host")
