"""What is seen while jobs run: a bar on a terminal, elsewhere a line now and then."""

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TextIO

from benchmarks.measure.record import Record

EVERY = 20.0
"""Seconds between two lines where there is no terminal."""


def watched(records: Iterable[Record], title: str, total: int, stream: TextIO) -> Iterator[Record]:
    """The records, shown as they pass."""
    from tqdm import tqdm

    wrong, last = 0, monotonic()
    with tqdm(total=total, desc=title, unit="run", file=stream, disable=not stream.isatty(), dynamic_ncols=True) as bar:
        for done, record in enumerate(records, 1):
            yield record
            wrong += not record.expected
            bar.set_postfix_str(f"{wrong} not as expected" if wrong else "", refresh=False)
            bar.update()
            if bar.disable and (done == total or monotonic() - last > EVERY):
                last = monotonic()
                stream.write(f"{title}: {done} of {total}, {wrong} not as expected\n")
                stream.flush()
