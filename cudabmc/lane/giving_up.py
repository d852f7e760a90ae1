"""How the lane leaves a launch to the machine."""


class GiveUpError(Exception):
    """The machine has to run the launch."""
