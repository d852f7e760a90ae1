"""Two accesses to the same bytes, one of them a write, are ordered or both atomic."""

from cudabmc.checks.property import Property

PROPERTY = Property(
    id="data-race",
    title="data race",
    sentence="Two accesses to the same bytes, one of them a write, are ordered or both atomic.",
    explanation=(
        "Two threads access overlapping bytes, at least one of them writes, at least one is no atomic, and nothing "
        "orders the two accesses: no barrier, no kernel boundary, no stream order, no fence with an atomic. Which "
        "access comes first is then up to the hardware, and so is the result; by the C++ and PTX memory models the "
        "behaviour is undefined. Two unordered writes of the same value are a race too; the report says so, and "
        "`--allow-same-value-races` tolerates them. Warps do not order anything: since Volta the threads of a warp "
        "run independently, so warp-synchronous code needs __syncwarp(). A write that an atomic or volatile read has "
        "observed comes before what the reader does next, so the last of several blocks may reset their common "
        "counter by a plain store. Atomic and volatile accesses that overlap partly race. A plain read of what "
        "atomics change is a race, unless only a compare-and-swap on the same address takes up its value (the "
        "programming guide's own atomicAdd for double reads so); the report names such reads. Volatile accesses count "
        "as relaxed atomics of system scope, as in PTX; `--volatile=plain` lets them race, as in C++, and the report "
        "lists the assumption where the answer rests on it. Kernels, asynchronous copies and the host race as well "
        "where no stream, event or wait orders them; freeing memory counts as a write."
    ),
    hint="Put a barrier between the two accesses, or make both atomic.",
    flag="data_races_check",
)
