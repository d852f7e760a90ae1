"""What a program needs: the functions and variables that its roots lead to, and which functions may throw."""

import re

from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.ir.module import AliasIr, VariableIr
from cudabmc.frontend.clang.link.symbols import Definition, SymbolTable, references, text_of
from cudabmc.frontend.clang.lower.exceptions import CAN_CATCH, THROW, UNCAUGHT
from cudabmc.frontend.clang.lower.launches import is_stub

_FOR_EXCEPTIONS = {CAN_CATCH, UNCAUGHT}
_GROUP = re.compile(r"#\d+")
_POINTER_CALL = re.compile(r'\b(?:call|invoke) [^@\n]* %(?:[-\w.$]+|"[^"]*")\(')


class Reach:
    """The closure of the roots under references. `throwing`: the host functions that an exception may leave."""

    def __init__(self, symbols: SymbolTable) -> None:
        self.symbols = symbols
        self.reached: dict[Definition, None] = {}
        self.users: dict[Definition, list[Definition]] = {}  # who mentions a function
        self.throwers: list[Definition] = []
        self.indirect: list[Definition] = []
        self.throwing: set[Definition] = set()
        self.any_throw = False
        self.undefined: set[str] = set()  # what host code mentions and nothing defines

    def add(self, roots: list[Definition]) -> None:
        """Reach the roots and all that they lead to."""
        waiting = list(roots)
        while waiting:
            definition = waiting.pop()
            if definition not in self.reached:
                self.reached[definition] = None
                waiting += self._leads_to(definition)
            if not waiting and self.throwers:
                waiting += self._handlers()

    def _handlers(self) -> list[Definition]:
        """What looks after exceptions, for programs that throw some."""
        module = self.throwers[0].part.module
        found = [self.symbols.find(module, name) for name in _FOR_EXCEPTIONS]
        return [d for d in found if d is not None and d not in self.reached]

    def _leads_to(self, definition: Definition) -> list[Definition]:
        module = definition.part.module
        text = text_of(definition)
        names = references(text) - _FOR_EXCEPTIONS
        host_function = definition.is_function and not module.on_device
        if host_function and THROW in names and definition.name != THROW:
            self.throwers.append(definition)
        found = []
        for name in sorted(names):
            if name == definition.name:
                continue
            target = self.meaning(definition, name)
            if target is None:
                if not module.on_device:
                    self.undefined.add(name)
                continue
            found.append(target)
            if host_function and target.is_function:
                self.users.setdefault(target, []).append(definition)
            if is_stub(name) and not module.on_device:
                kernel = self.symbols.on_device(module, name)
                found += [kernel] if kernel is not None else []
        return found

    def meaning(self, user: Definition, name: str) -> Definition | None:
        """What a name means where it is used: a variable of the device for its shadow on the host."""
        module = user.part.module
        found = self.symbols.find(module, name)
        if not module.on_device and not is_stub(name) and (found is None or _is_shadow(found)):
            other = self.symbols.on_device(module, name)
            if other is not None and not other.is_function:
                return other
        if found is not None and not found.is_function:
            variable = found.part.module.variable(found.name)
            if isinstance(variable, AliasIr) and isinstance(variable.target, v.GlobalName):
                return self.meaning(found, variable.target.name)
        return found

    # ------------------------------------------------------------ exceptions

    def find_throwing(self) -> None:
        """Everything that mentions a function that may throw may throw, unless it is nounwind."""
        self.any_throw = bool(self.throwers)
        waiting = [d for d in self.throwers if not self._nounwind(d)]
        if self.any_throw:
            waiting += [d for d in self.reached if self._calls_through_pointers(d) and not self._nounwind(d)]
        self.throwing = set(waiting)
        while waiting:
            for user in self.users.get(waiting.pop(), ()):
                if user not in self.throwing and not self._nounwind(user):
                    self.throwing.add(user)
                    waiting.append(user)

    def _nounwind(self, definition: Definition) -> bool:
        module = definition.part.module
        at = module.definitions[definition.name][0]
        return "nounwind" in module.attributes(frozenset(_GROUP.findall(module.text[at : module.text.index("\n", at)])))

    def _calls_through_pointers(self, definition: Definition) -> bool:
        module = definition.part.module
        if module.on_device or not definition.is_function:
            return False
        return _POINTER_CALL.search(text_of(definition)) is not None


def _is_shadow(definition: Definition) -> bool:
    """A variable that stands on the host for one of the device: clang leaves its value undefined there. Literals,
    constants and statics that both sides have are two variables."""
    if definition.is_function:
        return False
    variable = definition.part.module.variable(definition.name)
    return isinstance(variable, VariableIr) and isinstance(variable.value, v.UndefC)
