"""How much memory this process has had at most."""

import resource
import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")


def peak_memory() -> int:
    """The largest resident size in bytes.

    Linux counts for getrusage(2) what the process was before execve(2) as well, which is the size of whoever started
    it; the high-water mark of proc(5) is that of this program alone.
    """
    try:
        for line in _STATUS.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
