"""What C++ programs read from outside is arbitrary: every value that matters is found, and no other."""

from pathlib import Path

import pytest

from cudabmc.options.table import Options
from cudabmc.verification.pipeline import verify


def found(tmp_path: Path, text: str, *arbitrary: str) -> list[tuple[str, int]]:
    """Property and line of the violations of a program."""
    source = tmp_path / "program.cpp"
    source.write_text(text)
    result = verify([str(source)], Options(frontend="clang", args=(), arbitrary=arbitrary))
    assert result.reason == ""
    return [(v.prop, v.places[0].loc.line) for v in result.violations]


@pytest.mark.long
def test_cin_reads_every_number(tmp_path: Path) -> None:
    text = """#include <cassert>
#include <iostream>
int main() {
    int x;
    if (!(std::cin >> x)) return 1;
    assert(x != 12345);
    assert(x < 5 || x > 4);
}
"""
    assert found(tmp_path, text, "files") == [("assertion", 6)]


@pytest.mark.long
def test_a_failed_read_stores_zero_or_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cudabmc.options.host_files._standard_input", lambda: b"abc")
    text = """#include <cassert>
#include <climits>
#include <iostream>
int main() {
    int x = 7;
    std::cin >> x;
    if (std::cin) return 0;
    assert(x == 0 || x == INT_MAX || x == INT_MIN);
    assert(x != INT_MAX);
}
"""
    assert found(tmp_path, text, "files") == [("assertion", 9)]


@pytest.mark.long
def test_a_file_may_be_missing_and_holds_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "numbers.txt").write_text("1")
    text = """#include <cassert>
#include <fstream>
int main() {
    std::ifstream in("numbers.txt");
    assert(in.is_open());
    double x;
    if (in >> x) assert(x != 2.5);
}
"""
    assert sorted(found(tmp_path, text, "files")) == [("assertion", 5), ("assertion", 7)]


def test_times_of_chrono_do_not_run_backwards_and_may_stand_still(tmp_path: Path) -> None:
    text = """#include <cassert>
#include <chrono>
int main() {
    auto a = std::chrono::steady_clock::now(), b = std::chrono::steady_clock::now();
    assert(b >= a);
    assert(b > a);
}
"""
    assert found(tmp_path, text, "time") == [("assertion", 6)]


@pytest.mark.long
def test_an_unknown_number_printed_by_cout_costs_no_digits(tmp_path: Path) -> None:
    text = """#include <cassert>
#include <iostream>
extern "C" int __VERIFIER_nondet_int();
int main() {
    int x = __VERIFIER_nondet_int();
    std::cout << "x = " << x << ", " << x * 0.5 << std::endl;
    assert(std::cout.good());
}
"""
    assert found(tmp_path, text) == []
