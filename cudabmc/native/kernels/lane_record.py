"""What a thread keeps in front of its registers, in kernels whose threads meet in more than barriers of the block."""

WAY = 0
"""Where it stands: what the function of a thread answered last."""

SEGMENT = 1
"""The number of the segment that runs (`stamps.py`)."""

COORDINATES = 2
"""threadIdx, three words."""

KEY = 5
"""Which call it waits in: threads of a warp meet if their keys and masks are equal. 0 where no mask says who meets."""

MASK = 6
RESULT = 7

PAYLOAD = 8
"""What it brings along, MOST words."""

MOST = 3

IS_SET = PAYLOAD + MOST
"""Is the first word of that a value? Of a shuffle alone, in kernels that go on without values (`unset_text.py`)."""

GETS_SET = IS_SET + 1
"""Is the result one?"""

CLOCKS = GETS_SET + 1
"""What it knows of each lane (`warp_stamps.py`), if threads of a warp order their accesses."""

LANES = 32
