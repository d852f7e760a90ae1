"""A race of threads that access what they have permissions for, as an error of these permissions."""

from collections.abc import Iterable
from dataclasses import replace

from cudabmc.result import Violation
from cudabmc.source.location import Location
from cudabmc.state.show import thread_name

_RACE = "data race on "


def of_permissions(violation: Violation, permitted: Iterable[Location]) -> Violation:
    """What a race tells of the permissions that threads get at some places; the race itself if it is about none. A
    thread that may write an element reads it, too, before it writes it back: so these actions say nothing."""
    lines = {(loc.file, loc.line) for loc in permitted}
    given = [(place.loc.file, place.loc.line) in lines for place in violation.places]
    if not any(given) or not violation.message.startswith(_RACE) or len(given) != 2:
        return violation
    what = violation.message.removeprefix(_RACE).partition(": ")[0]
    one, other = (thread_name(place.thread) for place in violation.places)
    if all(given):
        text = f"{one} and {other} both have a permission for {what}, and one of them may write it"
        hint = "no element that one thread may write may be in a permission of another thread"
    else:
        if given[0]:
            one, other = other, one
        action = violation.places[given.index(False)].action
        text = f"{action} of {what} by {one}, for which {other} has a permission"
        hint = "a thread may only access what it has a permission for"
    places = (
        replace(place, action="permission") if is_given else place
        for place, is_given in zip(violation.places, given, strict=True)
    )
    return replace(violation, prop="assertion", message=text, hint=hint, places=tuple(places))
