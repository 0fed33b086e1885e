"""Many games at once: the quick kernels cannot be told from the plain rules, and do what single positions do."""

import random

import hotdice
import numpy as np
import pytest
from hotdice._native import Games

QUICK = [preset.name for preset in hotdice.games() if preset.family in ("push-your-luck", "yatzy")]

# Small games reach the end often; each is tried with every parameter set to values of every kind.
SMALL = {
    "farkle(target=600)": {
        "ones": [0, 50], "fives": [0, 100], "three_ones": [0, 1000], "kinds": ["double", "linear", "50/0/100"], "straight": [1500],
        "short_straight": ["50/100", "0/300"], "three_pairs": [50, 1500], "four_and_pair": [1500], "two_triplets": [2500],
        "no_score": [50, 500], "hot": ["ends-turn", "forced"], "end": ["on-bank", "final-round"], "opening": [100, 500],
        "opens": ["game"], "bank_min": [100, 300], "busts": ["1:-50", "2:-100", "3:-1000"], "piggyback": ["yes"], "first": ["random"],
        "bank_takes": ["kept"], "count": ["in-order"], "seats": ["1-4"], "deck": ["small"],
    },
    "yahtzee(dice=2,rolls=2,boxes=ones+twin:sets-2:50+run:run-2:20,bonus=9/2)": {
        "joker": ["free", "original", "none"], "saved_rolls": ["on"], "rolls": [1, 3], "add": ["all:any:sum"], "seats": ["1-4"],
    },
    "maxi-yatzy(dice=2,rolls=2,boxes=ones+twos+chance,bonus=9/4)": {"saved_rolls": ["off"], "rolls": [4], "bonus": ["none"]},
}
TOGETHER = [
    "farkle(target=1500,busts=3:-1000,end=final-round,bank_takes=kept,first=random,hot=forced,opening=200)",
    "zilch(target=2000,piggyback=yes,end=on-bank,opens=game,opening=500)",
    "yahtzee(boxes=ones+twos+yahtzee+chance,joker=free,bonus=10/5,saved_rolls=on)",
]


def changed():
    for rules, parameters in SMALL.items():
        yield rules
        for name, values in parameters.items():
            kept = [part for part in rules[rules.index("(") + 1 : -1].split(",") if not part.startswith(name + "=")]
            for value in values:
                yield f"{rules[: rules.index('(')]}({','.join([*kept, f'{name}={value}'])})"


def same(rules, seats, games=40, steps=250):
    """Steps both kernels with the same dice, and compares everything that they write."""
    quick, plain = Games(rules, games, seats), Games(rules, games, seats, kernel="plain")
    quick.reset(11)
    plain.reset(11)
    chance = np.random.default_rng(5)
    for _ in range(steps):
        assert np.array_equal(quick.observations, plain.observations)
        assert np.array_equal(quick.rewards, plain.rewards)
        assert np.array_equal(quick.terminated, plain.terminated)
        assert np.array_equal(quick.seats, plain.seats)
        assert np.array_equal(quick.legal_counts, plain.legal_counts)
        assert np.array_equal(quick.final_points, plain.final_points)
        assert (quick.legal_counts > 0).all()
        valid = np.arange(quick.legal.shape[1]) < quick.legal_counts[:, None]
        assert np.array_equal(quick.legal[valid], plain.legal[valid])
        actions = quick.legal[np.arange(games), chance.integers(quick.legal_counts)].astype(np.int64)
        quick.step(actions)
        plain.step(actions)
    return quick.kernel


@pytest.mark.parametrize("rules", [*QUICK, *changed(), *TOGETHER])
def test_the_quick_kernel_cannot_be_told_from_the_plain_rules(rules):
    least, most = hotdice.Game(rules).seats
    for seats in sorted({least, 2, min(most, 4), min(most, 5)}):
        kernel = same(rules, seats)
        has_deck = any(name in rules for name in ["deck=small", "deck=full"])
        assert kernel == ("plain" if has_deck or seats > 4 else "quick")


def test_what_is_legal_is_the_same_for_every_number():
    """Not only what is listed: the check of an action agrees for all numbers that there are."""
    for rules in ["farkle(target=2000)", "zilch(piggyback=yes,bank_takes=kept)", "yahtzee", "maxi-yatzy"]:
        quick, plain = Games(rules, 8, 2), Games(rules, 8, 2, kernel="plain")
        quick.reset(3)
        plain.reset(3)
        for _ in range(60):
            assert np.array_equal(quick.action_mask(), plain.action_mask())
            actions = quick.sample()
            for number in range(0, quick.action_count, 7):
                tried = actions.copy()
                tried[0] = number
                legal = quick.action_mask()[0, number]
                if not legal:
                    for games in (quick, plain):
                        with pytest.raises(hotdice.IllegalAction):
                            games.step(tried)
            quick.step(actions)
            plain.step(actions)


@pytest.mark.parametrize("rules", ["farkle(target=1000)", "yatzy(boxes=ones+pair+chance,bonus=none)", "pig(target=20)",
                                   "shut-the-box", "tridice(rows=3,dice=1)", "cheese(deck=full,target=2000)"])
def test_games_are_those_of_positions(rules):
    """A game of an environment is a game of the rules: a position that is told the same rolls goes the same way."""
    game = hotdice.Game(rules)
    games = Games(rules, 3)
    games.reset(2)
    chance = random.Random(4)
    positions = [follow(game.start(games.seat_count), games, number) for number in range(3)]
    checked = 0
    for _ in range(40):
        mask = games.action_mask()
        actions = [chance.choice(np.flatnonzero(row).tolist()) for row in mask]
        games.step(np.array(actions, dtype=np.int32))
        for number in range(3):
            position = positions[number]
            if position is None:
                continue
            assert actions[number] in position.legal_actions()
            position.act(actions[number])
            begun = game.start(games.seat_count) if games.terminated[number] else position
            positions[number] = follow(begun, games, number)
            if positions[number] is not None:
                checked += 1
                assert positions[number].seat == games.seats[number]
                assert np.flatnonzero(games.action_mask()[number]).tolist() == positions[number].legal_actions()
    assert checked > 10


def follow(position, games, number, depth=3):
    """Finds the rolls that lead from a position to where a game stands; nothing if there were more than three."""
    if position.turn == "decide":
        is_there = position.seat == games.seats[number] and np.array_equal(position.observation(), games.observations[number])
        return position if is_there else None
    if position.turn == "over" or depth == 0:
        return None
    for outcome in position.outcomes():
        after = position.copy()
        after.settle(outcome.id)
        found = follow(after, games, number, depth - 1) if after.turn == "decide" or depth > 2 else None
        if found is not None:
            return found
    return None


def run(games, steps, seed):
    games.reset(seed)
    seen = []
    for _ in range(steps):
        games.step(games.sample())
        seen.append((games.observations.copy(), games.rewards.copy(), games.terminated.copy()))
    return seen


def test_seeds_give_the_same_games_on_any_number_of_threads():
    one, again = run(Games("farkle", 64), 50, 9), run(Games("farkle", 64), 50, 9)
    three = run(Games("farkle", 64, threads=3), 50, 9)
    other = run(Games("farkle", 64), 50, 10)
    for first, second, third in zip(one, again, three):
        for a, b, c in zip(first, second, third):
            assert np.array_equal(a, b) and np.array_equal(a, c)
    assert not all(np.array_equal(first[0], second[0]) for first, second in zip(one, other))


def test_a_game_does_not_depend_on_its_neighbours():
    few, many = Games("yatzy", 4), Games("yatzy", 32)
    few.reset(7)
    many.reset(7)
    for _ in range(100):
        actions = many.sample()
        many.step(actions)
        few.step(actions[:4])
        assert np.array_equal(few.observations, many.observations[:4])


def test_dice_are_even():
    """Chi-squared over the first rolls of many games: 251 degrees of freedom, and far from 5 standard deviations."""
    games = Games("yatzy", 200_000)
    games.reset(1)
    counts = np.rint(games.observations[:, -6:] * 5).astype(int)
    keys, found = np.unique(counts, axis=0, return_counts=True)
    from math import factorial, prod

    expected = np.array([len(counts) * factorial(5) / prod(factorial(n) for n in key) / 6**5 for key in keys])
    assert len(keys) == 252
    chi = ((found - expected) ** 2 / expected).sum()
    assert 251 - 5 * (2 * 251) ** 0.5 < chi < 251 + 5 * (2 * 251) ** 0.5


def test_rewards_are_points_alone_and_shares_of_the_win_otherwise():
    solo = Games("yatzy(boxes=ones+chance,bonus=none)", 50)
    solo.reset(1)
    totals = np.zeros(50)
    for _ in range(60):
        solo.step(solo.sample())
        totals += solo.rewards[:, 0]
        ended = solo.terminated
        assert np.array_equal(totals[ended], solo.final_points[ended, 0])
        totals[ended] = 0
    three = Games("pig(target=20)", 50, seats=3)
    three.reset(1)
    ended = 0
    for _ in range(300):
        three.step(three.sample())
        sums = three.rewards.sum(axis=1)
        assert np.array_equal(sums, three.terminated.astype(np.float32))
        ended += three.terminated.sum()
    assert ended > 50
    box = Games("shut-the-box", 50, seats=1)
    box.reset(1)
    left = np.zeros(50)
    for _ in range(100):
        box.step(box.sample())
        left -= box.rewards[:, 0]
        assert np.array_equal(left[box.terminated], box.final_points[box.terminated, 0])
        left[box.terminated] = 0


def check(exception, words, call):
    with pytest.raises(exception) as raised:
        call()
    assert words in str(raised.value)


def test_wrong_arguments_are_refused_and_change_nothing():
    games = Games("farkle", 4)
    check(hotdice.ClosedError, "reset", lambda: games.step(np.zeros(4, dtype=np.int64)))
    check(hotdice.ClosedError, "reset", games.sample)
    games.reset(1)
    before = games.observations.copy()
    for actions, words in [
        (np.zeros(4), "not an array of float64"),
        (np.zeros((4, 1), dtype=np.int64), "with 2 dimensions"),
        (np.zeros(3, dtype=np.int64), "3 actions for 4 games"),
        (np.zeros(4, dtype=np.uint64), "not an array of uint64"),
        (np.zeros(4, dtype=object), "object"),
        ([1, 2, 3, 4], "not list"),
        (None, "not NoneType"),
        (7, "not int"),
    ]:
        check(hotdice.ArgumentError, words, lambda: games.step(actions))
    for bad in [-1, 929, 2**40, 3]:
        actions = games.sample()
        actions[2] = bad
        check(hotdice.IllegalAction, "game 2: action", lambda: games.step(actions))
    assert np.array_equal(games.observations, before)
    check(hotdice.ArgumentError, "0 games", lambda: Games("farkle", 0))
    check(hotdice.ArgumentError, "no kernel", lambda: Games("farkle", 1, kernel="fast"))
    check(hotdice.ArgumentError, "0 threads", lambda: Games("farkle", 1, threads=0))
    check(hotdice.ArgumentError, "nobody has a choice", lambda: Games("farkle(target=50)", 1))
    check(hotdice.SeatsError, "exactly 2", lambda: Games("tridice", 1, seats=3))
    check(hotdice.RulesError, "did you mean", lambda: Games("farkel", 1))
    games.observations.flags.writeable = False
    check(hotdice.ArgumentError, "not writeable", lambda: games.step(games.sample()))


@pytest.mark.parametrize(("rules", "seats"), [("pig(target=20)", 2), ("farkle(target=600)", 2), ("yatzy(boxes=ones+twos)", 1)])
def test_regret_is_that_of_single_positions(rules, seats):
    """Quick games with the same seed are the same games; what each action gave away is looked up beside them."""
    from hotdice.vector import VectorEnv

    env, quick = VectorEnv(rules, 5, seats, regret=True), VectorEnv(rules, 5, seats)
    seen, info = env.reset(seed=3)
    quick.reset(seed=3)
    assert "regret" not in info
    given_away = 0.0
    for _ in range(12):
        positions = [env.game.position(state) for state in env.games.states()]
        actions = env.sample()
        seen, rewards, _, _, info = env.step(actions)
        assert np.array_equal(seen, quick.step(actions)[0])
        expected = [position.values() for position in positions]
        expected = [values.best.value - values.value(int(action)) for values, action in zip(expected, actions, strict=True)]
        assert info["regret"] == pytest.approx(expected, abs=1e-12)
        assert info["regret"].dtype == np.float64 and (info["regret"] >= 0).all()
        given_away += info["regret"].sum()
    assert given_away > 0
    with pytest.raises(hotdice.ArgumentError, match="plain"):
        quick_games = Games("farkle", 2)
        quick_games.reset(1)
        quick_games.states()
