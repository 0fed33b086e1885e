"""Thousands of games at once, stepped in Rust without the GIL.

``VectorEnv("yatzy", 4096)`` has the face of a Gymnasium vector environment, and needs only NumPy. A game that ends begins again in the
same step: ``terminations`` says so, ``infos["final_points"]`` has its points, and the observation is the first of the next game.

At a table of one, rewards are points (``(num_envs,)``); at larger tables every step acts for the seat in ``infos["seat"]``, and rewards are shares of the win
(``(num_envs, seats)``).
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

import hotdice

from ._native import Games

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as _Base
    from gymnasium.vector.utils import batch_space
except ImportError:  # NumPy is enough.
    gymnasium = None  # type: ignore[assignment]
    _Base = object  # type: ignore[assignment,misc]

__all__ = ["VectorEnv"]


class VectorEnv(_Base):
    """Many games of the same rules. House rules are part of the rules line.

    With ``regret=True``, ``infos["regret"]`` says what the last actions gave away, as ``Values.regret`` does: exactly where the game is solved. The games are then
    stepped by the plain rules, and every action is looked up, which is slow.

    With ``copy=False`` steps return the same arrays every time, written anew: quicker, for those who are done with them before the next step.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        rules: str = "farkle",
        num_envs: int = 1024,
        seats: int | None = None,
        threads: int = 1,
        copy: bool = True,
        kernel: Literal["plain"] | None = None,
        regret: bool = False,
    ) -> None:
        self.games = Games(rules, num_envs, seats, threads, "plain" if regret else kernel)
        self._has_regret = regret
        self.num_envs = num_envs
        self.seats = self.games.seat_count
        self.closed = False
        self._copy = copy
        self._next_seed = 0
        self._truncations = np.zeros(num_envs, np.bool_)
        if gymnasium is not None:
            size = self.games.observations.shape[1]
            self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode.SAME_STEP}
            self.single_observation_space = spaces.Box(0.0, np.inf, (size,), np.float32)
            self.single_action_space = spaces.Discrete(self.games.action_count)
            self.observation_space = batch_space(self.single_observation_space, num_envs)
            self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def game(self) -> hotdice.Game:
        """The game."""
        return self.games.game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins all games. Every game has dice of its own, from the seed and its number."""
        self._check_open()
        if seed is None:
            seed = int(np.random.default_rng(None if self._next_seed == 0 else self._next_seed).integers(2**63))
        if not 0 <= seed < 2**64:
            raise hotdice.ArgumentError(f"{seed} is not a seed: use 0 to {2**64 - 1}")
        self._next_seed = (seed + 1) % 2**63 or 1
        self.games.reset(seed)
        return self._given(self.games.observations), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Steps all games, each by one legal action; or none, if one of the actions is not legal."""
        self._check_open()
        games = self.games
        states = games.states() if self._has_regret else None
        games.step(actions)
        rewards = games.rewards[:, 0] if self.seats == 1 else games.rewards
        given = self._given
        infos = self._infos()
        if states is not None:
            infos["regret"] = self._regrets(states, actions)
        return given(games.observations), given(rewards), given(games.terminated), self._truncations, infos

    def sample(self) -> NDArray[np.int64]:
        """Draws a legal action for every game, each as likely as the others."""
        self._check_open()
        return self.games.sample()

    def action_mask(self) -> NDArray[np.bool_]:
        """Returns an array with True for every legal action, by game and number."""
        self._check_open()
        return self.games.action_mask()

    def close(self, **_: Any) -> None:
        """Closes the environment."""
        self.closed = True

    def _infos(self) -> dict[str, Any]:
        games, given = self.games, self._given
        return {
            "seat": given(games.seats),
            "legal": given(games.legal),
            "legal_counts": given(games.legal_counts),
            "final_points": given(games.final_points),
        }

    def _regrets(self, states: list[str], actions: NDArray[np.int64]) -> NDArray[np.float64]:
        game = self.game
        chosen = zip(states, actions, strict=True)
        regrets = [game.position(state).values().regret(int(action)) for state, action in chosen]
        return np.array(regrets, np.float64)

    def _given(self, array: np.ndarray) -> Any:
        return array.copy() if self._copy else array

    def _check_open(self) -> None:
        if self.closed:
            raise hotdice.ClosedError("the environment is closed: make another one")

    def __repr__(self) -> str:
        return f"VectorEnv({self.game.rules!r}, num_envs={self.num_envs}, seats={self.seats})"
