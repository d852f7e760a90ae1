"""Everything that was allocated is freed when the program ends."""

from cudabmc.properties.property import Property

MEMORY_LEAK = Property(
    id="memory-leak",
    title="memory leak",
    sentence="Everything that was allocated is freed when the program ends.",
    explanation=(
        "When main returns or exit() is called, memory from malloc(), cudaMalloc() or the like was not freed. The "
        "system reclaims it, which is why this property is off by default; in a library or a loop it matters."
    ),
    hint="Free the object that the report names on every path to the end.",
    flag="memory_leak_check",
    default_on=False,
    tool="memcheck --leak-check full",
    proposition="valid-memtrack",
)
