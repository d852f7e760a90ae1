"""A stream (FILE) of a file that is known: where it is, what was pushed back, whether it met the end or an error.

What is written is in the file at once, not in a buffer first. A program can see the difference only through another
stream or descriptor of the same file: this is refused, unless the stream is flushed in between.
"""

from collections.abc import Sequence

from cudabmc.modelapi import BOOL, I8, I64, ModelContext, Value
from opmodels.libc import file_system
from opmodels.libc.error_number import EBADF, EISDIR, set_error
from opmodels.libc.expression import add, eq
from opmodels.libc.file_buffers import (
    READ,
    WRITTEN,
    flushes_of_all,
    require_flushed,
    set_buffered,
    set_unflushed,
    unflushed_by,
)
from opmodels.libc.file_contents import LOST, FileContents
from opmodels.libc.file_system import CONSOLE, FOLDER, INPUT
from opmodels.libc.open_file import OpenFile, move_to, position_of


class FileStream:
    """The stream of the object `number`, which is open."""

    def __init__(self, ctx: ModelContext, number: int, file: OpenFile) -> None:
        self.ctx = ctx
        self.number = number
        self.file = file

    def _key(self, what: str) -> str:
        return f"libc:stream:{self.number}:{what}"

    def decide(self) -> None:
        """Decide all that an access depends on, before any of it changes: a decision begins the call anew."""
        ctx, inode = self.ctx, self.file.inode
        flushes_of_all(ctx)
        unflushed_by(ctx, inode)
        file_system.contents_of(ctx, inode)
        len(self.pushed)

    # ---- indicators (C11 7.21.1, 7.21.10)

    @property
    def at_end(self) -> Value:
        """The end-of-file indicator."""
        return self.ctx.get(self._key("end"), False)

    @property
    def failed(self) -> Value:
        """The error indicator."""
        return self.ctx.get(self._key("error"), False)

    def set_end(self, value: bool) -> None:
        """Set or clear the end-of-file indicator."""
        self.ctx.put(self._key("end"), value, BOOL)

    def set_error(self, value: bool) -> None:
        """Set or clear the error indicator."""
        self.ctx.put(self._key("error"), value, BOOL)

    def reset(self) -> None:
        """As when it was opened."""
        self.set_end(False)
        self.set_error(False)
        self.push(())
        self._did(0)
        self._saw(None)

    # ---- position

    @property
    def position(self) -> Value:
        """Where the next access goes (I64), before what was pushed back."""
        return position_of(self.ctx, self.file)

    def known_position(self) -> int:
        """The same as a number: one run for each that is possible."""
        return self.ctx.concretize(self.position, I64)

    def tell(self) -> Value:
        """What ftell() gives; what was pushed back counts (C11 7.21.7.10)."""
        if self.file.access.append and file_system.is_lost(self.ctx, self.file.inode):
            self.ctx.unsupported(f"{self.ctx.name}() of {self.file.name}, whose size depends on inputs")
        pushed = len(self.pushed)
        if pushed and self.known_position() < pushed:
            self.ctx.unsupported(f"{self.ctx.name}() of {self.file.name}, where ungetc() has gone beyond the start")
        return add(self.ctx, self.position, -pushed % (1 << 64))

    def seek(self, position: Value) -> None:
        """C11 7.21.9.2: what was pushed back is gone, and so is the end."""
        self.push(())
        self.set_end(False)
        self._did(0)
        self.settle()
        move_to(self.ctx, self.file, position)

    # ---- what was pushed back

    @property
    def pushed(self) -> tuple[Value, ...]:
        """The characters that ungetc() has put back, the next one first."""
        number = self.ctx.concretize(self.ctx.get(self._key("pushed"), 0), I64)
        found = self.ctx.value_of(number) if number else ()
        assert isinstance(found, tuple)
        return found

    def push(self, characters: tuple[Value, ...]) -> None:
        """These are in front of the file now."""
        if characters or self.pushed:
            self.ctx.put(self._key("pushed"), self.ctx.number_of(characters), I64)

    def push_back(self, byte: Value) -> None:
        """ungetc(), which counts as reading; the end is not met any more (C11 7.21.7.10)."""
        self.push((byte, *self.pushed))
        self.set_end(False)
        self._did(READ)

    # ---- access

    def problem_of(self, *, write: bool) -> int:
        """Why it cannot be read or written: an error number, or 0. The order of accesses is required to be that of
        C11 7.21.5.3p7."""
        access = self.file.access
        if not (access.writes if write else access.reads):
            return EBADF
        if not write and self.file.inode.kind == FOLDER:
            return EISDIR
        last, flushes = divmod(self.ctx.concretize(self.ctx.get(self._key("last"), 0), I64), 4)[::-1]
        last = last if flushes == flushes_of_all(self.ctx) else 0
        name = self.ctx.name
        if write and last == READ and self.file.inode.kind != CONSOLE and not self.ctx.decide(self.at_end):
            text = f"{name} writes to a stream that was read, without fseek() or the like in between"
            self.ctx.require(False, "api-misuse", text)
        if not write and last == WRITTEN:
            text = f"{name} reads from a stream that was written to, without fflush() or fseek() in between"
            self.ctx.require(False, "api-misuse", text)
        return 0

    def fail(self, error: int) -> None:
        """An access cannot be made: errno and the error indicator."""
        set_error(self.ctx, error)
        self.set_error(True)

    def can_be_read(self) -> bool:
        """Can it? If not, errno and the error indicator say so."""
        problem = self.problem_of(write=False)
        if problem:
            self.fail(problem)
        return not problem

    def peek(self, count: int) -> Sequence[Value]:
        """The next bytes, so many or what there is. Behind the end there are none, until the indicator is cleared
        (as in glibc)."""
        if self.ctx.decide(self.at_end):
            return b""
        pushed = self.pushed[:count]
        data = self.contents().bytes_at(self.known_position(), count - len(pushed))
        if not pushed:
            return data
        front = [byte for byte in pushed if isinstance(byte, int)]
        return bytes(front) + data if len(front) == len(pushed) and isinstance(data, bytes) else [*pushed, *data]

    def peek_line(self, most: int | None, delimiter: int) -> tuple[Sequence[Value], bool]:
        """The next bytes up to the delimiter, and included, at most so many; did they meet the end of the file?"""
        contents, position = self.contents(), self.known_position()
        rest = max(contents.size - position, 0)
        limit = rest if most is None else min(most, rest)
        if contents.is_known() and not self.pushed:
            found = contents.find(delimiter, position, position + limit)
            data = self.peek(limit if found < 0 else found + 1 - position)
        else:
            data = self.peek(len(self.pushed) + limit)
            data = data if most is None else data[:most]
            for index, byte in enumerate(data):
                if self.ctx.decide(eq(self.ctx, byte, delimiter, I8)):
                    return data[: index + 1], False
            return data, most is None or len(data) < most
        ended = not data or (data[-1] != delimiter and (most is None or len(data) < most))
        return data, ended

    def text(self) -> tuple[str, int]:
        """A text and the place in it where what is read next begins. Text that depends on inputs is refused."""
        if self.ctx.decide(self.at_end):
            return "", 0
        contents, pushed = self.contents(), self.pushed
        text, front = contents.text(), [chr(byte) for byte in pushed if isinstance(byte, int)]
        if text is None or len(front) != len(pushed):
            self.ctx.unsupported(f"{self.ctx.name}() of {self.file.name}, which holds bytes that depend on inputs")
        start = self.known_position()
        return ("".join(front) + text[start:], 0) if front else (text, start)

    def contents(self) -> FileContents:
        """What is in the file, to be read."""
        contents = readable_contents(self.ctx, self.file, self.number)
        self._require_seen(contents)
        return contents

    def has_read(self, count: int, *, met_end: bool = False) -> None:
        """So many bytes were taken, those that were pushed back first."""
        pushed = self.pushed
        if pushed:
            self.push(pushed[count:])
        move_to(self.ctx, self.file, self.known_position() + max(count - len(pushed), 0))
        self._did(READ)
        if self.file.inode.kind != INPUT:
            self._saw(file_system.contents_of(self.ctx, self.file.inode))
        if met_end:
            self.set_end(True)

    def write(self, data: Sequence[Value]) -> None:
        """Bytes go to the file, if there are any."""
        if not data:
            return
        self.decide()
        ctx, file = self.ctx, self.file
        contents = file_system.contents_of(ctx, file.inode)
        if contents is not LOST:
            require_flushed(ctx, file.inode, file.name, self.number)
            self._require_seen(contents)
            start = contents.size if file.access.append else self.known_position()
            contents = contents.written(start, data)
            file_system.set_contents(ctx, file.inode, contents)
            move_to(ctx, file, start + len(data))
        else:
            move_to(ctx, file, add(ctx, self.position, len(data)))
        self._has_written(contents)

    def has_just_written(self) -> bool:
        """Was the last access a write, behind which the contents are known?"""
        contents = file_system.contents_of(self.ctx, self.file.inode)
        last = self.ctx.concretize(self.ctx.get(self._key("last"), 0), I64)
        return contents is not LOST and last == WRITTEN + 4 * flushes_of_all(self.ctx)

    def write_unknown(self, length: Value) -> None:
        """Text of which nothing is known but its length (I64) goes to the file: nothing is known of that any more."""
        self.decide()
        file_system.set_contents(self.ctx, self.file.inode, LOST)
        move_to(self.ctx, self.file, add(self.ctx, self.position, length))
        self._has_written(LOST)

    def _has_written(self, contents: FileContents) -> None:
        if self.pushed:
            self.push(())
        self._did(WRITTEN)
        self._saw(contents)
        set_unflushed(self.ctx, self.file.inode, self.number)

    def settle(self) -> None:
        """What was written is in the file for everybody (fflush)."""
        if unflushed_by(self.ctx, self.file.inode) == self.number:
            set_unflushed(self.ctx, self.file.inode, 0)

    def flush(self) -> None:
        """C11 7.21.5.2, and POSIX for a stream that was read: its buffer is empty."""
        if self.pushed:
            self.ctx.unsupported(f"{self.ctx.name}() of {self.file.name} after ungetc()")
        self.settle()
        self._did(0)
        self._saw(None)
        set_buffered(self.ctx, self.file, 0)

    # ---- what others do with the file

    def _did(self, what: int) -> None:
        self.ctx.put(self._key("last"), what + 4 * flushes_of_all(self.ctx), I64)
        if what:
            set_buffered(self.ctx, self.file, what)

    def _saw(self, contents: FileContents | None) -> None:
        self.ctx.put(self._key("seen"), 0 if contents is None else self.ctx.number_of(contents), I64)

    def _require_seen(self, contents: FileContents) -> None:
        """Refuse a file that was changed behind the buffer of this stream."""
        seen = self.ctx.concretize(self.ctx.get(self._key("seen"), 0), I64)
        if seen and self.ctx.value_of(seen) is not contents:
            self.ctx.unsupported(f"{self.ctx.name}() of {self.file.name}, which was changed since the stream read it")


def readable_contents(ctx: ModelContext, file: OpenFile, reader: int = 0) -> FileContents:
    """What is in a file, to be read through the stream of this number, or through a descriptor. Text that is not known
    is refused, and so is what another stream may still have in its buffer."""
    if file_system.are_lost(ctx):
        ctx.unsupported(f"{ctx.name}() of {file.name}, which may have been changed by a name that depends on inputs")
    require_flushed(ctx, file.inode, file.name, reader)
    contents = file_system.contents_of(ctx, file.inode)
    if contents is LOST:
        ctx.unsupported(f"{ctx.name}() of {file.name}, into which text was printed that depends on inputs")
    return contents
