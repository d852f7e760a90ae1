"""What only z3 has: how its library is found and used."""

import os
import random
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter, process_time, sleep

import pytest

from cudabmc.errors import ResourceError
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32, I64
from cudabmc.process.deadline import deadline
from cudabmc.solver import Error, Sat, Unknown, Unsat
from cudabmc.solver.z3_dialect import Z3Dialect
from cudabmc.solver.z3_library import Library, Z3Context, Z3Error
from cudabmc.solver.z3_solver import Z3Solver, _Session
from cudabmc.terms import TermValue, apply, equal, is_term, ite, land, var

x, y = var("x", I32), var("y", I32)
QUERY = [apply(Op.ULT, BOOL, I32, [x, y])]


def in_a_new_process(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.strip()


ASK = (
    "from cudabmc.solver.z3_solver import Z3Solver\n"
    "from cudabmc.terms import var; from cudabmc.goto.types import BOOL\n"
    "print(type(Z3Solver().check([var('p', BOOL)])).__name__, 'z3.z3' in sys.modules)\n"
)


def test_the_library_is_used_without_its_python_package() -> None:
    assert in_a_new_process("import sys\n" + ASK) == "Sat False"


def test_the_library_is_shared_with_a_package_that_is_imported_already() -> None:
    assert in_a_new_process("import sys, z3\n" + ASK) == "Sat True"


def test_a_library_at_another_place_is_found_by_the_package() -> None:
    elsewhere = "import sys\nimport cudabmc.solver.z3_library as library\nlibrary._WHERE = ()\n"
    assert in_a_new_process(elsewhere + ASK) == "Sat True"


def test_an_error_of_z3_is_raised_once_with_its_words() -> None:
    library = Library()
    context = Z3Context(library)
    assert library.mk_tactic(context.pointer, b"no-such-tactic") is None
    with pytest.raises(Z3Error, match="no-such-tactic"):
        context.raise_error()
    context.raise_error()


def test_an_error_is_an_answer_and_the_next_query_starts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Z3Solver()
    assert isinstance(solver.check(QUERY), Sat)
    with monkeypatch.context() as patch:
        patch.setattr("cudabmc.solver.z3_solver.variables_of", raise_error)
        assert solver.check(QUERY) == Error("what z3 says")
    assert isinstance(solver.check(QUERY), Sat)
    assert solver.check([*QUERY, apply(Op.ULT, BOOL, I32, [y, x])]) == Unsat()


def raise_error(terms: object) -> None:
    raise Z3Error("what z3 says")


def test_a_large_context_is_deleted_in_no_time() -> None:
    library = Library()
    context = Z3Context(library)
    translation = Z3Dialect(library, context)
    all_of_them: TermValue = True
    for number in range(20_000):
        all_of_them = land(all_of_them, apply(Op.ULT, BOOL, I32, [7, var(f"v{number}", I32)]))
        assert is_term(all_of_them)
        translation.ast(all_of_them)
    start = process_time()
    context.__del__()
    seconds = process_time() - start
    context.pointer = 0  # it is gone
    assert seconds < 1.5  # with references left in it, z3 takes the square: some 5 s


def test_a_session_may_be_dropped_in_another_thread() -> None:
    solvers = [Z3Solver() for _ in range(20)]
    for solver in solvers:
        solver.check(QUERY)
    thread = threading.Thread(target=solvers.clear)
    thread.start()
    other = Z3Solver()
    for _ in range(20):
        assert isinstance(other.check(QUERY), Sat)
    thread.join()


def carryless_product(a: TermValue, b: TermValue) -> TermValue:
    """Of polynomials over GF(2), modulo that of a CRC."""
    found: TermValue = 0
    for bit in range(32):
        is_clear = apply(Op.EQ, BOOL, I64, (apply(Op.AND, I64, I64, (a, 1 << bit)), 0))
        found = ite(is_clear, found, apply(Op.XOR, I64, I64, (found, b)), I64)
        half = apply(Op.LSHR, I64, I64, (b, 1))
        is_even = apply(Op.EQ, BOOL, I64, (apply(Op.AND, I64, I64, (b, 1)), 0))
        b = ite(is_even, half, apply(Op.XOR, I64, I64, (half, 0xC96C5795D7870F42)), I64)
    return found


def test_a_deadline_ends_what_z3_does_with_what_it_is_told() -> None:
    power: TermValue = var("z", I64)
    for _ in range(5):  # z3 simplifies this for minutes before it is asked
        power = carryless_product(power, power)
    solver, start = Z3Solver(), perf_counter()
    with pytest.raises(ResourceError, match="time ran out"), deadline(0.5):
        solver.check([apply(Op.EQ, BOOL, I64, (power, 5))])
    assert perf_counter() - start < 20
    assert isinstance(Z3Solver().check(QUERY), Sat)


def hard() -> list[TermValue]:
    """Factors of a large prime."""
    a, b = var("a64", I64), var("b64", I64)
    query = [equal(apply(Op.MUL, I64, I64, [a, b]), 2**63 - 25, I64)]
    query += [apply(Op.ULT, BOOL, I64, [1, v]) for v in (a, b)]
    return query + [apply(Op.ULT, BOOL, I64, [v, 1 << 32]) for v in (a, b)]


def test_queries_behind_one_that_was_given_up_go_to_another_incremental_solver() -> None:
    """z3 neither ends nor heeds a limit in some of those that go on where it gave up."""
    solver = Z3Solver()
    assert isinstance(solver.check(QUERY), Sat)
    session = solver._session
    assert isinstance(session, _Session)
    before = session._stacks[False]
    assert solver.check(hard(), 200) == Unknown("timeout")
    assert session._stacks[False] is not before and solver._session is session
    assert isinstance(solver.check(QUERY), Sat)
    assert isinstance(solver.check([*QUERY, apply(Op.ULT, BOOL, I32, [y, x])]), Unsat)


@contextmanager
def handled(handler: Callable[..., object]) -> Iterator[None]:
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_ends_a_query() -> None:
    solver = Z3Solver()
    start = perf_counter()
    with handled(signal.default_int_handler):
        timer = threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        assert solver.check(hard()) == Unknown("interrupted")
        timer.join()
    assert perf_counter() - start < 10
    assert isinstance(solver.check(QUERY), Sat)


def test_no_signal_is_lost_between_and_in_short_queries() -> None:
    """z3's own handler of Ctrl-C forgets those that come when it has its answer."""
    heard: list[int] = []
    solver, rng = Z3Solver(), random.Random(7)
    queries = [[apply(Op.ULT, BOOL, I32, [x, y]), apply(Op.ULT, BOOL, I32, [y, n])] for n in range(2, 50)]
    with handled(lambda *_: heard.append(1)):
        for number in range(1, 61):
            timer = threading.Timer(rng.uniform(0.0, 0.004), os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            end = perf_counter() + 10
            while len(heard) < number and (timer.is_alive() or perf_counter() < end):
                solver.check(rng.choice(queries))
                if not timer.is_alive():
                    sleep(0.001)
                    break
            timer.join()
            assert len(heard) == number


def test_signals_are_told_to_who_waits_for_them() -> None:
    """An event loop, say (`signal.set_wakeup_fd`)."""
    ends, end = os.pipe()
    os.set_blocking(end, False)
    before = signal.set_wakeup_fd(end)
    try:
        with handled(signal.default_int_handler):
            timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            assert Z3Solver().check(hard(), 20_000) == Unknown("interrupted")
            timer.join()
        assert select.select([ends], [], [], 10)[0] and os.read(ends, 8) == bytes([signal.SIGINT])
        assert signal.set_wakeup_fd(end) == end
    finally:
        signal.set_wakeup_fd(before)
        os.close(end)
        os.close(ends)
