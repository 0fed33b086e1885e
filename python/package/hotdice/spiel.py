"""Games and states in the shape of OpenSpiel, so that its algorithms and yours run on both.

Needs nothing but this package: ``Game("farkle").new_initial_state()``. Where OpenSpiel is installed, ``register()`` makes
``pyspiel.load_game("python_hotdice", {"rules": "pig"})`` a game of its own.

Chance is explicit: at chance nodes ``chance_outcomes`` lists rolls and their probabilities, by the numbers of ``hotdice.Game.roll_text``.
"""

from __future__ import annotations

import json
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

import hotdice

__all__ = ["Game", "PlayerId", "State", "register"]

# A game of dice may go on as long as nobody banks; this is more than any that somebody waits for.
_LONGEST_GAME = 1_000_000
_MOST_POINTS = 1e9


class PlayerId(IntEnum):
    """Who is to move when no player is, numbered as in OpenSpiel."""

    CHANCE = -1
    TERMINAL = -4


class Game:
    """A set of rules for a number of seats."""

    def __init__(self, rules: str = "pig", seats: int | None = None) -> None:
        self.game = hotdice.Game(rules)
        self._seats = seats if seats is not None else self.game.seats[0]
        self._start = self.game.start(self._seats)
        self._size = sum(field.length for field in self.game.layout(self._seats))

    @property
    def rules(self) -> str:
        """The rules line."""
        return self.game.rules

    def num_players(self) -> int:
        """Returns how many seats there are."""
        return self._seats

    def num_distinct_actions(self) -> int:
        """Returns how many actions have a number."""
        return self.game.action_count

    def max_chance_outcomes(self) -> int:
        """Returns how many rolls have a number."""
        return self.game.roll_count

    def min_utility(self) -> float:
        """Returns the least that a player can get."""
        return 0.0 if self._seats > 1 else -_MOST_POINTS

    def max_utility(self) -> float:
        """Returns the most that a player can get."""
        return 1.0 if self._seats > 1 else _MOST_POINTS

    def utility_sum(self) -> float | None:
        """Returns what all players get together: one win, or nothing fixed at a table of one."""
        return 1.0 if self._seats > 1 else None

    def max_game_length(self) -> int:
        """Returns more decisions than any game has that somebody waits for."""
        return _LONGEST_GAME

    def observation_tensor_size(self) -> int:
        """Returns how many numbers an observation has."""
        return self._size

    def observation_tensor_shape(self) -> list[int]:
        """Returns the shape of an observation."""
        return [self._size]

    information_state_tensor_size = observation_tensor_size
    information_state_tensor_shape = observation_tensor_shape

    def new_initial_state(self) -> State:
        """Returns the state before the first event."""
        return State(self, self._start.copy(), [])

    def deserialize_state(self, text: str) -> State:
        """Reads a state that ``State.serialize`` wrote."""
        try:
            saved = json.loads(text)
            state, history = saved["state"], [(int(player), int(action)) for player, action in saved["history"]]
        except (ValueError, KeyError, TypeError) as error:
            raise hotdice.StateError(f"that is no serialized state: {error}") from None
        position = self.game.position(state)
        if position.seats != self._seats:
            raise hotdice.SeatsError(f"that state is for {position.seats} seats, and this game for {self._seats}")
        return State(self, position, history)

    def __str__(self) -> str:
        return f"hotdice(rules={self.rules},seats={self._seats})"

    def __repr__(self) -> str:
        return f"Game({self.rules!r}, seats={self._seats})"


class State:
    """A state of a game. ``apply_action`` changes it; ``clone`` and ``child`` make states of their own."""

    def __init__(self, game: Game, position: hotdice.Position, history: list[tuple[int, int]]) -> None:
        self._game = game
        self.position = position
        self._history = history

    def get_game(self) -> Game:
        """Returns the game."""
        return self._game

    def num_players(self) -> int:
        """Returns how many seats there are."""
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        """Returns how many actions have a number."""
        return self._game.num_distinct_actions()

    def current_player(self) -> int:
        """Returns the seat that decides, or who else is to move."""
        seat = self.position.seat
        if seat is not None:
            return seat
        return PlayerId.CHANCE if self.position.turn == "roll" else PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        """Tells whether the game is over."""
        return self.position.turn == "over"

    def is_chance_node(self) -> bool:
        """Tells whether dice have to be rolled."""
        return self.position.turn == "roll"

    def is_player_node(self) -> bool:
        """Tells whether a player has to choose."""
        return self.position.turn == "decide"

    def is_simultaneous_node(self) -> bool:
        """Tells that players never choose at the same time."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Lists the legal actions of whoever is to move, or of a player; chance has its rolls."""
        if self.is_chance_node():
            return sorted(outcome.id for outcome in self.position.outcomes()) if player in (None, PlayerId.CHANCE) else []
        if player is not None and player != self.current_player():
            return []
        return self.position.legal_actions()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Returns a list with 1 for every legal action."""
        count = self._game.max_chance_outcomes() if self.is_chance_node() else self.num_distinct_actions()
        mask = [0] * count
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Lists what chance may decide, with probabilities."""
        outcomes = sorted(self.position.outcomes(), key=lambda outcome: outcome.id)
        total = sum(outcome.weight for outcome in outcomes)
        return [(outcome.id, outcome.weight / total) for outcome in outcomes]

    def apply_action(self, action: int) -> None:
        """Lets whoever is to move do something; what is refused changes nothing."""
        player = self.current_player()
        if self.is_chance_node():
            self.position.settle(action)
        else:
            self.position.act(action)
        self._history.append((int(player), int(action)))

    def child(self, action: int) -> State:
        """Returns the state after an action."""
        after = self.clone()
        after.apply_action(action)
        return after

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """Returns the notation of an action, or of a roll for the player of chance."""
        if action is None:
            player, action = self.current_player(), player
        if player == PlayerId.CHANCE:
            return self._game.game.roll_text(action)
        return self._game.game.action_text(action)

    def string_to_action(self, text: str) -> int:
        """Returns the number of an action that is legal here."""
        if self.is_chance_node():
            found = [outcome.id for outcome in self.position.outcomes() if outcome.text == text]
        else:
            found = [action.id for action in self.position.actions() if action.text == text]
        if not found:
            raise hotdice.IllegalAction(f"{text!r} is not one of the choices here")
        return found[0]

    def returns(self) -> list[float]:
        """Returns what the game was worth to every seat: its share of the win, or its points at a table of one."""
        return self.position.returns()

    def rewards(self) -> list[float]:
        """Returns what the last event brought every seat: nothing before the end."""
        return self.position.returns()

    def player_return(self, player: int) -> float:
        """Returns what the game was worth to a seat."""
        return self.returns()[self._seat(player)]

    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """Returns what a seat observes, laid out as ``hotdice.Game.layout`` says."""
        return self.position.observation(self._seat(player))

    def observation_string(self, player: int | None = None) -> str:
        """Returns what a seat observes as text; nothing is hidden in these games."""
        self._seat(player)
        return self.position.state

    information_state_tensor = observation_tensor

    def information_state_string(self, player: int | None = None) -> str:
        """Returns all that a seat knows: every event so far."""
        self._seat(player)
        return " ".join(f"{seat}:{action}" for seat, action in self._history)

    def values(self, aim: hotdice._native.Aim | None = None) -> hotdice.Values:
        """Says what every choice is worth: exactly, or as an estimate with its margin."""
        return self.position.values(aim)

    def history(self) -> list[int]:
        """Lists the actions and rolls so far."""
        return [action for _, action in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        """Lists the same with who did it."""
        return list(self._history)

    def move_number(self) -> int:
        """Returns how many actions and rolls there were."""
        return len(self._history)

    def clone(self) -> State:
        """Returns a state of its own that is the same."""
        return State(self._game, self.position.copy(), list(self._history))

    def serialize(self) -> str:
        """Writes the state, for ``Game.deserialize_state``."""
        return json.dumps({"state": self.position.state, "history": self._history})

    def _seat(self, player: int | None) -> int:
        if player is None:
            player = self.current_player()
            return max(player, 0)
        if not 0 <= player < self.num_players():
            raise hotdice.SeatsError(f"there is no seat {player}: seats are counted from 0 to {self.num_players() - 1}")
        return player

    def __str__(self) -> str:
        return self.position.state

    def __repr__(self) -> str:
        return f"State({self.position.state!r})"


def register() -> None:
    """Makes ``python_hotdice`` known to OpenSpiel, with the parameters ``rules`` and ``seats`` (0 for the smallest table)."""
    import pyspiel

    if "python_hotdice" in pyspiel.registered_names():
        return

    def game_type(utility):
        return pyspiel.GameType(
            short_name="python_hotdice",
            long_name="Hot Dice",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=utility,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=64,
            min_num_players=1,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            provides_factored_observation_string=False,
            parameter_specification={"rules": "pig", "seats": 0},
        )

    # One win is shared among players; the points of somebody alone have no fixed sum.
    shared = game_type(pyspiel.GameType.Utility.CONSTANT_SUM)
    alone = game_type(pyspiel.GameType.Utility.GENERAL_SUM)

    class SpielGame(pyspiel.Game):
        """A game of this package as one of OpenSpiel."""

        def __init__(self, params=None):
            params = dict(params or {})
            self.inner = Game(params.get("rules", "pig"), params.get("seats", 0) or None)
            info = pyspiel.GameInfo(
                num_distinct_actions=self.inner.num_distinct_actions(),
                max_chance_outcomes=self.inner.max_chance_outcomes(),
                num_players=self.inner.num_players(),
                min_utility=self.inner.min_utility(),
                max_utility=self.inner.max_utility(),
                utility_sum=self.inner.utility_sum(),
                max_game_length=self.inner.max_game_length(),
            )
            super().__init__(alone if self.inner.num_players() == 1 else shared, info, params)

        def new_initial_state(self):
            return SpielState(self, self.inner.new_initial_state())

        def make_py_observer(self, iig_obs_type=None, params=None):
            del iig_obs_type, params
            return SpielObserver(self.inner.observation_tensor_size())

    class SpielState(pyspiel.State):
        """A state of this package as one of OpenSpiel."""

        def __init__(self, game, inner):
            super().__init__(game)
            self.inner = inner

        def current_player(self):
            return int(self.inner.current_player())

        def _legal_actions(self, player):
            return self.inner.legal_actions(player)

        def chance_outcomes(self):
            return self.inner.chance_outcomes()

        def _apply_action(self, action):
            self.inner.apply_action(action)

        def _action_to_string(self, player, action):
            return self.inner.action_to_string(player, action)

        def is_terminal(self):
            return self.inner.is_terminal()

        def returns(self):
            return self.inner.returns()

        def __str__(self):
            return str(self.inner)

    class SpielObserver:
        """What a player sees."""

        def __init__(self, size):
            self.tensor = np.zeros(size, np.float32)
            self.dict = {"observation": self.tensor}

        def set_from(self, state, player):
            self.tensor[:] = state.inner.observation_tensor(player)

        def string_from(self, state, player):
            return state.inner.observation_string(player)

    pyspiel.register_game(shared, SpielGame)
