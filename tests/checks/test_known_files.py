"""Programs that read and write files: those of this machine are read, and nothing is written to the disk."""

import os
from pathlib import Path

import pytest

from cudabmc import Options, Result, Verdict, verify
from cudabmc.errors import UnsupportedError

FRONTENDS = pytest.mark.parametrize("frontend", ["c", "clang"])
HEAD = "#include <assert.h>\n#include <errno.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(body: str, frontend: str = "c", head: str = "", **options: object) -> Result:
    """`body` begins in line 7 of the program."""
    text = HEAD + head.replace("\n", " ") + "\n" + body
    return verify(text, frontend=frontend, **options)  # type: ignore[arg-type]


def violations(result: Result) -> list[tuple[str, int]]:
    assert result.reason == ""
    return sorted((v.prop, v.places[0].loc.line) for v in result.violations)


SUM = """int main(void) {
    FILE *f = fopen("numbers.txt", "r");
    if (!f) return 1;
    int n, sum = 0, count = 0;
    while (fscanf(f, "%d", &n) == 1) sum += n, count++;
    assert(feof(f));
    fclose(f);
    assert(count == 100);
    assert(sum == 4951); // one too many
}
"""


@FRONTENDS
def test_the_numbers_in_a_file_are_known(frontend: str) -> None:
    Path("numbers.txt").write_text("\n".join(map(str, range(100))))
    result = run(SUM, frontend)
    assert violations(result) == [("assertion", 15)]
    assert "numbers.txt is read as it is on this machine" in result.assumptions
    assert result.known == ("files",)


@FRONTENDS
def test_a_file_that_does_not_exist_is_missing(frontend: str) -> None:
    result = run(
        """int main(void) {
    FILE *f = fopen("numbers.txt", "r");
    assert(f == NULL && errno == ENOENT);
    fclose(f); // a mistake
}
""",
        frontend,
    )
    assert violations(result) == [("null-dereference", 10)]
    assert "numbers.txt does not exist on this machine" in result.assumptions


@FRONTENDS
def test_what_is_written_can_be_read_and_is_not_on_the_disk(frontend: str) -> None:
    Path("data.txt").write_text("before")
    result = run(
        """int main(void) {
    char line[16];
    FILE *f = fopen("data.txt", "w");
    fprintf(f, "%d %s\\n", 12, "words");
    fclose(f);
    f = fopen("data.txt", "r");
    assert(fgets(line, sizeof line, f) && !strcmp(line, "12 words\\n"));
    fclose(f);
    remove("data.txt");
    assert(!fopen("data.txt", "r"));
    assert(fopen("new.txt", "w"));
}
""",
        frontend,
    )
    assert violations(result) == []
    assert result.verdict is Verdict.SUCCESSFUL
    assert os.listdir() == ["data.txt"] and Path("data.txt").read_text() == "before"
    assert "data.txt is written in the run alone, not on the disk" in result.assumptions


@FRONTENDS
def test_arbitrary_files_have_any_contents_and_may_be_missing(frontend: str) -> None:
    Path("numbers.txt").write_text("1")
    body = """int main(void) {
    int n = 0;
    FILE *f = fopen("numbers.txt", "r");
    assert(f);
    if (fscanf(f, "%d", &n) == 1) assert(n != 42);
}
"""
    assert violations(run(body, frontend)) == []
    assert violations(run(body, frontend, arbitrary=("files",))) == [("assertion", 10), ("assertion", 11)]


def test_a_file_is_read_once_for_all_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("numbers.txt").write_text("5")
    result = run(
        """int main(int argc, char **argv) {
    int n = 0;
    FILE *f = fopen("numbers.txt", "r");
    assert(f && fscanf(f, "%d", &n) == 1);
    assert(n == 5 && argc < 2); // with arguments
}
"""
    )
    assert violations(result) == [("assertion", 11)]
    assert result.verdict is Verdict.FAILED


def test_what_is_written_under_a_condition_is_there_where_it_holds() -> None:
    result = run(
        """int main(void) {
    int n = nondet_int(), lines = 0, c;
    FILE *f = fopen("out.txt", "w+");
    fputs("one\\n", f);
    if (n > 5) fputs("two\\n", f);
    rewind(f);
    while ((c = fgetc(f)) != EOF) lines += c == '\\n';
    assert(lines == (n > 5 ? 2 : 1));
    assert(lines == 1); // n is 6
}
"""
    )
    assert violations(result) == [("assertion", 15)]
    assert result.bounds == ()


def test_text_of_unknown_numbers_can_be_written_and_not_read() -> None:
    body = """int main(void) {
    FILE *f = fopen("out.txt", "w+");
    assert(fprintf(f, "%d\\n", nondet_int()) > 1);
    READ
    fclose(f);
}
"""
    assert violations(run(body.replace("READ", ""))) == []
    with pytest.raises(UnsupportedError, match="text was printed that depends on inputs"):
        run(body.replace("READ", "rewind(f); fgetc(f);"))


def test_bytes_that_depend_on_inputs_come_back() -> None:
    result = run(
        """int main(void) {
    int n = nondet_int(), m = 0;
    FILE *f = tmpfile();
    fwrite(&n, sizeof n, 1, f);
    rewind(f);
    assert(fread(&m, sizeof m, 1, f) == 1 && m == n);
    assert(m != 7); // n is 7
}
"""
    )
    assert violations(result) == [("assertion", 13)]


def test_a_large_file_is_read_at_once(tmp_path: Path) -> None:
    data = bytes(range(256)) * 4096
    Path("data.bin").write_bytes(data)
    result = run(
        """int main(void) {
    static unsigned char block[1 << 20];
    FILE *f = fopen("data.bin", "rb");
    assert(fread(block, 1, sizeof block, f) == sizeof block);
    assert(block[700001] == (unsigned char)700001);
    assert(fgetc(f) == EOF);
}
"""
    )
    assert violations(result) == []
    assert result.statistics.seconds < 30


def test_standard_input_is_that_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cudabmc.options.host_files._standard_input", lambda: b"3 1.5 word\n")
    result = run(
        """int main(void) {
    int n; double x; char word[8];
    assert(scanf("%d%lf%7s", &n, &x, word) == 3 && n == 3 && x == 1.5 && !strcmp(word, "word"));
    assert(getchar() == '\\n' && getchar() == EOF);
}
"""
    )
    assert violations(result) == []


def test_standard_output_can_be_led_to_a_file() -> None:
    result = run(
        """int main(void) {
    char line[8];
    assert(freopen("out.txt", "w", stdout));
    printf("%d\\n", 5);
    puts("x");
    fclose(stdout);
    FILE *f = fopen("out.txt", "r");
    assert(fgets(line, 8, f) && !strcmp(line, "5\\n"));
}
"""
    )
    assert violations(result) == []


def test_two_streams_of_a_file_must_be_flushed_to_see_each_other() -> None:
    body = """int main(void) {
    char line[8];
    FILE *f = fopen("out.txt", "w"), *g = fopen("out.txt", "r");
    fputs("abc", f);
    FLUSH
    assert(fgets(line, 8, g) && !strcmp(line, "abc"));
}
"""
    assert violations(run(body.replace("FLUSH", "fflush(f);"))) == []
    assert violations(run(body.replace("FLUSH", "fflush(NULL);"))) == []
    with pytest.raises(UnsupportedError, match="not flushed"):
        run(body.replace("FLUSH", ""))


def test_a_name_that_depends_on_inputs_may_be_that_of_any_file() -> None:
    Path("a.txt").write_text("1")
    body = """int main(void) {
    char name[2] = {nondet_char(), 0};
    FILE *g = fopen(name, "MODE");
    FILE *f = fopen("a.txt", "r");
    assert(f && fgetc(f) == '1');
}
"""
    assert violations(run(body.replace("MODE", "r"))) == []
    changed = run(body.replace("MODE", "w"))
    assert changed.verdict is Verdict.UNKNOWN and "approximated" in changed.reason
    assert any("all files are arbitrary from there on" in text for text in changed.assumptions)


@pytest.mark.parametrize("call", ['popen("ls", "r")', 'system("ls")'])
def test_a_process_is_not_started(call: str) -> None:
    with pytest.raises(UnsupportedError, match="starts a process"):
        run(f"int main(void) {{ {call}; }}")


@pytest.mark.parametrize("calls", [
    'fputs("x", f);', "ungetc('x', f); rewind(f); fseek(f, 2, SEEK_SET); fputs(\"y\", f);",
    "fflush(NULL); fputc('z', f);",
    'f = freopen("a.txt", "a", f); fputs("w", f);', 'fclose(f); f = fopen("a.txt", "a"); fputs("v", f);',
    'fclose(f); rename("a.txt", "b.txt"); rename("b.txt", "a.txt"); f = fopen("a.txt", "r+"); fputs("u", f);',
])  # fmt: skip
def test_calls_behind_a_branch_do_on_each_side_what_they_do_alone(calls: str) -> None:
    """Decisions on what a branch has left begin a call anew, which must not be done twice in part."""
    body = """int main(void) {
    char got[16] = {0}, wanted[16] = {0};
    int n = KNOWN;
    FILE *f = fopen("a.txt", "w+");
    fputs("start", f);
    if (n) { fputs("more", f); fflush(f); } else { rewind(f); fputs("S", f); rename("none", "b.txt"); }
    rewind(f);
    CALLS
    fflush(f);
    FILE *g = fopen("a.txt", "r");
    size_t size = fread(got, 1, 15, g);
    RESULT
}
""".replace("CALLS", calls)
    for known in (0, 1):
        alone = run(body.replace("KNOWN", str(known)).replace("RESULT", 'printf("%d %s", (int)size, got); assert(0);'))
        text = alone.violations[0].output.rpartition(" ")
        expected = f'if (!!n == {known}) assert(size == {text[0]} && !strcmp(got, "{text[2]}"));'
        assert violations(run(body.replace("KNOWN", "nondet_int()").replace("RESULT", expected))) == []


def test_a_pipe_and_a_device_are_not_followed() -> None:
    os.mkfifo("pipe")
    for name in ("pipe", "/dev/zero"):
        with pytest.raises(UnsupportedError, match="a pipe or a device"):
            run(f'int main(void) {{ fopen("{name}", "r"); }}')
    assert violations(run('int main(void) { assert(fgetc(fopen("/dev/null", "r")) == EOF); }')) == []


def test_a_file_that_is_too_large_is_an_error_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cudabmc.modelling.files.LARGEST", 3)
    Path("a.txt").write_text("text")
    result = run('int main(void) { fgetc(fopen("a.txt", "r")); }')
    assert result.verdict is Verdict.UNKNOWN and "has 4 bytes" in result.reason


@pytest.mark.long
def test_the_samples_find_their_data(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "image.pgm").write_bytes(b"P5")
    (tmp_path / "sample.cu").write_text("""#include <helper_functions.h>
#include <assert.h>
int main(int argc, char **argv) {
    char *path = sdkFindFilePath("image.pgm", argv[0]);
    assert(path && !strcmp(path, "./data/image.pgm"));
    assert(!sdkFindFilePath("other.pgm", argv[0]));
    free(path);
}
""")
    result = verify(["sample.cu"], Options(frontend="clang", args=()))
    assert result.verdict is Verdict.SUCCESSFUL, result.violations or result.reason
