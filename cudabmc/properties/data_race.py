"""Two accesses to the same bytes, one of them a write, are ordered or both atomic."""

from cudabmc.properties.property import Property

DATA_RACE = Property(
    id="data-race",
    title="data race",
    sentence="Two accesses to the same bytes, one of them a write, are ordered or both atomic.",
    explanation=(
        "Two threads access overlapping bytes, at least one access is a write, at least one is not atomic, and nothing "
        "orders the two: no barrier, no kernel boundary, no stream order, no fence with an atomic. The hardware then "
        "decides which access comes first, and what the result is; by the C++ and PTX memory models the "
        "behaviour is undefined. Two unordered writes of the same value are a race too; the report says so, and "
        "`--allow-same-value-races` tolerates them. Warps do not order anything: since Volta the threads of a warp "
        "run independently, so warp-synchronous code needs __syncwarp(). A plain read of what atomics change also "
        "races. Volatile accesses count as relaxed atomics, as in PTX; with `--volatile=plain` they race, as in C++. "
        "Kernels, asynchronous copies and the host race where no stream, event or wait orders them; freeing memory "
        "counts as a write."
    ),
    hint="Put a barrier between the two accesses, or make both atomic.",
    flag="data_races_check",
    two_places=True,
    by_schedule=True,
    tool="racecheck",
    proposition="! data-race",
)
