"""No loop runs beyond its bound."""

from cudabmc.properties.property import Property

UNWINDING = Property(
    id="unwinding",
    title="unwinding",
    sentence="No loop runs beyond its bound.",
    explanation=(
        "A loop or recursion was cut off at the bound of `--unwind` or `--unwindset`, so longer executions were not "
        "explored. This is not a defect of the program, but not a proof either: the verdict is UNKNOWN. Loops whose "
        "end is known need no bound, and loops inside the models of library functions never count."
    ),
    hint="Raise the bound of the loop that the report names, or limit the input.",
    flag="unwinding_assertions",
)
