"""The kernels of a program as machine code, compiled once for all machines that run it."""

from collections.abc import Callable

from cudabmc.goto.program import Assign, Call, Function, Program
from cudabmc.kernel.inlining import TooLargeError
from cudabmc.kernel.loops import IrreducibleError
from cudabmc.native.kernels.footprint import Footprints
from cudabmc.native.kernels.kernel_code import KernelCode, KernelRules, compile_kernel, kernel_text
from cudabmc.native.kernels.share_text import ShareCode
from cudabmc.native.machine_code import LlvmCompiler, MachineCode
from cudabmc.native.operators import NoMachineCodeError
from cudabmc.native.overflow_text import asked_of
from cudabmc.properties import Property
from cudabmc.properties.nan import NAN, looks_at_call
from cudabmc.properties.uninitialised_read import UNINITIALISED_READ
from cudabmc.state import model_calls
from cudabmc.state.settings import Settings
from cudabmc.state.value import Value

MOST_WORDS = 4096
"""Most parameters and globals of a kernel."""

MOST_NOTES = 1 << 15
"""Most sentences of a kernel, and places that it tells about if what is reached is told."""

MOST_VARIANTS = 16
"""How often a kernel is compiled, for launches that find other variables of the models."""


class KernelLibrary:
    """What is compiled of a program under some settings. If it `tells_reached`, kernels tell what threads reach."""

    def __init__(
        self, program: Program, settings: Settings, compiler: LlvmCompiler, *, tells_reached: bool = False
    ) -> None:  # fmt: skip
        self._tells_reached = tells_reached
        self._program = program
        self._settings = settings
        self._kernels: dict[str, list[KernelCode]] = {}
        self._without: set[str] = set()
        self._unset: dict[str, frozenset[int]] = {}  # of kernels that follow values that nobody has set
        self._compiler = compiler
        self._footprints: Footprints | None = None
        self._shares: ShareCode | None = None

    def kernel(self, function: Function, value_of: Callable[[str], Value | None]) -> KernelCode | None:
        """A kernel for a launch that finds these variables of the models; None if there is no machine code for it. What
        the launch has to know is told, and `compile` makes the code: it takes seconds, and may not be needed."""
        known = self._kernels.setdefault(function.name, [])
        for made in known:
            if all(value_of(key) == value for key, value in made.assumed.items()):
                return made
        if function.name in self._without or len(known) == MOST_VARIANTS:
            return None
        made_now = self._made(function, value_of)
        if made_now is None:
            self._without.add(function.name)
        else:
            known.append(made_now)
        return made_now

    def compile(self, made: KernelCode) -> MachineCode:
        """The machine code of a kernel."""
        if made.code is None:
            compile_kernel(made, self._compiler)
        assert made.code is not None
        return made.code

    def follow_unset(self, function: Function, parameters: frozenset[int] = frozenset()) -> None:
        """A launch of the kernel has stopped at a value that nobody has set, or some of its `parameters` have none that
        is known: from now on its code goes further, if it did not already, and no property asks for such reads."""
        known = self._unset.get(function.name)
        if UNINITIALISED_READ not in self._settings.enabled and (known is None or not parameters <= known):
            self._unset[function.name] = parameters | (known or frozenset())
            self._kernels.pop(function.name, None)

    @property
    def footprints(self) -> Footprints:
        """What makes footprints of stamps."""
        if self._footprints is None:
            self._footprints = Footprints(self._compiler)
        return self._footprints

    @property
    def shares(self) -> ShareCode:
        """What puts together what shares of a launch have done."""
        if self._shares is None:
            self._shares = ShareCode(self._compiler)
        return self._shares

    def _made(self, function: Function, value_of: Callable[[str], Value | None]) -> KernelCode | None:
        surroundings: dict[str, None] = {}

        def is_arbitrary(kind: str) -> bool:
            surroundings.setdefault(kind)
            return kind in self._settings.surroundings.arbitrary

        rules = KernelRules(
            model_calls.find, self._refused, self._asked, is_arbitrary, self._settings.volatile_is_plain, value_of,
            self._tells_reached,
        )  # fmt: skip
        try:
            made = kernel_text(self._program, function, rules, self._unset.get(function.name))
        except (TooLargeError, IrreducibleError, NoMachineCodeError):
            return None
        words = max(2 * len(made.parameters) + len(made.unset), len(made.symbols))
        if words > MOST_WORDS or len(made.notes) > MOST_NOTES:
            return None
        made.surroundings = list(surroundings)
        return made

    def _asked(self, i: Assign) -> tuple[Property, ...]:
        return asked_of(i, self._settings.enabled)

    def _refused(self, call: Call) -> str:
        if NAN in self._settings.enabled and looks_at_call(call.ret, call.types):
            return f"the result of {call.callee} may be NaN"
        return ""
