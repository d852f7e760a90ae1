"""What C++ programs read from files and from standard input is known, unless files are arbitrary."""

from pathlib import Path

import pytest

from cudabmc import Result, verify

HEAD = "#include <cassert>\n#include <fstream>\n#include <iostream>\n#include <sstream>\n#include <string>\n"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(body: str, **options: object) -> Result:
    Path("program.cpp").write_text(HEAD + body)
    return verify(["program.cpp"], frontend="clang", **options)  # type: ignore[arg-type]


def violations(result: Result) -> list[tuple[str, int]]:
    assert result.reason == ""
    return sorted((v.prop, v.places[0].loc.line) for v in result.violations)


@pytest.mark.long
def test_file_streams_read_and_write_files_that_are_known() -> None:
    Path("numbers.txt").write_text("\n".join(map(str, range(20))) + "\n1.5e1y")
    result = run(
        """int main() {
    std::ifstream in("numbers.txt");
    int x, n = 0, sum = 0;
    for (; n < 20; n++, sum += x) assert(in >> x);
    double d;
    assert(sum == 190 && in >> d && d == 15.0 && in.get() == 'y' && !in.eof());
    assert(!(in >> x) && in.eof());
    std::ofstream out("out.txt");
    out << "one " << 2.5 << "\\n" << "two\\n";
    out.close();
    std::ifstream again("out.txt");
    std::string word, line;
    assert(again >> word >> d && word == "one" && d == 2.5);
    assert(std::getline(again, line) && line.empty() && std::getline(again, line) && line == "two");
    assert(!std::getline(again, line));
    std::ifstream none("missing.txt");
    assert(!none);
    std::istringstream text("7 8");
    assert(text >> x && x == 7 && text >> x && x == 9); // it is 8
}
"""
    )
    assert violations(result) == [("assertion", 24)]
    assert not Path("out.txt").exists()


def test_cin_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cudabmc.options.host_files._standard_input", lambda: b"hello 7\nsecond line\n")
    result = run(
        """int main() {
    std::string word;
    int x;
    assert(std::cin >> word >> x && word == "hello" && x == 7);
    std::getline(std::cin, word);
    assert(std::getline(std::cin, word) && word == "second line");
    assert(!std::getline(std::cin, word)); // the end
    assert(std::cin); // it has failed
}
"""
    )
    assert violations(result) == [("assertion", 13)]
