"""What an action gave away, for the ``info`` of environments."""

from __future__ import annotations

from typing import Any

import hotdice


def regret_info(values: hotdice.Values | None, action: int) -> dict[str, Any]:
    """Returns what an action gives away against the best, in the unit of the aim, and how far that can be trusted."""
    if values is None:
        return {}
    return {"regret": values.regret(action), "aim": values.aim, "certainty": values.certainty}


def seed_of(generator: Any) -> int:
    """Draws a seed for dice from a NumPy generator."""
    return int(generator.integers(0, 2**63))
