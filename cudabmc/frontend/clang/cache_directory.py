"""Where the cache lies."""

import os
from pathlib import Path

from cudabmc.errors import UsageError
from cudabmc.frontend.clang.cache import Cache


def open_cache(directory: str | None) -> Cache:
    """The cache in `directory`, or the user's; where that cannot be written, one below the temporary files."""
    if directory is not None:
        chosen = Path(directory).absolute()
        try:
            return _usable(chosen)
        except OSError as error:
            raise UsageError(f"cannot use {directory} as a cache: {error.strerror or error}") from None
    try:
        return _usable(Path.home() / ".cache" / "cudabmc")
    except (OSError, RuntimeError):
        return _usable(_temporary())


def _usable(root: Path) -> Cache:
    cache = Cache(root)
    if not os.access(root / "new", os.W_OK):
        raise PermissionError(13, "Permission denied")
    return cache


def _temporary() -> Path:
    """A directory of this user alone: others must not be able to put their code in."""
    from tempfile import gettempdir, mkdtemp

    root = Path(gettempdir()) / f"cudabmc-{os.getuid()}"
    try:
        root.mkdir(mode=0o700, exist_ok=True)
        status = root.lstat()
        if status.st_uid == os.getuid() and not status.st_mode & 0o077 and root.is_dir() and not root.is_symlink():
            return root
    except OSError:
        pass
    return Path(mkdtemp(prefix="cudabmc-"))
