"""What machine code writes to files, a few bytes at a time, is in them whenever somebody asks."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.errors import UnsupportedError
from cudabmc.native import watch, written_log, written_text
from cudabmc.native.host import HostCode
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.answers import HostAnswer, answer

START = """
#include <stdio.h>
#include <stdlib.h>
int a[32]; char out[3000]; long n; int first, last;
int main(void) {
    FILE *f = fopen("a.bin", "wb"), *g = fopen("b.bin", "wb"), *h;
    char unset[4], set[4] = "abc";
    if (!f || !g) return 1;
    for (int i = 0; i < 32; i++) a[i] = 1000 * i + 7;
    for (int i = 0; i < 20; i++) {
"""
END = """
    }
    if (f) fclose(f);
    fclose(g);
    h = fopen("a.bin", "rb");
    first = fread(out, 1, 1500, h);
    fclose(h);
    h = fopen("b.bin", "rb");
    last = fread(out + 1500, 1, 1500, h);
    fclose(h);
    return 0;
}
"""
STATEMENTS = [
    "fwrite(&i, 4, 1, f);",
    "n += fwrite(a + i, 4, 1, f);",
    "n += fwrite(a + i, 1, 3, f);",
    "n += fwrite(a + i % 8, 8, 2, g);",
    "n += fwrite(a, i % 5, i % 3, f);",
    "n += fwrite(set + i % 3, 1, 1, i & 1 ? f : g);",
    "fwrite(out + i, 1, 40, g);",
    'fprintf(f, "%d,", i);',
    "fputc(i, g);",
    "n += ftell(f);",
    "if (i % 5 == 2) fseek(f, 3, SEEK_SET);",
    "if (i % 4 == 1) fflush(f);",
    "if (i % 6 == 1) fflush(NULL);",
    'if (i == 7) { fclose(g); g = fopen("b.bin", "ab"); }',
    'if (i % 8 == 3) { fflush(f); h = fopen("a.bin", "rb"); n += fread(out, 1, 9, h) + out[5]; fclose(h); }',
    "a[i] += i;",
]
RARE = [
    "fwrite(unset, 1, 4, f);",  # bytes of which nothing is known
    "fwrite(a + i, 4, 16, f);",  # beyond the end of the array
    "if (i == 12) { fclose(f); f = 0; } else if (f) fwrite(&i, 4, 1, f);",
    "if (i == 12) fclose(f);",  # what follows writes to a stream that is closed
    'if (i % 8 == 3) { h = fopen("a.bin", "rb"); fread(out, 1, 9, h); fclose(h); }',  # while f may hold it
    'if (i == 9) { h = fopen("a.bin", "r+b"); fwrite(&i, 4, 1, h); fclose(h); }',
    'if (i == 3) { h = fopen("a.bin", "rb"); n += fwrite(&i, 4, 1, h); fclose(h); }',
    "if (i == 5) exit(3);",
]
programs = st.tuples(
    st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=5), st.lists(st.sampled_from(RARE), max_size=1)
).flatmap(lambda parts: st.permutations([*parts[0], *parts[1]]))
quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def answered(text: str, folder: Path) -> HostAnswer | str:
    """The answer, or what is not supported: the same with machine code and without it."""
    source = folder / "p.cu"
    source.write_text(text)
    found: list[HostAnswer | str] = []
    for native in (True, False):
        options = Options(frontend="c", native=native)
        try:
            found.append(answer(load([str(source)], options), options)[0])
        except UnsupportedError as error:
            found.append(str(error))
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize("size", [10, 1 << 16])
def test_each_statement_writes_what_it_should(size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)
    monkeypatch.setattr(written_log, "SIZE", size)
    for statement in (*STATEMENTS, *RARE):
        answered(f"{START} fwrite(&i, 4, 1, f); {statement} {END}", tmp_path)


@quick
@given(program=programs, size=st.sampled_from((5, 24, 1 << 16)))
def test_files_are_the_same_without_machine_code(program: list[str], size: int, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(watch, "WORTH", 0)
        patch.setattr(written_log, "SIZE", size)
        answered(START + "\n".join(program) + END, tmp_path)


NUMBERS = """
#include <assert.h>
#include <stdio.h>
int main(void) {
    FILE *f = fopen("numbers.bin", "wb");
    if (!f) return 1;
    for (int i = 0; i < 5000; i++) { double x = i; fwrite(&x, 8, 1, f); }
    fclose(f);
    f = fopen("numbers.bin", "rb");
    if (!f) return 1;
    static double all[5001];
    assert(fread(all, 8, 5001, f) == 5000);
    for (int i = 0; i < 5000; i++) assert(all[i] == i);
    fclose(f);
}
"""


def test_python_is_seldom_called_to_write_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called = HostCode._called
    calls = []
    monkeypatch.setattr(HostCode, "_called", lambda self, site: (calls.append(site), called(self, site))[1])
    monkeypatch.setattr(watch, "WORTH", 0)
    found = answered(NUMBERS, tmp_path)
    assert isinstance(found, HostAnswer) and found.answer.verdict == "SUCCESSFUL"
    assert len(calls) < 50


def test_more_than_the_log_takes_is_written_by_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)
    monkeypatch.setattr(written_text, "MOST", 3)
    answered(f"{START} fwrite(&i, 4, 1, f); fwrite(&i, 2, 2, f); {END}", tmp_path)
