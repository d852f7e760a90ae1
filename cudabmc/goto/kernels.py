"""Which kernel a run without host code starts at."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from cudabmc.errors import UsageError

OPTION = "--kernel NAME --grid N --block N starts a kernel without host code"


def no_function(name: str, kernels: Iterable[str]) -> UsageError:
    """There is no host function to start at; a program without host code has kernels at least."""
    names = listed(kernels)
    hint = f"{OPTION}: {names}" if names and name == "main" else "use --function NAME to start at another function"
    return UsageError(f"the program has no function {name!r}", hint=hint)


def choose_kernel(wanted: str | None, kernels: Mapping[str, str]) -> str:
    """The unique name of the kernel that a user calls `wanted`, or of the only one. The only instance of a template
    needs no arguments.

    `kernels` has what reports call each kernel, by its unique name. Raises UsageError.
    """
    if wanted is None:
        if len(kernels) == 1:
            return next(iter(kernels))
        if not kernels:
            hint = "a kernel is declared __global__; a template needs its arguments: --kernel 'NAME<int>'"
            raise UsageError("the program has no kernel", hint=hint)
        raise UsageError(
            "the program has several kernels", hint=f"choose one with --kernel: {listed(kernels.values())}"
        )
    plain = wanted.replace(" ", "")
    found = [name for name, shown in kernels.items() if plain in (name.replace(" ", ""), shown.replace(" ", ""))]
    found = found or [name for name, shown in kernels.items() if _last(shown).replace(" ", "") == plain]
    found = found or [name for name, shown in kernels.items() if plain in (_template(shown), _last(_template(shown)))]
    if len(found) == 1:
        return found[0]
    if found:
        shown = [kernels[name] for name in found]
        different = len(set(shown)) == len(shown)
        raise UsageError(
            f"several kernels are called {wanted!r}", hint=f"choose one of {listed(shown if different else found)}"
        )
    raise UsageError(f"the program has no kernel {wanted!r}", hint=_hint(wanted, sorted(set(kernels.values()))))


def _template(shown: str) -> str:
    """`mine::scale` for its instance `mine::scale<float, 2>`."""
    return shown.partition("<")[0] if shown.endswith(">") else ""


def _last(shown: str) -> str:
    """The name without the namespaces around it."""
    plain, bracket, arguments = shown.partition("<")
    return plain.rpartition("::")[2] + bracket + arguments


def _hint(wanted: str, names: list[str]) -> str:
    if not names:
        return "a kernel is declared __global__; a template needs its arguments: --kernel 'NAME<int>'"
    near = get_close_matches(wanted, names, n=1)
    return f"did you mean {near[0]!r}?" if near else f"its kernels: {listed(names)}"


def listed(names: Iterable[str], most: int = 8) -> str:
    """The names with commas, each once; the first ones if there are more than `most`."""
    found = list(dict.fromkeys(names))
    return ", ".join(found[:most]) + (", ..." if len(found) > most else "")
