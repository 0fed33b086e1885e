"""Trains a small agent on a yatzy with four boxes, and measures exactly what it gives away.

    python train_yatzy.py [STEPS]

The agent is a table: what it is worth to hold these dice with so many rolls and boxes left, or to have these boxes left. It knows what boxes pay and learns the
rest from 2,048 games at once, moving each entry towards the best that could be done one decision later. Then its regret is measured: the points that
its decisions give away against perfect play, known exactly because the game is solved. NumPy only.
"""

from __future__ import annotations

import sys

import numpy as np

import hotdice
from hotdice.vector import VectorEnv

RULES = "yatzy(boxes=ones+pair+full-house+chance,bonus=none)"
GAMES = 2048


class Agent:
    """A table of what choices lead to, and how to read positions for it."""

    def __init__(self, rules: str) -> None:
        self.game = hotdice.Game(rules)
        layout = {field.name: field for field in self.game.layout(1)}
        self.fields = {name: layout[name] for name in ("own_filled", "left", "dice")}
        self.boxes = layout["own_filled"].length
        holds = self.game.action_count - self.boxes
        rolls = round(layout["left"].scale)
        # Every throw of all dice has a place, found from the counts of its faces.
        dice = [outcome.text for outcome in self.game.start(1).outcomes()]
        counts = np.array([[text.count(str(face)) for face in range(1, 7)] for text in dice])
        self.powers = 7 ** np.arange(6)
        self.place_of = np.zeros(7**6, np.int64)
        self.place_of[counts @ self.powers] = np.arange(len(dice))
        names = [self.game.action_text(box).removeprefix("place ") for box in range(self.boxes)]
        self.pays = np.array([[self.game.score(text, name)[name] for text in dice] for name in names], np.float32)
        # What follows: holds by filled boxes, rolls left and dice held; then positions between turns by filled boxes.
        self.shape = (2**self.boxes, rolls, holds)
        self.between = int(np.prod(self.shape))
        self.worth = np.zeros(self.between + 2**self.boxes, np.float32)

    def read(self, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Returns filled boxes as bits, rolls left, and the place of the roll, for every row."""

        def numbers(name: str) -> np.ndarray:
            field = self.fields[name]
            return np.rint(seen[:, field.start : field.start + field.length] * field.scale).astype(np.int64)

        filled = numbers("own_filled") @ (1 << np.arange(self.boxes))
        return filled, numbers("left")[:, 0], self.place_of[numbers("dice") @ self.powers]

    def choices(self, seen: np.ndarray, legal: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns for every legal action of every row what it pays at once and in all, and which entry of the table it leads to."""
        filled, left, roll = self.read(seen)
        is_box = legal < self.boxes
        box = np.where(is_box, legal, 0).astype(np.int64)
        held = np.where(is_box, 0, legal - self.boxes).astype(np.int64)
        hold = (filled[:, None] * self.shape[1] + np.maximum(left[:, None] - 1, 0)) * self.shape[2] + held
        leads = np.where(is_box, self.between + (filled[:, None] | (1 << box)), hold)
        pays = np.where(is_box, self.pays[box, roll[:, None]], 0)
        value = pays + self.worth[leads]
        value[np.arange(legal.shape[1]) >= counts[:, None]] = -np.inf
        return value, leads

    def act(self, position: hotdice.Position) -> int:
        """Chooses the best action that it knows."""
        legal = np.array([position.legal_actions()])
        value, _ = self.choices(position.observation()[None], legal, np.array([legal.shape[1]]))
        return int(legal[0, value[0].argmax()])


def train(agent: Agent, steps: int, seed: int = 1) -> None:
    """Plays many games at once and learns from every step."""
    env = VectorEnv(agent.game.rules, GAMES)
    seen, info = env.reset(seed=seed)
    chance, rows = np.random.default_rng(seed), np.arange(GAMES)
    came_from = np.full(GAMES, -1)
    for step in range(steps):
        value, leads = agent.choices(seen, info["legal"], info["legal_counts"])
        best = value.argmax(axis=1)
        # Where a game came from is worth what is best to do now: one average for each entry.
        known = came_from >= 0
        places, inverse = np.unique(came_from[known], return_inverse=True)
        targets = np.bincount(inverse, value[rows, best][known]) / np.bincount(inverse)
        rate = max(0.5 * (1 - step / steps), 0.02)
        agent.worth[places] += rate * (targets - agent.worth[places])
        random = (chance.random(GAMES) * info["legal_counts"]).astype(np.int64)
        taken = np.where(chance.random(GAMES) < 0.2, random, best)
        came_from = leads[rows, taken]
        seen, _, terminated, _, info = env.step(info["legal"][rows, taken])
        # A full sheet leads to nothing, which is what its entry says from the start.
        came_from[terminated] = -1


def measure(game: hotdice.Game, act, games: int, seed: int = 1000) -> tuple[float, float]:
    """Returns points and regret of a player, on average for each game."""
    solution = game.solve(1)
    points = regret = 0.0
    for number in range(games):
        position, dice = game.start(1), hotdice.Dice(seed + number)
        while position.turn != "over":
            if position.turn == "roll":
                position.roll(dice)
                continue
            action = act(position)
            regret += solution.values(position).regret(action)
            position.act(action)
        points += position.points()[0]
    return points / games, regret / games


def main(steps: int = 4000, games: int = 500) -> dict[str, float]:
    """Trains, measures and prints; returns the regrets."""
    agent = Agent(RULES)
    chance = np.random.default_rng(1)
    best = agent.game.solve(1).value(agent.game.start(1))
    print(f"{agent.game.rules}: perfect play brings {best:.3f} points")
    players = {"random": lambda position: int(chance.choice(position.legal_actions())), "untrained": agent.act}
    regrets = {}
    for name, act in players.items():
        points, regrets[name] = measure(agent.game, act, games)
        print(f"{name:>9}: {points:7.3f} points, gives away {regrets[name]:7.3f} in a game")
    train(agent, steps)
    points, regrets["trained"] = measure(agent.game, agent.act, games)
    print(f"{'trained':>9}: {points:7.3f} points, gives away {regrets['trained']:7.3f} in a game, after {steps * GAMES:,} steps")
    return regrets


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
