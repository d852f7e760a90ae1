"""What was compiled is found again exactly while nothing that it was made from has changed."""

import json
import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.errors import UsageError
from cudabmc.frontend.clang import cache_directory
from cudabmc.frontend.clang.cache import Cache, digest
from cudabmc.frontend.clang.cache_directory import open_cache

LONG_AGO = time.time_ns() - 3_600_000_000_000


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def store(cache: Cache, text: str, files: Sequence[Path], folders: Sequence[Path] = (), started: int = 0) -> Path:
    made = cache.new_file(".ll")
    made.write_text(text)
    return cache.store(
        "key", made, [str(f) for f in files], [str(f) for f in folders], started or time.time_ns() + 10**9
    )


def write(path: Path, text: str, changed: int = LONG_AGO) -> Path:
    path.write_text(text)
    os.utime(path, ns=(changed, changed))
    return path


def test_a_result_is_found_under_its_key_alone(cache: Cache, tmp_path: Path) -> None:
    path = store(cache, "text", [write(tmp_path / "a.h", "1")])
    assert cache.find("key") == path and path.read_text() == "text"
    assert cache.find("other") is None


def test_a_changed_header_is_noticed_and_its_old_state_is_remembered(cache: Cache, tmp_path: Path) -> None:
    header = write(tmp_path / "a.h", "1")
    first = store(cache, "one", [header])
    write(header, "2", LONG_AGO + 5)
    assert cache.find("key") is None
    second = store(cache, "two", [header])
    assert cache.find("key") == second
    write(header, "1", LONG_AGO + 9)
    assert cache.find("key") == first


def test_a_change_within_the_resolution_of_the_clock_is_noticed(cache: Cache, tmp_path: Path) -> None:
    now = time.time_ns()
    header = write(tmp_path / "a.h", "1", now)
    store(cache, "one", [header])
    write(header, "2", now)
    assert cache.find("key") is None


def test_touching_a_header_costs_nothing(cache: Cache, tmp_path: Path) -> None:
    header = write(tmp_path / "a.h", "1")
    path = store(cache, "one", [header])
    os.utime(header)
    assert cache.find("key") == path


def test_a_header_that_is_gone_is_noticed(cache: Cache, tmp_path: Path) -> None:
    header = write(tmp_path / "a.h", "1")
    store(cache, "one", [header])
    header.unlink()
    assert cache.find("key") is None


def test_a_header_that_changes_while_the_compiler_runs_is_not_trusted(cache: Cache, tmp_path: Path) -> None:
    started = time.time_ns()
    path = store(cache, "one", [write(tmp_path / "a.h", "1", started + 1)], started=started)
    assert path.read_text() == "one"
    assert cache.find("key") is None


def test_a_new_file_beside_the_headers_may_hide_one(cache: Cache, tmp_path: Path) -> None:
    folder = tmp_path / "include"
    path = store(cache, "one", [], [folder])
    assert cache.find("key") == path
    folder.mkdir()
    assert cache.find("key") == path
    (folder / "program.o").touch()
    assert cache.find("key") == path
    (folder / "vector").touch()
    assert cache.find("key") is None


@pytest.mark.parametrize("damage", ["", "{", "[1]", '[{"object": "x"}]', '{"a": 1}', '[{"object": 3, "size": 0}]'])
def test_a_damaged_entry_is_no_entry(cache: Cache, tmp_path: Path, damage: str) -> None:
    header = write(tmp_path / "a.h", "1")
    store(cache, "one", [header])
    (cache.root / "results" / "key.json").write_text(damage)
    assert cache.find("key") is None
    assert cache.find("key") is None and store(cache, "one", [header]) == cache.find("key")


def test_a_shortened_result_is_no_result(cache: Cache, tmp_path: Path) -> None:
    path = store(cache, "one", [write(tmp_path / "a.h", "1")])
    path.write_text("o")
    assert cache.find("key") is None


def test_entries_of_a_key_do_not_pile_up(cache: Cache, tmp_path: Path) -> None:
    header = tmp_path / "a.h"
    for number in range(20):
        store(cache, f"{number}", [write(header, f"{number}", LONG_AGO + number)])
    assert len(json.loads((cache.root / "results" / "key.json").read_text())) <= 8
    assert cache.find("key") is not None


def test_what_was_not_used_for_longest_goes_first_and_nothing_recent_goes(cache: Cache) -> None:
    objects = []
    for age, name in ((9, "a"), (8, "b"), (0, "c")):
        made = cache.new_file(".ll")
        made.write_text(name * 1000)
        (cache.root / "swept").unlink(missing_ok=True)
        path = cache.store(f"key-{name}", made, [], [], time.time_ns() + 10**9, size_limit=10**9)
        for file in (path, cache.root / "results" / f"key-{name}.json"):
            os.utime(file, (time.time() - age * 7200, time.time() - age * 7200))
        objects.append(path)
    abandoned = cache.new_file(".ll")
    abandoned.touch()
    os.utime(abandoned, (0, 0))
    (cache.root / "swept").unlink()
    made = cache.new_file(".ll")
    made.write_text("d" * 1000)
    cache.store("key-d", made, [], [], time.time_ns() + 10**9, size_limit=3600)
    assert [path.exists() for path in objects] == [False, True, True]
    assert not abandoned.exists()


def test_notes_are_found_out_once(cache: Cache) -> None:
    answers = iter(["first", "second"])
    assert [cache.note("fact", lambda: next(answers)) for _ in range(2)] == ["first", "first"]


def test_a_text_has_a_directory_of_its_own(cache: Cache) -> None:
    one, two, again = cache.text("a.h", "1"), cache.text("a.h", "2"), cache.text("a.h", "1")
    assert one == again and one.parent != two.parent
    assert (one.name, one.read_text(), two.read_text()) == ("a.h", "1", "2")


def test_many_at_once_do_no_harm(cache: Cache, tmp_path: Path) -> None:
    header = write(tmp_path / "a.h", "1")

    def work(number: int) -> bool:
        path = store(cache, f"text {number % 3}", [header])
        found = cache.find("key")
        return path.read_text() == f"text {number % 3}" and found is not None and found.read_text().startswith("text")

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(200)))
    assert not list((cache.root / "new").iterdir())


@given(st.lists(st.text() | st.binary(), max_size=4), st.lists(st.text() | st.binary(), max_size=4))
def test_digests_of_different_parts_differ(one: list[str | bytes], two: list[str | bytes]) -> None:
    same = [p.encode() if isinstance(p, str) else p for p in one] == [
        p.encode() if isinstance(p, str) else p for p in two
    ]
    assert (digest(*one) == digest(*two)) is same


EDITS = st.lists(
    st.tuples(st.sampled_from(["a.h", "b.h"]), st.sampled_from(["0", "1", "longer"]), st.booleans()), max_size=12
)


@settings(max_examples=60, deadline=None)
@given(EDITS)
def test_what_is_found_is_what_the_present_headers_give(edits: list[tuple[str, str, bool]]) -> None:
    """Against a model: the result of a compilation is the text of its headers."""
    with TemporaryDirectory() as name:
        root = Path(name)
        cache = Cache(root / "cache")
        headers = [write(root / "a.h", "0"), write(root / "b.h", "0")]
        compiled: set[str] = set()
        clock = LONG_AGO
        # What a quick look sees: file, length, time.
        written = {(header.name, 1, header.stat().st_mtime_ns): "0" for header in headers}
        for file, text, same_time in edits:
            clock += 0 if same_time else 10**7
            if same_time and written.get((file, len(text), clock), text) != text:
                clock = time.time_ns()  # a change that a quick look does not see shows only where the file is young
            write(root / file, text, clock)
            written[file, len(text), clock] = text
            now = "|".join(header.read_text() for header in headers)
            found = cache.find("key")
            assert (found.read_text() if found else None) == (now if now in compiled else None)
            if found is None:
                store(cache, now, headers)
                compiled.add(now)


def test_the_cache_of_a_user_without_a_home_is_a_private_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    root = open_cache(None).root
    assert root.parent == tmp_path
    assert root.stat().st_mode & 0o077 == 0
    assert open_cache(None).root == root


def test_a_directory_that_others_can_write_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    root = cache_directory._temporary()
    root.chmod(0o777)
    assert cache_directory._temporary() != root


def test_a_cache_directory_that_cannot_be_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot use"):
        open_cache(str(tmp_path / "file"))
