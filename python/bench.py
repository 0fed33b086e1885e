"""Steps per second of CPU time, beside other libraries of environments.

    python bench.py [SECONDS]

Everything is measured in this one run, with random legal actions, and in CPU time of the whole process (all threads), so that the figures are per core
and a busy machine does not change them. A step is one decision; those of OpenSpiel and PettingZoo are single games driven from Python, the others are batches.
Libraries that are not installed are left out: pip install open_spiel pettingzoo[classic] envpool pgx
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable, Iterator

import numpy as np

warnings.filterwarnings("ignore")

BATCH = 4096


def measured(step: Callable[[], int], seconds: float) -> float:
    """Returns steps per second of CPU time; the first call is not counted."""
    step()
    done, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        done += step()
    return done / spent


def hotdice_batches(seconds: float) -> Iterator[tuple[str, str, float]]:
    """Games of this package, drawn and stepped in Rust, and with actions drawn by NumPy."""
    from hotdice import __version__
    from hotdice.vector import VectorEnv

    for rules, seats in [("farkle", 2), ("zilch", 2), ("yatzy", 1), ("yahtzee", 2), ("pig", 2), ("shut-the-box", 1), ("tridice", 2)]:
        env = VectorEnv(rules, BATCH, seats, copy=False)
        env.reset(seed=1)

        def step(env: VectorEnv = env) -> int:
            env.step(env.sample())
            return BATCH

        yield f"hotdice {__version__}", f"{rules}, {seats} seat{'s' * (seats > 1)} ({env.games.kernel})", measured(step, seconds)
    env = VectorEnv("farkle", BATCH, 2)
    _, info = env.reset(seed=1)
    chance, rows = np.random.default_rng(1), np.arange(BATCH)

    def step_with_numpy() -> int:
        nonlocal info
        places = (chance.random(BATCH, np.float32) * info["legal_counts"]).astype(np.int64)
        *_, info = env.step(info["legal"][rows, places])
        return BATCH

    yield f"hotdice {__version__}", "farkle, 2 seats, NumPy chooses, arrays copied", measured(step_with_numpy, seconds)


def hotdice_single(seconds: float) -> Iterator[tuple[str, str, float]]:
    """One game of this package, driven from Python."""
    from hotdice import __version__, zoo

    env, chance = zoo.env("farkle"), np.random.default_rng(1)

    def step() -> int:
        env.reset(seed=1)
        steps = 0
        for _ in env.agent_iter():
            seen, _, terminated, _, _ = env.last()
            env.step(None if terminated else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
            steps += not terminated
        return steps

    yield f"hotdice {__version__}", "farkle, PettingZoo face, one game", measured(step, seconds)


def open_spiel(seconds: float) -> Iterator[tuple[str, str, float]]:
    """OpenSpiel's dice games, one at a time; rolls count as steps too."""
    import pyspiel

    chance = np.random.default_rng(1)
    for name in ["pig", "yacht", "backgammon"]:
        game = pyspiel.load_game(name)

        def step(game: pyspiel.Game = game) -> int:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal() and steps < 2000:
                legal = state.legal_actions()
                state.apply_action(legal[int(chance.random() * len(legal))])
                steps += 1
            return steps

        yield "open_spiel", f"{name}, one game (rolls evenly drawn)", measured(step, seconds)


def pettingzoo_classic(seconds: float) -> Iterator[tuple[str, str, float]]:
    """Classic environments of PettingZoo, one game at a time."""
    import pettingzoo
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    for module in [tictactoe_v3, connect_four_v3]:
        env = module.env()
        chance = np.random.default_rng(1)

        def step(env: pettingzoo.AECEnv = env, chance: np.random.Generator = chance) -> int:
            env.reset(seed=1)
            steps = 0
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                is_done = terminated or truncated
                env.step(None if is_done else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
                steps += not is_done
            return steps

        yield f"pettingzoo {pettingzoo.__version__}", f"{env.metadata['name']}, one game", measured(step, seconds)


def envpool(seconds: float) -> Iterator[tuple[str, str, float]]:
    """EnvPool, a batch on one thread."""
    import envpool as pool

    chance, rows = np.random.default_rng(1), np.arange(BATCH)
    for name in ["Backgammon-v1", "CartPole-v1"]:
        env = pool.make(name, env_type="gymnasium", num_envs=BATCH, num_threads=1)
        _, info = env.reset()

        def step() -> int:
            nonlocal info
            if "legal_action_mask" in info:
                mask = info["legal_action_mask"].astype(bool)
                counts = mask.cumsum(axis=1)
                drawn = (chance.random(BATCH) * counts[:, -1]).astype(np.int64)
                actions = (counts > drawn[:, None]).argmax(axis=1).astype(np.int32)
            else:
                actions = chance.integers(0, 2, BATCH, dtype=np.int32)
            *_, info = env.step(actions, rows)
            return BATCH

        yield f"envpool {pool.__version__}", f"{name}, {BATCH} games", measured(step, seconds)


def pgx(seconds: float) -> Iterator[tuple[str, str, float]]:
    """pgx, a batch compiled for the CPU."""
    import jax
    import jax.numpy as jnp
    import pgx as games
    from pgx.experimental import auto_reset

    for name in ["backgammon", "2048"]:
        env = games.make(name)
        begin, advance = jax.jit(jax.vmap(env.init)), jax.vmap(auto_reset(env.step, env.init))

        @jax.jit
        def advanced(state, key, advance=advance):
            key, draw, roll = jax.random.split(key, 3)
            actions = jax.random.categorical(draw, jnp.log(state.legal_action_mask.astype(jnp.float32)))
            return advance(state, actions, jax.random.split(roll, BATCH)), key

        key = jax.random.PRNGKey(1)
        state = begin(jax.random.split(key, BATCH))

        def step(advanced=advanced) -> int:
            nonlocal state, key
            state, key = advanced(state, key)
            state.current_player.block_until_ready()
            return BATCH

        yield f"pgx {games.__version__}", f"{name}, {BATCH} games", measured(step, seconds)


def main() -> None:
    """Measures everything that is installed, and prints a table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    print(f"| {'library':<18} | {'game':<52} | {'steps per CPU second':>20} |")
    print(f"| {'-' * 18} | {'-' * 52} | {'-' * 19}: |")
    for measure in [hotdice_batches, hotdice_single, open_spiel, pettingzoo_classic, envpool, pgx]:
        try:
            for library, game, speed in measure(seconds):
                print(f"| {library:<18} | {game:<52} | {speed:>20,.0f} |", flush=True)
        except ImportError as missing:
            print(f"| {measure.__name__:<18} | {f'not installed: {missing.name}':<52} | {'':>20} |")


if __name__ == "__main__":
    main()
