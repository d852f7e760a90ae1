"""Solvers in processes of their own, alone and in a race: answers, limits, interrupts, and that nothing is left."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from cudabmc.command.main import main
from cudabmc.errors import ResourceError
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F16, I8, I16, I32, I64
from cudabmc.solver import Error, Sat, Unknown, Unsat, portfolio
from cudabmc.solver.choose import BACKENDS, backend, installed, make_solver
from cudabmc.solver.portfolio import PortfolioSolver
from cudabmc.solver.process import ProcessSolver
from cudabmc.solver.transfer import Receiver, Sender
from cudabmc.terms import apply, array_var, const_array, equal, evaluate, lnot, select, store, var

sys.path.insert(0, str(Path(__file__).parents[1] / "terms"))
from expressions import built, tree

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc which processes there are")

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
x, y = var("x", I32), var("y", I32)
LESS, MORE = apply(Op.ULT, BOOL, I32, [x, y]), apply(Op.ULT, BOOL, I32, [y, x])


def factors(number):
    """A query that keeps every solver busy if the number is a large prime."""
    a, b = var("a64", I64), var("b64", I64)
    query = [equal(apply(Op.MUL, I64, I64, [a, b]), number, I64)]
    query += [apply(Op.ULT, BOOL, I64, [1, v]) for v in (a, b)]
    return query + [apply(Op.ULT, BOOL, I64, [v, 1 << 32]) for v in (a, b)]


HARD = factors(2**63 - 25)


def children():
    """The processes that this one has started and not collected, dead ones too."""
    return Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text().split()


@pytest.fixture(autouse=True)
def nothing_is_left():
    before = children()
    yield
    assert children() == before


@pytest.fixture(params=BACKENDS)
def name(request):
    pytest.importorskip(request.param)
    return request.param


@pytest.fixture
def solver(name):
    made = ProcessSolver(name)
    yield made
    made.close()


def test_answers_and_models_come_back(solver):
    f, a = var("f", F16), array_var("a", 32, 8)
    stored = store(store(const_array(32, 8, 7), x, 1), y, 2)
    query = [LESS, apply(Op.FLT, BOOL, F16, [1.0, f]), lnot(equal(select(a, x), select(stored, y), I8)), var("p", BOOL)]
    for _ in range(2):  # the second time nothing new has to be sent
        answer = solver.check(query, 20_000)
        assert isinstance(answer, Sat)
        assert all(evaluate(assertion, answer.model) is True for assertion in query)
    assert solver.check([*query, MORE], 20_000) == Unsat()
    assert (solver.statistics.queries, sum(solver.statistics.decided_by.values())) == (3, 3)
    assert 0 < solver.statistics.load_seconds < solver.statistics.seconds


def test_the_time_is_over_and_the_next_query_is_answered(solver):
    start = time.perf_counter()
    assert solver.check(HARD, 300) == Unknown("timeout")
    assert time.perf_counter() - start < 10
    assert isinstance(solver.check([LESS], 20_000), Sat)


def test_a_solver_that_does_not_keep_its_time_is_killed(monkeypatch):
    solver = ProcessSolver("z3")
    assert isinstance(solver.check([LESS], 20_000), Sat)
    monkeypatch.setattr("cudabmc.solver.process.GRACE", 0.1)
    os.kill(int(children()[-1]), signal.SIGSTOP)
    assert solver.check([LESS, lnot(MORE)], 100) == Unknown("timeout")
    assert isinstance(solver.check([LESS], 20_000), Sat)
    solver.close()


def test_a_process_that_dies_is_an_error_and_is_replaced(solver):
    assert isinstance(solver.check([LESS], 20_000), Sat)
    os.kill(int(children()[-1]), signal.SIGKILL)
    time.sleep(0.1)
    assert isinstance(solver.check([LESS], 20_000), Error)
    assert isinstance(solver.check([LESS], 20_000), Sat)


@pytest.fixture
def interrupts_are_heard():
    """Python ignores SIGINT if it was ignored when Python began, as in a background job of a shell script."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("make", [lambda: ProcessSolver("z3"), lambda: make_solver("portfolio")], ids=["one", "race"])
@pytest.mark.usefixtures("interrupts_are_heard")
def test_an_interrupt_ends_the_processes(make):
    before = children()
    solver = make()
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    assert solver.check(HARD, 60_000) == Unknown("interrupted")
    assert children() == before
    assert isinstance(solver.check([LESS], 20_000), Sat)
    solver.close()


@pytest.mark.long
def test_a_limit_that_is_raised_while_bitwuzla_asks_ends_the_query(capfd):
    pytest.importorskip("bitwuzla")

    def expire(number, frame):
        raise ResourceError("time ran out")

    before = signal.signal(signal.SIGALRM, expire)
    try:
        for microseconds in range(20_000, 20_040):  # some of which end as its callback is entered
            solver = backend("bitwuzla")
            solver.check([LESS], 20_000)
            with pytest.raises(ResourceError):
                signal.setitimer(signal.ITIMER_REAL, microseconds / 1e6, 2.0)  # again, where a callback swallows one
                solver.check(HARD, 60_000)
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert capfd.readouterr() == ("", "")


@pytest.mark.long
def test_a_limit_that_is_raised_ends_the_processes_and_goes_on(monkeypatch):
    def expire(number, frame):
        raise ResourceError("time ran out")

    solver = make_solver("portfolio")
    before = signal.signal(signal.SIGALRM, expire)
    try:
        signal.setitimer(signal.ITIMER_REAL, 1.0, 2.0)
        with pytest.raises(ResourceError):
            solver.check(HARD, 60_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_easy_queries_start_no_process():
    before = children()
    solver = make_solver("portfolio")
    assert isinstance(solver.check([LESS]), Sat)
    assert solver.check([LESS, MORE]) == Unsat()
    assert solver.statistics.decided_by == {"z3": 2}
    assert children() == before


def test_the_first_answer_of_a_race_wins_and_the_rest_is_killed(monkeypatch):
    monkeypatch.setattr(portfolio, "EASY_MS", 1)
    solver = make_solver("portfolio")
    sat, unsat = factors(65537 * 274177), [*factors(65537 * 274177), apply(Op.ULT, BOOL, I64, [var("a64", I64), 2])]
    for query, expected in ((sat, Sat), (unsat, Unsat), (sat, Sat)):
        answer = solver.check(query, 60_000)
        assert isinstance(answer, expected)
        if isinstance(answer, Sat):
            assert all(evaluate(assertion, answer.model) is True for assertion in query)
    solver.close()
    assert sum(solver.statistics.decided_by.values()) == 3


def test_a_solver_that_gives_up_or_dies_does_not_lose_the_race(monkeypatch):
    """A process for a solver that does not exist ends at once."""
    monkeypatch.setattr(portfolio, "EASY_MS", 1)
    solver = PortfolioSolver(backend("z3"), ["no_such_solver", *(name for name in BACKENDS if installed(name))])
    d, e = var("d", BOOL), factors(65537 * 274177)
    answer = solver.check([*e, d], 60_000)
    assert isinstance(answer, Sat)
    solver.close()


@pytest.mark.long
def test_nobody_decides_in_time():
    solver = make_solver("portfolio")
    assert solver.check(HARD, 900) == Unknown("timeout")
    solver.close()


def test_terms_arrive_as_they_were_sent():
    chooser = random.Random(3)
    sender, receiver = Sender(), Receiver()
    for _ in range(100):
        terms = [built(tree(chooser.choice, BOOL, 3, (I8, I16, I32), (F16,))) for _ in range(2)]
        terms = [term for term in terms if not isinstance(term, bool)]
        nodes, roots = sender.nodes(terms)
        assert receiver.terms(nodes, roots) == terms  # a node exists once, so equality is identity
        assert sender.nodes(terms) == ([], roots)


@pytest.mark.long
def test_a_long_chain_is_sent():
    value = x
    for k in range(20_000):
        value = apply(Op.XOR, I32, I32, [apply(Op.MUL, I32, I32, [value, x]), k + 1])
    sender = Sender()
    nodes, roots = sender.nodes([value])
    assert Receiver().terms(nodes, roots) == [value]


ENDLESS = """#include <assert.h>
int main() {
    unsigned long long a = nondet_ulong(), b = nondet_ulong();
    __ESBMC_assume(a > 1 && b > 1 && a < 4294967296 && b < 4294967296);
    assert(a * b != 9223372036854775783);
}"""


@pytest.mark.long
@pytest.mark.parametrize("solver", ["cvc5", "portfolio"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name)
def test_no_process_outlives_the_command(solver, number, tmp_path):
    pytest.importorskip("cvc5")
    source = tmp_path / "endless.cu"
    source.write_text(ENDLESS)
    command = [sys.executable, "-m", "cudabmc", "--solver", solver, "--solver-timeout", "60s", str(source)]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    deadline = time.monotonic() + 60
    while not (workers := members(run.pid) - {run.pid}) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert workers
    run.send_signal(number)
    out, _ = run.communicate(timeout=60)
    assert number is signal.SIGKILL or b"VERIFICATION UNKNOWN" in out
    while members(run.pid) and time.monotonic() < deadline + 60:
        time.sleep(0.1)
    assert not members(run.pid)


def members(group):
    """The processes of a group that are not dead."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, of = entry.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(of) == group and state != "Z":
            found.add(int(entry.parent.name))
    return found


def test_a_run_says_who_answered_how_many(capsys, monkeypatch):
    monkeypatch.setattr(portfolio, "EASY_MS", 1)
    assert main(["--solver", "portfolio", "-v", str(BENCHMARKS / "inputs" / "symbolic_length_guard.cu")]) == 1
    assert "\nSolver: portfolio (" in capsys.readouterr().out
