"""Streams of files do what those of glibc do: on the disk for glibc, and in the state of the run for the models."""

import ctypes
import os
import traceback
from collections.abc import Callable
from pathlib import Path
from select import PIPE_BUF
from typing import Any

import pytest
from fake_context import FakeContext, Refused, Violation
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from cudabmc.modelapi import I32, I64, NULL, PTR, Pointer
from opmodels.libc import file_system
from opmodels.libc.file_system import NoFile
from opmodels.libc.scan_format import ScanSpec, parse_scan_format

LIBC = ctypes.CDLL("libc.so.6", use_errno=True)
for _name in ("fopen", "freopen", "fgets", "tmpfile"):
    getattr(LIBC, _name).restype = ctypes.c_void_p
for _name in ("ftell", "getdelim", "fwrite", "fread"):
    getattr(LIBC, _name).restype = ctypes.c_long
EOF = (1 << 32) - 1
ROOM = 64


def unsigned(value: int, bits: int) -> int:
    return value & ((1 << bits) - 1)


class Glibc:
    """The calls in a folder of the disk. A stream is its address, 0 for NULL."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.line = (ctypes.c_void_p(), ctypes.c_size_t())

    def path(self, name: str) -> bytes:
        return os.fsencode(f"{self.folder}/{name}" if name else "")

    def call(self, name: str, *args: Any) -> int:
        ctypes.set_errno(0)
        return int(getattr(LIBC, name)(*args) or 0)

    def fopen(self, name: str, mode: str) -> int:
        return self.call("fopen", self.path(name), mode.encode())

    def freopen(self, name: str, mode: str, stream: int) -> int:
        return self.call("freopen", self.path(name), mode.encode(), ctypes.c_void_p(stream))

    def plain(self, name: str, stream: int) -> int:
        return unsigned(self.call(name, ctypes.c_void_p(stream)), 32)

    def void(self, name: str, stream: int) -> int:
        self.call(name, ctypes.c_void_p(stream))
        return 0

    def ftell(self, stream: int) -> int:
        return unsigned(self.call("ftell", ctypes.c_void_p(stream)), 64)

    def fseek(self, stream: int, offset: int, origin: int) -> int:
        return unsigned(self.call("fseek", ctypes.c_void_p(stream), ctypes.c_long(offset), origin), 32)

    def ungetc(self, char: int, stream: int) -> int:
        return unsigned(self.call("ungetc", char, ctypes.c_void_p(stream)), 32)

    def fputc(self, char: int, stream: int) -> int:
        return unsigned(self.call("fputc", char, ctypes.c_void_p(stream)), 32)

    def fputs(self, text: bytes, stream: int) -> bool:
        return self.call("fputs", text, ctypes.c_void_p(stream)) >= 0

    def fprintf(self, stream: int, number: int) -> int:
        return unsigned(self.call("fprintf", ctypes.c_void_p(stream), b"<%5d>\n", number), 32)

    def fgets(self, size: int, stream: int) -> tuple[bool, bytes]:
        buffer = ctypes.create_string_buffer(b"\xcd" * ROOM, ROOM)
        done = self.call("fgets", buffer, size, ctypes.c_void_p(stream))
        return bool(done), buffer.raw

    def fread(self, size: int, count: int, stream: int) -> tuple[int, bytes]:
        buffer = ctypes.create_string_buffer(b"\xcd" * ROOM, ROOM)
        done = self.call("fread", buffer, ctypes.c_size_t(size), ctypes.c_size_t(count), ctypes.c_void_p(stream))
        return done, buffer.raw

    def fwrite(self, data: bytes, size: int, stream: int) -> int:
        count = len(data) // size if size else 1
        return self.call("fwrite", data, ctypes.c_size_t(size), ctypes.c_size_t(count), ctypes.c_void_p(stream))

    def getdelim(self, delimiter: int, stream: int) -> tuple[int, bytes]:
        place, size = self.line
        done = self.call("getdelim", ctypes.byref(place), ctypes.byref(size), delimiter, ctypes.c_void_p(stream))
        return unsigned(done, 64), ctypes.string_at(place, done) if done > 0 else b""

    def fscanf(self, stream: int, format: str) -> tuple[int, list[bytes]]:
        rooms = [ctypes.create_string_buffer(b"\xcd" * ROOM, ROOM) for _ in stored(format)]
        done = self.call("fscanf", ctypes.c_void_p(stream), format.encode(), *rooms)
        return unsigned(done, 32), [room.raw for room in rooms]

    def of_path(self, function: str, name: str, *more: int) -> int:
        return unsigned(self.call(function, self.path(name), *more), 32)

    def rename(self, old: str, new: str) -> int:
        return unsigned(self.call("rename", self.path(old), self.path(new)), 32)

    def errno(self) -> int:
        return ctypes.get_errno()


class Models:
    """The same calls, of the models. A stream is a pointer."""

    def __init__(self, folder: Path) -> None:
        self.ctx = FakeContext(arbitrary=False)
        self.folder = folder
        self.line = (self.ctx.buffer(bytes(8)), self.ctx.buffer(bytes(8)))

    def path(self, name: str) -> Pointer:
        return self.ctx.text(f"{self.folder}/{name}" if name else "")

    def call(self, name: str, *args: Any) -> Any:
        place = self.ctx.state.get("libc:errno")
        if place is not None:
            self.ctx.store(place, 0, I32)
        return self.ctx.run(name, *args)

    def fopen(self, name: str, mode: str) -> Pointer:
        return self.call("fopen", self.path(name), self.ctx.text(mode))

    def freopen(self, name: str, mode: str, stream: Pointer) -> Pointer:
        return self.call("freopen", self.path(name), self.ctx.text(mode), stream)

    def plain(self, name: str, stream: Pointer) -> int:
        result = self.call(name, stream)
        return result or 0

    void = plain

    def ftell(self, stream: Pointer) -> int:
        return self.call("ftell", stream)

    def fseek(self, stream: Pointer, offset: int, origin: int) -> int:
        return self.call("fseek", stream, unsigned(offset, 64), origin)

    def ungetc(self, char: int, stream: Pointer) -> int:
        return self.call("ungetc", unsigned(char, 32), stream)

    def fputc(self, char: int, stream: Pointer) -> int:
        return self.call("fputc", unsigned(char, 32), stream)

    def fputs(self, text: bytes, stream: Pointer) -> bool:
        return self.call("fputs", self.ctx.text(text), stream) != EOF

    def fprintf(self, stream: Pointer, number: int) -> int:
        return self.call("fprintf", stream, self.ctx.text("<%5d>\n"), number)

    def room(self) -> Pointer:
        return self.ctx.buffer(b"\xcd" * ROOM)

    def fgets(self, size: int, stream: Pointer) -> tuple[bool, bytes]:
        buffer = self.room()
        done = self.call("fgets", buffer, size, stream)
        return done != NULL, self.ctx.bytes_at(buffer, ROOM)

    def fread(self, size: int, count: int, stream: Pointer) -> tuple[int, bytes]:
        buffer = self.room()
        done = self.call("fread", buffer, size, count, stream)
        return done, self.ctx.bytes_at(buffer, ROOM)

    def fwrite(self, data: bytes, size: int, stream: Pointer) -> int:
        return self.call("fwrite", self.ctx.buffer(data), size, len(data) // size if size else 1, stream)

    def getdelim(self, delimiter: int, stream: Pointer) -> tuple[int, bytes]:
        done = self.call("getdelim", *self.line, delimiter, stream)
        place = self.ctx.load(self.line[0], PTR)
        assert 0 < done < 1 << 32 or done == unsigned(-1, 64)
        return done, b"" if done == unsigned(-1, 64) else self.ctx.bytes_at(place, done)

    def fscanf(self, stream: Pointer, format: str) -> tuple[int, list[bytes]]:
        rooms = [self.room() for _ in stored(format)]
        done = self.call("fscanf", stream, self.ctx.text(format), *rooms)
        return done, [self.ctx.bytes_at(room, ROOM) for room in rooms]

    def of_path(self, function: str, name: str, *more: int) -> int:
        return self.call(function, self.path(name), *more)

    def rename(self, old: str, new: str) -> int:
        return self.call("rename", self.path(old), self.path(new))

    def errno(self) -> int:
        place = self.ctx.state.get("libc:errno")
        return 0 if place is None else self.ctx.load(place, I32)


def stored(format: str) -> list[ScanSpec]:
    pieces = parse_scan_format(format)
    return [p for p in pieces if isinstance(p, ScanSpec) and not p.suppressed and p.kind != "percent"]


names = st.sampled_from(["text", "binary", "new", "folder", "folder/inner", "text/below", "none/below", "", "folder/"])
modes = st.sampled_from(["r", "w", "a", "r+", "w+", "a+", "rb", "wb+", "rb+", "wx", "w+x", "x", "", "re"])
numbers = st.sampled_from(["12", "-7", "+3", "0x1f", "08", "1.5", "1e5", "-.25e-1", "inf", "nan", "0x", "1e", "abc"])
text_files = st.lists(
    st.one_of(numbers, st.sampled_from([" ", "\n", ",", "\t", "x"]), st.text("ab 1\n", max_size=5)), max_size=8
).map("".join)  # fmt: skip
widths = st.sampled_from(["", "", "", "1", "2", "5"])
conversions = st.sampled_from(
    ["d", "i", "u", "x", "o", "ld", "hhd", "hu", "lf", "le", "f", "la", "c", "s", "[0-9]", "[^ \n]", "[]a-c]", "n", "p"]
)
specs = st.builds(lambda star, w, c: f"%{star}{'' if c == 'n' else w}{c}" if c != "n" else "%n",
                  st.sampled_from(["", "", "*"]), widths, conversions)  # fmt: skip
formats = st.lists(st.one_of(specs, st.sampled_from([" ", ",", "x", "%%", "\n"])), min_size=1, max_size=4).map("".join)

opening = st.one_of(
    st.tuples(st.just("fopen"), names, modes), st.tuples(st.just("freopen"), names, modes), st.just(("fclose",))
)
of_stream = st.one_of(
    st.tuples(st.just("plain"), st.sampled_from(["fgetc", "getc", "feof", "ferror", "fflush"])),
    st.tuples(st.just("void"), st.sampled_from(["rewind", "clearerr"])),
    st.just(("ftell",)),
    st.tuples(st.just("fseek"), st.integers(-5, 30), st.integers(0, 3)),
    st.tuples(st.just("ungetc"), st.integers(-1, 255)),
    st.tuples(st.just("fgets"), st.integers(0, ROOM)),
    st.tuples(st.just("fread"), st.integers(0, 8), st.integers(0, 8)),
    st.tuples(st.just("getdelim"), st.sampled_from([10, 32, 97])),
    st.tuples(st.just("fscanf"), formats),
    st.tuples(st.just("fputc"), st.integers(0, 255)),
    st.tuples(st.just("fputs"), st.binary(max_size=9).map(lambda b: b.replace(b"\0", b""))),
    st.tuples(st.just("fprintf"), st.integers(-999, 99999)),
    st.tuples(st.just("fwrite"), st.binary(min_size=8, max_size=8), st.integers(0, 8)),
)
of_paths = st.one_of(
    st.tuples(st.just("of_path"), st.sampled_from(["remove", "unlink", "rmdir"]), names),
    st.tuples(st.just("of_path"), st.just("access"), names, st.integers(0, 7)),
    st.tuples(st.just("of_path"), st.just("mkdir"), names, st.just(0o777)),
    st.tuples(st.just("rename"), names, names),
)
STREAM_FIRST = {"ftell", "fseek", "fscanf", "fprintf"}
steps = st.tuples(st.integers(0, 1), st.one_of(opening, of_stream, of_stream, of_stream, of_paths))


class Both:
    """Two streams of each side. What the models refuse, or call a mistake, is not done."""

    def __init__(self, folder: Path, text: str) -> None:
        folders = [folder / "disk", folder / "untouched"]
        for place in folders:
            (place / "folder").mkdir(parents=True)
            (place / "text").write_text(text)
            (place / "binary").write_bytes(bytes(range(40)))
        self.glibc, self.models = Glibc(folders[0]), Models(folders[1])
        self.streams: list[tuple[int, Pointer] | None] = [None, None]

    def step(self, which: int, step: tuple[Any, ...]) -> None:
        name, *args = step
        if name in ("of_path", "rename"):
            self.compare(step, lambda side, _: getattr(side, name)(*args))
            return
        open_now = self.streams[which]
        if name == "fopen" and open_now is None:
            self.open(which, step, lambda side, _: side.fopen(*args))
        elif name != "fopen" and open_now is not None:
            if name == "freopen":
                self.open(which, step, lambda side, stream: side.freopen(*args, stream), open_now)
            elif name == "fclose":
                self.compare(step, lambda side, stream: side.plain("fclose", stream), open_now)
                self.streams[which] = None
            elif name in STREAM_FIRST:
                self.compare(step, lambda side, stream: getattr(side, name)(stream, *args), open_now)
            else:
                self.compare(step, lambda side, stream: getattr(side, name)(*args, stream), open_now)

    def open(
        self, which: int, step: Any, call: Callable[[Any, Any], Any], streams: tuple[int, Pointer] | None = None
    ) -> None:
        try:
            model = call(self.models, streams and streams[1])
        except Refused:
            return
        glibc = call(self.glibc, streams and streams[0])
        assert (model == NULL) == (glibc == 0), (step, model, glibc)
        self.streams[which] = None if glibc == 0 else (glibc, model)
        if glibc == 0:
            assert self.models.errno() == self.glibc.errno(), step

    def compare(
        self, step: Any, call: Callable[[Any, Any], Any], streams: tuple[int, Pointer] | None = None
    ) -> None:
        try:
            model = call(self.models, streams and streams[1])
        except (Refused, Violation):
            return
        glibc = call(self.glibc, streams and streams[0])
        assert model == glibc, step
        if self.models.errno():
            assert self.models.errno() == self.glibc.errno(), step

    def end(self) -> None:
        """What is in the files at the end; the folder of the models is as it was."""
        for index in (0, 1):
            self.step(index, ("fclose",))
        for name in ("text", "binary", "new", "folder/inner"):
            real = self.glibc.folder / name
            node = file_system.look_up(self.models.ctx, f"{self.models.folder}/{name}")
            assert isinstance(node, NoFile) == (not real.exists()), name
            if not isinstance(node, NoFile) and real.is_file():
                contents = file_system.contents_of(self.models.ctx, node)
                assert contents.bytes_at(0, contents.size) == real.read_bytes(), name


def where_glibc_lives(body: Callable[[], None]) -> None:
    """Run `body` in a process of its own, as glibc 2.36 is not without mistakes: in some orders of calls it frees the
    room for what is pushed back twice, or reads through what is none. It dies of that, then or later, so that such an
    order is no example."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        said = ""
        try:
            os.close(reading)
            body()
        except BaseException:
            said = traceback.format_exc()
        finally:
            os.write(writing, said.encode()[-PIPE_BUF:])
            os._exit(0)
    os.close(writing)
    with open(reading, errors="replace") as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    assume(not os.WIFSIGNALED(status))
    assert not said, said


@settings(max_examples=1000)
@given(text_files, st.lists(steps, max_size=25))
def test_sequences_of_calls_do_what_glibc_does(
    tmp_path_factory: pytest.TempPathFactory, text: str, sequence: list[tuple[int, tuple[Any, ...]]]
) -> None:
    folder = tmp_path_factory.mktemp("files")

    def compare() -> None:
        both = Both(folder, text)
        before = {p.name: p.read_bytes() for p in both.models.folder.iterdir() if p.is_file()}
        for which, step in sequence:
            both.step(which, step)
        both.end()
        assert {p.name: p.read_bytes() for p in both.models.folder.iterdir() if p.is_file()} == before

    where_glibc_lives(compare)


@settings(max_examples=300)
@example(" %n")
@example("%n ")
@example(" %n %n")
@example(" %n%d")
@given(formats)
def test_a_folder_is_scanned_as_glibc_does(tmp_path_factory: pytest.TempPathFactory, format: str) -> None:
    both = Both(tmp_path_factory.mktemp("files"), "")
    for step in (("fopen", "folder/", "r"), ("fscanf", format), ("plain", "ferror"), ("plain", "feof"), ("fclose",)):
        both.step(0, step)


@settings(max_examples=1000)
@given(text_files, st.lists(of_stream, min_size=1, max_size=25), st.sampled_from(["r", "r+", "a+"]))
def test_one_stream_is_read_and_written_as_by_glibc(
    tmp_path_factory: pytest.TempPathFactory, text: str, sequence: list[tuple[Any, ...]], mode: str
) -> None:
    folder = tmp_path_factory.mktemp("files")

    def compare() -> None:
        both = Both(folder, text)
        both.step(0, ("fopen", "text", mode))
        for step in sequence:
            both.step(0, step)
        both.end()

    where_glibc_lives(compare)


@settings(max_examples=1000)
@given(text_files, st.lists(formats, min_size=1, max_size=4))
def test_text_is_scanned_as_by_glibc(
    tmp_path_factory: pytest.TempPathFactory, text: str, sequence: list[str]
) -> None:
    both = Both(tmp_path_factory.mktemp("files"), text)
    both.step(0, ("fopen", "text", "r"))
    for format in sequence:
        both.step(0, ("fscanf", format))
        both.step(0, ("ftell",))
        both.step(0, ("plain", "feof"))
    both.end()


class Linux:
    """Descriptors of the kernel. A call gives its result and what it read, or an error number."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def open(self, name: str, flags: int) -> int:
        return os.open(f"{self.folder}/{name}" if name else "", flags, 0o644)

    def close(self, file: int) -> None:
        os.close(file)

    def read(self, file: int, size: int) -> bytes:
        return os.read(file, size)

    def pread(self, file: int, size: int, at: int) -> bytes:
        return os.pread(file, size, at)

    def write(self, file: int, data: bytes) -> int:
        return os.write(file, data)

    def pwrite(self, file: int, data: bytes, at: int) -> int:
        return os.pwrite(file, data, at)

    def lseek(self, file: int, offset: int, origin: int) -> int:
        return os.lseek(file, offset, origin)

    def ftruncate(self, file: int, size: int) -> None:
        os.ftruncate(file, size)

    def fstat(self, file: int) -> tuple[int, bool]:
        found = os.fstat(file)
        return found.st_size, bool(found.st_mode & 0o100000)

    def stat(self, name: str) -> bool:
        found = os.stat(f"{self.folder}/{name}" if name else "")
        return bool(found.st_mode & 0o100000)

    def dup(self, file: int) -> int:
        return os.dup(file)


class ModelError(OSError):
    """A call that fails: its error number."""


class ModelsOfDescriptors(Models):
    """The same, of the models."""

    def checked(self, name: str, *args: Any, bits: int = 32) -> int:
        result = self.call(name, *args)
        if result == unsigned(-1, bits):
            raise ModelError(self.errno(), name)
        return result

    def open(self, name: str, flags: int) -> int:
        return self.checked("open", self.path(name), flags)

    def close(self, file: int) -> None:
        self.checked("close", file)

    def read(self, file: int, size: int) -> bytes:
        buffer = self.ctx.buffer(bytes(size))
        return self.ctx.bytes_at(buffer, self.checked("read", file, buffer, size, bits=64))

    def pread(self, file: int, size: int, at: int) -> bytes:
        buffer = self.ctx.buffer(bytes(size))
        return self.ctx.bytes_at(buffer, self.checked("pread", file, buffer, size, unsigned(at, 64), bits=64))

    def write(self, file: int, data: bytes) -> int:
        return self.checked("write", file, self.ctx.buffer(data), len(data), bits=64)

    def pwrite(self, file: int, data: bytes, at: int) -> int:
        return self.checked("pwrite", file, self.ctx.buffer(data), len(data), unsigned(at, 64), bits=64)

    def lseek(self, file: int, offset: int, origin: int) -> int:
        return self.checked("lseek", file, unsigned(offset, 64), origin, bits=64)

    def ftruncate(self, file: int, size: int) -> None:
        self.checked("ftruncate", file, unsigned(size, 64))

    def fstat(self, file: int) -> tuple[int, bool]:
        about = self.ctx.buffer(bytes(144))
        self.checked("fstat", file, about)
        return self.ctx.load(self.ctx.add(about, 48), I64), bool(self.ctx.load(self.ctx.add(about, 24), I32) & 0o100000)

    def stat(self, name: str) -> bool:
        about = self.ctx.buffer(bytes(144))
        self.checked("stat", self.path(name), about)
        return bool(self.ctx.load(self.ctx.add(about, 24), I32) & 0o100000)

    def dup(self, file: int) -> int:
        return self.checked("dup", file)


flags = st.builds(
    lambda how, *more: how | sum(set(more)), st.integers(0, 2),
    *[st.sampled_from([0, 0, os.O_CREAT, os.O_EXCL | os.O_CREAT, os.O_TRUNC, os.O_APPEND])] * 2,
)  # fmt: skip
offsets = st.integers(-3, 50)
of_descriptor = st.one_of(
    st.just(("close",)), st.just(("dup",)), st.just(("fstat",)),
    st.tuples(st.just("read"), st.integers(0, 50)), st.tuples(st.just("pread"), st.integers(0, 50), offsets),
    st.tuples(st.just("write"), st.binary(max_size=12)), st.tuples(st.just("pwrite"), st.binary(max_size=12), offsets),
    st.tuples(st.just("lseek"), offsets, st.integers(0, 2)), st.tuples(st.just("ftruncate"), offsets),
)  # fmt: skip
calls = st.one_of(
    st.tuples(st.just("open"), names, flags.filter(lambda f: f & 3 or not f & os.O_TRUNC)),
    st.tuples(st.just("stat"), names), of_descriptor, of_descriptor, of_descriptor,
)  # fmt: skip


@settings(max_examples=1000)
@given(st.lists(st.tuples(st.integers(0, 3), calls), max_size=25))
def test_descriptors_do_what_linux_does(
    tmp_path_factory: pytest.TempPathFactory, sequence: list[tuple[int, tuple[Any, ...]]]
) -> None:
    both = Both(tmp_path_factory.mktemp("files"), "some text\n")
    linux, models = Linux(both.glibc.folder), ModelsOfDescriptors(both.models.folder)
    open_now: list[tuple[int, int]] = []

    def call(side: Any, name: str, args: tuple[Any, ...]) -> Any:
        try:
            return getattr(side, name)(*args)
        except Refused:
            return Refused
        except OSError as error:
            return error.errno, "fails"

    for which, (name, *args) in sequence:
        of_file = name not in ("open", "stat")
        if of_file and not open_now:
            continue
        pair = open_now[which % len(open_now)] if of_file else (0, 0)
        model = call(models, name, (pair[1], *args) if of_file else tuple(args))
        if model is Refused:
            continue
        real = call(linux, name, (pair[0], *args) if of_file else tuple(args))
        if name in ("open", "dup") and isinstance(real, int) and isinstance(model, int):
            open_now.append((real, model))
        else:
            assert model == real, (name, args)
        if name == "close":
            open_now.remove(pair)
    for real, _ in open_now:
        os.close(real)
    both.models = models
    both.end()
