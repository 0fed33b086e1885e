"""Games for one as Gymnasium environments: a whole game alone, or one turn of a push-your-luck game.

``SoloEnv("yatzy")`` is a sheet filled alone, ``TurnEnv("farkle")`` one turn. Both can be made by name once this module is imported:
``gymnasium.make("hotdice/Solo-v0", rules="yahtzee")``.

``info["action_mask"]`` says what is legal: ``env.action_space.sample(info["action_mask"])`` draws from it. An action that is not legal changes nothing and brings
nothing, and ``info["illegal"]`` says why; with ``illegal="raise"`` it raises ``hotdice.IllegalAction``. ``info["regret"]`` is what the last action gave away,
exactly where the game is solved; ``info["certainty"]`` says so.
"""

from __future__ import annotations

import re
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

import hotdice

from ._regret import regret_info, seed_of

__all__ = ["SoloEnv", "TurnEnv"]


class _DiceEnv(gymnasium.Env[np.ndarray, np.int64]):
    """What both environments share: positions, dice, masks and regret."""

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, game: hotdice.Game, seats: int, regret: bool, illegal: str, render_mode: str | None) -> None:
        if render_mode not in (None, "ansi"):
            raise hotdice.ArgumentError(f"there is no render mode {render_mode!r}: use None or 'ansi'")
        if illegal not in ("raise", "ignore"):
            raise hotdice.ArgumentError(f"illegal actions can 'raise' or be 'ignore'd, not {illegal!r}")
        self.game = game
        self.render_mode = render_mode
        self._start = game.start(seats)
        self._has_regret = regret
        self._ignores = illegal == "ignore"
        self._position: hotdice.Position | None = None
        self._is_closed = False
        size = sum(field.length for field in game.layout(seats))
        self.observation_space = spaces.Box(0.0, np.inf, (size,), np.float32)
        self.action_space = spaces.Discrete(game.action_count)

    @property
    def position(self) -> hotdice.Position:
        """The position, as a copy."""
        return self._open().copy()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins an episode; the same seed brings the same dice."""
        if self._is_closed:
            raise hotdice.ClosedError("the environment is closed: make another one")
        super().reset(seed=seed)
        self._dice = hotdice.Dice(seed_of(self.np_random))
        self._position = self._begun()
        while not self._is_deciding():
            self._position = self._begun()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Acts; an action that is not legal changes nothing."""
        position = self._open()
        if not self._is_deciding():
            raise hotdice.ClosedError("the episode is over: reset the environment")
        values = self._values(position) if self._has_regret else None
        before = self._points()
        try:
            position.act(action)
        except hotdice.IllegalAction as refused:
            if not self._ignores or not self.action_space.contains(action):
                raise
            return self._seen(), 0.0, False, False, {**self._info(), "illegal": str(refused)}
        self._roll_on(position)
        reward = float(self._points() - before)
        info = {**self._info(), **regret_info(values, int(action))}
        return self._seen(), reward, not self._is_deciding(), False, info

    def action_masks(self) -> np.ndarray:
        """Returns an array with True for every legal action; none is once the episode is over."""
        if self._is_deciding():
            return self._open().action_mask()
        return np.zeros(self.game.action_count, np.bool_)

    def render(self) -> str | None:
        """Returns the state in the notation of the game."""
        return self._open().state if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Closes the environment."""
        self._is_closed = True
        self._position = None

    def _begun(self) -> hotdice.Position:
        position = self._start.copy()
        self._roll_on(position)
        return position

    def _open(self) -> hotdice.Position:
        if self._is_closed:
            raise hotdice.ClosedError("the environment is closed: make another one")
        if self._position is None:
            raise hotdice.ClosedError("reset the environment first")
        return self._position

    def _seen(self) -> np.ndarray:
        return self._open().observation(0)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}

    def _roll_on(self, position: hotdice.Position) -> None:
        while position.turn == "roll" and self._is_own(position):
            position.roll(self._dice)

    def _is_deciding(self) -> bool:
        position = self._open()
        return position.turn == "decide" and self._is_own(position)

    def _is_own(self, position: hotdice.Position) -> bool:
        raise NotImplementedError

    def _points(self) -> float:
        raise NotImplementedError

    def _values(self, position: hotdice.Position) -> hotdice.Values:
        raise NotImplementedError


class SoloEnv(_DiceEnv):
    """A game played alone for points. A step's reward is what it scored, below zero where few points are good."""

    def __init__(
        self,
        rules: str = "yatzy",
        regret: bool = True,
        illegal: str = "ignore",
        render_mode: str | None = None,
    ) -> None:
        game = hotdice.Game(rules)
        super().__init__(game, 1, regret, illegal, render_mode)
        self._sign = -1.0 if self._start.fewest_best else 1.0
        self._solution: hotdice.Solution | None = None

    def _is_own(self, position: hotdice.Position) -> bool:
        return True

    def _points(self) -> float:
        return self._sign * self._open().points()[0]

    def _values(self, position: hotdice.Position) -> hotdice.Values:
        if self._solution is None:
            self._solution = self.game.solve(1)
        return self._solution.values(position)


class TurnEnv(_DiceEnv):
    """One turn of a push-your-luck game, played for points with no end of the game in sight. The reward is what is banked."""

    def __init__(
        self,
        rules: str = "farkle",
        regret: bool = True,
        illegal: str = "ignore",
        render_mode: str | None = None,
    ) -> None:
        game = _endless(hotdice.Game(rules))
        super().__init__(game, max(2, game.seats[0]), regret, illegal, render_mode)
        fields = {field.name: field for field in game.layout(self._start.seats)}
        self._turn = fields["turn"].start

    def _is_own(self, position: hotdice.Position) -> bool:
        return position.turn != "over" and position.observation(0)[self._turn] == 1.0

    def _points(self) -> float:
        return float(self._open().points()[0])

    def _values(self, position: hotdice.Position) -> hotdice.Values:
        return position.turn_values()


# The most points that a rule may name.
_ENDLESS_TARGET = 1_000_000


def _endless(game: hotdice.Game) -> hotdice.Game:
    """Returns the same rules with a target that no turn reaches."""
    if game.family != "push-your-luck":
        raise hotdice.ArgumentError("the turns of this game do not stand alone: use SoloEnv")
    name, _, rest = game.rules.partition("(")
    kept = [part for part in rest.rstrip(")").split(",") if part and not re.match(r"target=|first=", part)]
    return hotdice.Game(f"{name}({','.join([*kept, f'target={_ENDLESS_TARGET}', 'first=entered'])})")


gymnasium.register("hotdice/Solo-v0", entry_point="hotdice.gym:SoloEnv")
gymnasium.register("hotdice/Turn-v0", entry_point="hotdice.gym:TurnEnv")
