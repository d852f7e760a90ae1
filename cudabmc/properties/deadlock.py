"""Nobody waits for something that can no longer happen."""

from cudabmc.properties.property import Property

DEADLOCK = Property(
    id="deadlock",
    title="deadlock",
    sentence="Nobody waits for something that can no longer happen.",
    explanation=(
        "All remaining threads wait, and none of them can continue: a spin lock that nobody releases, a flag that "
        "nobody sets, two locks taken in opposite order. The report names the waiting threads and where they wait."
    ),
    hint="Look at what each waiting thread waits for, and which thread should have done it.",
    unchecked="executions in which no thread can continue end there",
    by_schedule=True,
    tool="synccheck",
)
