"""Dice games with exact odds: rules, positions, the value of every action, bots, records and environments.

>>> import hotdice
>>> game = hotdice.Game("pig(target=30)")
>>> position = game.position("scores=20,25 turn=1 total=8 next=choose")
>>> position.values().best.text
'roll'

Seats and actions are counted from 0 here, as arrays are; in the notation of states and records seats are counted from 1.
"""

from ._native import (
    Action,
    ActionValue,
    ArgumentError,
    Bot,
    ClosedError,
    Dice,
    Field,
    Figure,
    Game,
    HotDiceError,
    IllegalAction,
    ImpossibleRoll,
    InternalError,
    Match,
    Outcome,
    Parameter,
    Position,
    Preset,
    Record,
    RecordError,
    RulesError,
    ScoreError,
    SeatsError,
    Solution,
    StateError,
    UnsolvableError,
    Values,
    __version__,
    configure,
    games,
    verify,
)

__all__ = [
    "Action",
    "ActionValue",
    "ArgumentError",
    "Bot",
    "ClosedError",
    "Dice",
    "Field",
    "Figure",
    "Game",
    "HotDiceError",
    "IllegalAction",
    "ImpossibleRoll",
    "InternalError",
    "Match",
    "Outcome",
    "Parameter",
    "Position",
    "Preset",
    "Record",
    "RecordError",
    "RulesError",
    "ScoreError",
    "SeatsError",
    "Solution",
    "StateError",
    "UnsolvableError",
    "Values",
    "__version__",
    "configure",
    "games",
    "rules_line",
    "verify",
]


def rules_line(name: str, **rules: object) -> str:
    """Writes a rules line from a name and house rules: ``rules_line("farkle", target=5000)`` is ``farkle(target=5000)``."""
    if not rules:
        return name
    written = ",".join(f"{key}={_written(value)}" for key, value in rules.items())
    if name.endswith(")"):
        return f"{name[:-1]},{written})"
    return f"{name}({written})"


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _read_position(game: Game, state: str) -> Position:
    """Reads a pickled position."""
    return game.position(state)
