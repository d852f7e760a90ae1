"""Headers of a CUDA toolkit on the machine, for libraries that have no model: thrust, cub and libcu++ above all.

The toolkit's own headers of the runtime must not come in, not even from its other headers, which name them in quotes
and so find those in their own folder first. What is seen of the toolkit is therefore a folder of links that lacks them.
"""

import os
import re
from pathlib import Path

from cudabmc.errors import UsageError
from cudabmc.frontend.clang.cache import Cache

_RUNTIME = re.compile(
    r"crt|cooperative_groups|cccl"
    r"|cuda_(awbarrier|bf16|fp\d+|device|occupancy|pipeline|runtime|stdint)\w*\.hp*"
    r"|(builtin|channel|common|device|driver|host|library|math|sm|surface|texture|vector)_\w+\.hp*|mma\.h"
)
"""Names that belong to the runtime, those included of which we have no header: with them, libcu++ looks for more."""


def toolkit_dirs(cuda_path: str, ours: Path, cache: Cache) -> tuple[str, ...]:
    """Folders to include from; of the folder `ours`, each header stands for that of the toolkit.

    From CUDA 13 on, thrust, cub and libcu++ are in a folder `cccl` of their own. Raises UsageError if there is none.
    """
    root = Path(cuda_path) / "include"
    if not root.is_dir():
        raise UsageError(f"--cuda-path {cuda_path}: there is no folder include", hint="--cuda-path /usr/local/cuda")
    own = {path.name for path in ours.iterdir() if path.is_file()}
    names = (name for name in sorted(os.listdir(root)) if name not in own and not _RUNTIME.fullmatch(name))
    links = cache.links({name: str((root / name).resolve()) for name in names})
    return (str(links), *(str(path) for path in (root / "cccl",) if path.is_dir()))
