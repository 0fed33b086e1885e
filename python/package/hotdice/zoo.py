"""Games as PettingZoo environments: ``hotdice.zoo.env("farkle(target=5000)")``.

Agents are ``seat_0``, ``seat_1`` and so on. Observations are dictionaries with ``observation`` and ``action_mask``. Rewards come at the end:
a win is 1, a shared win its share, and at a table of one the points. Dice are rolled between the steps.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import hotdice

from ._regret import regret_info, seed_of

__all__ = ["DiceEnv", "env", "parallel_env"]


def env(rules: str = "farkle", **arguments: Any) -> DiceEnv:
    """Returns an environment; house rules are part of the rules line."""
    return DiceEnv(rules, **arguments)


def parallel_env(rules: str = "farkle", **arguments: Any) -> ParallelEnv:
    """Returns an environment in which every agent says something in every step, and only whoever is to move is heard."""
    return turn_based_aec_to_parallel(DiceEnv(rules, **arguments))


class DiceEnv(AECEnv):
    """A game in which agents take turns.

    With ``regret`` the ``info`` of an agent says what its last action gave away, in chances to win: exactly where the game is solved,
    and ``info["certainty"]`` says where it is not. The first step then solves the game, which takes a while for large ones.
    """

    metadata = {"name": "hotdice_v0", "render_modes": ["ansi"], "is_parallelizable": True}

    def __init__(
        self,
        rules: str = "farkle",
        seats: int | None = None,
        regret: bool = False,
        aim: hotdice._native.Aim | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise hotdice.ArgumentError(f"there is no render mode {render_mode!r}: use None or 'ansi'")
        self.game = hotdice.Game(rules)
        self.seats = seats if seats is not None else self.game.seats[0]
        self.render_mode = render_mode
        self._start = self.game.start(self.seats)
        self._aim = aim
        self._has_regret = regret
        self._solution: hotdice.Solution | None = None
        self._position: hotdice.Position | None = None
        self._is_closed = False
        self._generator: np.random.Generator | None = None
        size = sum(field.length for field in self.game.layout(self.seats))
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, np.inf, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (self.game.action_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.game.action_count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of what an agent does."""
        return self.action_spaces[agent]

    @property
    def position(self) -> hotdice.Position:
        """The position, as a copy."""
        return self._open().copy()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; the same seed brings the same dice."""
        if self._is_closed:
            raise hotdice.ClosedError("the environment is closed: make another one")
        if seed is not None or self._generator is None:
            self._generator, _ = seeding.np_random(seed)
        self._dice = hotdice.Dice(seed_of(self._generator))
        self._position = self._start.copy()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._roll_on()

    def step(self, action: int | None) -> None:
        """Acts for the agent whose turn it is; an action that is not legal is refused and changes nothing."""
        position = self._open()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        values = self._values(position)
        if action is None:
            raise hotdice.IllegalAction("an agent that plays on has to act: None is for agents that are done")
        position.act(action)
        self.infos[agent] = regret_info(values, int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._roll_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Returns what an agent observes; only whoever decides has legal actions."""
        position = self._open()
        seat = self.possible_agents.index(agent)
        if position.seat == seat:
            mask = position.action_mask().astype(np.int8)
        else:
            mask = np.zeros(self.game.action_count, np.int8)
        return {"observation": position.observation(seat), "action_mask": mask}

    def render(self) -> str | None:
        """Returns the state in the notation of the game."""
        return self._open().state if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Closes the environment."""
        self._is_closed = True
        self._position = None

    def _open(self) -> hotdice.Position:
        if self._is_closed:
            raise hotdice.ClosedError("the environment is closed: make another one")
        if self._position is None:
            raise hotdice.ClosedError("reset the environment first")
        return self._position

    def _values(self, position: hotdice.Position) -> hotdice.Values | None:
        if not self._has_regret:
            return None
        if self._solution is None:
            self._solution = self.game.solve(self.seats, self._aim)
        return self._solution.values(position)

    def _roll_on(self) -> None:
        position = self._open()
        while position.turn == "roll":
            position.roll(self._dice)
        if position.turn == "over":
            for agent, reward in zip(self.possible_agents, position.returns()):
                self.rewards[agent] = reward
                self.terminations[agent] = True
        elif position.seat is not None:
            self.agent_selection = self.possible_agents[position.seat]
