"""What takes the place of the verification in tests of the command."""

from collections.abc import Callable

from cudabmc.result import Result

Answer = Callable[[], Result]
Install = Callable[[Answer], None]
"""Makes a function the verification."""

BUSY = """
import sys, types, time
module = types.ModuleType("cudabmc.verification.pipeline")
def verify(files, options, watch):
    print("running", file=sys.stderr, flush=True)
    while True:
        time.sleep(0.01)
module.verify = verify
sys.modules["cudabmc.verification.pipeline"] = module
from cudabmc.command.main import main
sys.exit(main(sys.argv[1:]))
"""
"""A script that is the command with a verification that never ends."""


def raises(error: BaseException) -> Answer:
    def answer() -> Result:
        raise error

    return answer
