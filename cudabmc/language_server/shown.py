"""Which diagnostics an editor shows for each file: those of all programs that the file is a part of."""

from lsprotocol import types


class ShownDiagnostics:
    """The diagnostics of each program by the files that they are in; all are known by their paths."""

    def __init__(self) -> None:
        self._of_programs: dict[str, dict[str, list[types.Diagnostic]]] = {}

    def replace(self, program: str, found: dict[str, list[types.Diagnostic]]) -> list[str]:
        """Show these for the program from now on; the files of which others are shown then."""
        before = self._of_programs.pop(program, {})
        if found:
            self._of_programs[program] = found
        return list(dict.fromkeys((*before, *found)))

    def of(self, path: str) -> list[types.Diagnostic]:
        """The diagnostics of a file; what two programs say alike is there once."""
        shown: list[types.Diagnostic] = []
        for found in self._of_programs.values():
            shown += [diagnostic for diagnostic in found.get(path, []) if diagnostic not in shown]
        return shown
