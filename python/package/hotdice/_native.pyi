"""The native half of the package, written in Rust."""

from os import PathLike
from typing import Any, Literal, SupportsIndex, TypeAlias, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

__version__: str

class HotDiceError(Exception):
    """Anything that Hot Dice refuses."""

class RulesError(HotDiceError):
    """A rules line that names no game, or rules that cannot be played."""

class SeatsError(HotDiceError):
    """A number of seats that the rules do not allow, or a seat that is not there."""

class StateError(HotDiceError):
    """A text that is no state of the game."""

class IllegalAction(HotDiceError):
    """An action that is not legal in this position."""

class ImpossibleRoll(HotDiceError):
    """A roll that cannot come up in this position."""

class ScoreError(HotDiceError):
    """Dice that these rules cannot score."""

class RecordError(HotDiceError):
    """A text that is no record, or a record that is no game of its rules."""

class UnsolvableError(HotDiceError):
    """A game that cannot be solved, or not for this table, aim or memory."""

class ArgumentError(HotDiceError):
    """An argument that is not one of those allowed: a wrong shape, type, name or number."""

class ClosedError(HotDiceError):
    """An environment that was closed, or not reset yet."""

class InternalError(HotDiceError):
    """A defect of Hot Dice itself."""

Aim: TypeAlias = Literal["win", "points"]
Certainty: TypeAlias = Literal["exact", "rounded", "estimate"]
Level: TypeAlias = Literal["random", "greedy", "careful", "strong", "perfect"]

@final
class Preset:
    """A game that has a name."""

    @property
    def name(self) -> str: ...
    @property
    def family(self) -> str: ...
    @property
    def sentence(self) -> str: ...
    @property
    def seats(self) -> tuple[int, int]: ...

@final
class Parameter:
    """A parameter of the rules, with the value that it has."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def accepts(self) -> str: ...
    @property
    def meaning(self) -> str: ...

@final
class Field:
    """A part of an observation: ``observation[start:start + length] * scale`` are its numbers."""

    @property
    def name(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def length(self) -> int: ...
    @property
    def scale(self) -> float: ...
    @property
    def meaning(self) -> str: ...

@final
class Figure:
    """A figure about perfect play."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> float: ...
    @property
    def unit(self) -> Literal["points", "chance"]: ...
    @property
    def words(self) -> str: ...

@final
class Action:
    """What a player may do: its number and its notation."""

    @property
    def id(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def points(self) -> int | None: ...

@final
class Outcome:
    """What chance may decide: its number, its notation, and its integer weight."""

    @property
    def id(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def weight(self) -> int: ...

@final
class ActionValue:
    """What one choice is worth. The margin is half the width of a 95 % interval, 0 for exact values."""

    @property
    def id(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def value(self) -> float: ...
    @property
    def margin(self) -> float: ...

@final
class Values:
    """What every choice of a position is worth, best first."""

    @property
    def aim(self) -> Aim: ...
    @property
    def certainty(self) -> Certainty: ...
    @property
    def exact(self) -> bool: ...
    @property
    def basis(self) -> str | None:
        """Why they are estimates, where they are."""
    @property
    def choices(self) -> list[ActionValue]: ...
    @property
    def best(self) -> ActionValue | None: ...
    def value(self, action: SupportsIndex | str) -> float:
        """Returns what a choice is worth."""
    def regret(self, action: SupportsIndex | str) -> float:
        """Returns what a choice gives away against the best."""
    def __len__(self) -> int: ...

@final
class Dice:
    """Dice that a seed gives again, on every machine and for ever."""

    def __new__(cls, seed: int) -> Self: ...

@final
class Game:
    """One set of rules, from a rules line such as ``farkle(target=5000)``."""

    def __new__(cls, rules: str) -> Self: ...
    @property
    def rules(self) -> str: ...
    @property
    def family(self) -> str: ...
    @property
    def seats(self) -> tuple[int, int]:
        """The least and the most seats."""
    @property
    def action_count(self) -> int: ...
    @property
    def roll_count(self) -> int: ...
    def explain(self) -> list[tuple[str, list[str]]]:
        """Explains the rules: headings and their sentences."""
    def parameters(self) -> list[Parameter]:
        """Lists everything about the rules that can be changed."""
    def score(self, dice: str, box: str | None = None) -> dict[str, Any]:
        """Scores dice that lie on a table."""
    def start(self, seats: int | None = None) -> Position:
        """Returns the position before the first event, at the smallest table unless told."""
    def position(self, state: str) -> Position:
        """Reads a position."""
    def action_id(self, text: str) -> int:
        """Returns the number of an action, legal or not."""
    def action_text(self, id: int) -> str:
        """Returns the notation of an action."""
    def roll_text(self, id: int) -> str:
        """Returns the notation of a roll."""
    def layout(self, seats: int | None = None) -> list[Field]:
        """Lists the parts of an observation."""
    def solve(self, seats: int | None = None, aim: Aim | None = None) -> Solution:
        """Solves the game, or returns somebody who estimates where it cannot be solved."""
    def bot(self, level: Level, seats: int | None = None, seed: int = 0) -> Bot:
        """Returns a bot for a table."""
    def figures(self, scope: Literal["turn", "game", "spread", "three"] = "turn") -> list[Figure]:
        """Says what perfect play is worth."""
    def rolling(self, total: int, dice: int) -> float | None:
        """Returns what rolling so many dice on top of a turn total brings on average, played for points."""
    def bust_odds(self, dice: int) -> tuple[int, int] | None:
        """Returns how many throws of so many dice score nothing, and how many throws there are."""

@final
class Position:
    """Where a game stands. ``act``, ``settle`` and ``roll`` change it; ``copy`` keeps what was."""

    @property
    def game(self) -> Game: ...
    @property
    def state(self) -> str:
        """The state in the notation of the game: all there is to it."""
    @property
    def seats(self) -> int: ...
    @property
    def turn(self) -> Literal["decide", "roll", "over"]: ...
    @property
    def seat(self) -> int | None:
        """The seat that decides, counted from 0."""
    @property
    def winners(self) -> list[int] | None: ...
    @property
    def fewest_best(self) -> bool:
        """Whether few points are good."""
    def points(self) -> list[int]:
        """Returns what every seat has scored so far."""
    def returns(self) -> list[float]:
        """Returns what the game was worth to every seat: its share of the win, or its points at a table of one."""
    def actions(self) -> list[Action]:
        """Lists the legal actions; empty unless a player has to choose."""
    def legal_actions(self) -> list[int]:
        """Lists the numbers of the legal actions in rising order."""
    def action_mask(self) -> NDArray[np.bool_]:
        """Returns an array with True for every legal action, by its number."""
    def outcomes(self) -> list[Outcome]:
        """Lists what chance may decide, with exact weights; empty unless dice have to be rolled."""
    def act(self, action: SupportsIndex | str) -> str:
        """Acts for the seat that decides; returns what happened in words."""
    def settle(self, roll: SupportsIndex | str) -> str:
        """Lets chance decide as told; returns what happened in words."""
    def roll(self, dice: Dice) -> str:
        """Rolls the dice that are due; returns what happened in words."""
    def observation(self, seat: int | None = None) -> NDArray[np.float32]:
        """Returns what a seat observes, laid out as ``Game.layout`` says."""
    def values(self, aim: Aim | None = None) -> Values:
        """Says what every choice is worth: exactly, or as an estimate with its margin."""
    def turn_values(self) -> Values:
        """Says what every choice of a turn brings in points on average, with no end of the game in sight."""
    def resign(self, seat: int) -> None:
        """Notes that the player of a seat gives up; the last one who has not wins."""
    def agree(self) -> None:
        """Ends the game because all players agree to."""
    def copy(self) -> Position:
        """Returns a position of its own that is the same."""

@final
class Solution:
    """Knows what the positions of a game are worth."""

    @property
    def game(self) -> Game: ...
    @property
    def aim(self) -> Aim: ...
    @property
    def certainty(self) -> Certainty: ...
    def values(self, position: Position) -> Values:
        """Says what every choice is worth, best first."""
    def value(self, position: Position, seat: int = 0) -> float | None:
        """Returns what a position is worth to a seat."""

@final
class Bot:
    """A player that is a program."""

    def choose(self, position: Position) -> int:
        """Chooses an action for the seat that decides, and returns its number."""

@final
class Record:
    """The record of a game: rules, players and every event."""

    def __new__(cls, text: str) -> Self: ...
    @property
    def text(self) -> str: ...
    @property
    def game(self) -> Game: ...
    @property
    def players(self) -> list[str]: ...
    @property
    def dice(self) -> str: ...
    @property
    def events(self) -> list[str]: ...
    def replay(self) -> list[Position]:
        """Plays the record through: the position at its start, and after every event."""
    def analyse(self, aim: Aim | None = None) -> dict[str, Any]:
        """Tells luck from skill, seat by seat and decision by decision."""
    def verify(self) -> dict[str, Any]:
        """Checks the dice against what was promised, and the events against the rules."""

@final
class Match:
    """A game that is played and written down, with dice from a seed."""

    def __new__(cls, rules: str, players: list[str], seed: int = 0) -> Self: ...
    @property
    def position(self) -> Position: ...
    def act(self, action: SupportsIndex | str) -> None:
        """Acts for the seat that decides."""
    def roll(self) -> None:
        """Rolls the dice that are due."""
    def roll_on(self) -> int | None:
        """Rolls as long as dice are due, and returns the seat that decides; none when the game is over."""
    def record(self) -> Record:
        """Writes the game down."""

@final
class Games:
    """Many games of the same rules, stepped together. Every step writes into the same arrays."""

    def __new__(
        cls, rules: str, count: int, seats: int | None = None, threads: int = 1, kernel: Literal["plain"] | None = None
    ) -> Self: ...
    @property
    def game(self) -> Game: ...
    @property
    def count(self) -> int: ...
    @property
    def seat_count(self) -> int: ...
    @property
    def action_count(self) -> int: ...
    @property
    def kernel(self) -> Literal["quick", "plain"]: ...
    @property
    def observations(self) -> NDArray[np.float32]:
        """What the seat that has to choose observes, by game."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the last step brought, by game and seat."""
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Whether the last step ended a game; the next one has begun then."""
    @property
    def seats(self) -> NDArray[np.int32]:
        """The seat that has to choose, by game."""
    @property
    def legal(self) -> NDArray[np.int16]:
        """The legal actions by game: the first so many as ``legal_counts`` says."""
    @property
    def legal_counts(self) -> NDArray[np.int32]:
        """How many actions are legal, by game."""
    @property
    def final_points(self) -> NDArray[np.int32]:
        """The points of the last game that ended, by game and seat."""
    def reset(self, seed: int) -> None:
        """Begins all games. Every game has dice of its own, from the seed and its number."""
    def step(self, actions: NDArray[np.signedinteger[Any]]) -> None:
        """Steps all games, each by one legal action; or none, if one of the actions is not legal."""
    def sample(self) -> NDArray[np.int64]:
        """Draws a legal action for every game, each as likely as the others."""
    def action_mask(self) -> NDArray[np.bool_]:
        """Returns an array with True for every legal action, by game and number."""
    def states(self) -> list[str]:
        """Returns the states of all games in their notation, with ``kernel="plain"``."""

def games() -> list[Preset]:
    """Lists the games that have a name."""

def configure(folder: str | PathLike[str] | None = None, memory: int | None = None) -> None:
    """Says where solved games are kept, and how many bytes solving may take."""

def verify(text: str) -> dict[str, Any]:
    """Checks the text of a record: its dice against what was promised, its events against the rules."""
