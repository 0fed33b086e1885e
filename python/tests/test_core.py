"""Rules, positions, numbers of actions and rolls, observations, values, bots and records."""

import copy
import pickle
import random
import signal
import threading
import time
from fractions import Fraction

import hotdice
import numpy as np
import pytest

NAMES = [preset.name for preset in hotdice.games()]

# House rules that bring together what no preset does, and both ends of every table size.
HOUSE_RULES = [
    "farkle(target=1000,piggyback=yes)",
    "farkle(busts=3:-1000,end=final-round,bank_takes=kept,first=random)",
    "cheese(deck=full)",
    "yahtzee(joker=free)",
    "maxi-yatzy(dice=2,rolls=2,boxes=ones+twos+chance,bonus=9/4)",
    "shut-the-box(tiles=12,rounds=2,shut_wins=no)",
    "tridice(rows=3,dice=2)",
    "pig(target=20,seats=1-3)",
]


def decisions(rules, seats, seed, most=400):
    """Plays at random, and shows every position."""
    game, chance = hotdice.Game(rules), random.Random(seed)
    position, dice = game.start(seats), hotdice.Dice(seed)
    for _ in range(most):
        yield position
        if position.turn == "over":
            return
        if position.turn == "roll":
            position.roll(dice)
        else:
            position.act(chance.choice(position.legal_actions()))


def tables(rules):
    least, most = hotdice.Game(rules).seats
    return sorted({least, min(most, least + 1)})


def test_games_are_listed_with_family_sentence_and_seats():
    farkle = hotdice.games()[0]
    assert (farkle.name, farkle.family, farkle.seats[0]) == ("farkle", "push-your-luck", 2)
    assert farkle.sentence.endswith(".")


def test_rules_are_said_and_changed():
    game = hotdice.Game(hotdice.rules_line("farkle", target=5000, straight=1500))
    assert game.rules == "farkle(straight=1500,target=5000)"
    assert {parameter.name: parameter.value for parameter in game.parameters()}["target"] == "5000"
    assert any("5000" in line or "5,000" in line for _, lines in game.explain() for line in lines)
    assert game == hotdice.Game("farkle(target=5000,straight=1500)")
    assert pickle.loads(pickle.dumps(game)) == game


def test_dice_are_scored():
    assert hotdice.Game("farkle").score("1 1 1 5")["total"] == 350
    assert hotdice.Game("yahtzee").score("2 2 3 3 3", "full-house") == {"full-house": 25}


@pytest.mark.parametrize("rules", NAMES + HOUSE_RULES)
def test_numbers_are_dense_and_read_back(rules):
    game = hotdice.Game(rules)
    texts = [game.action_text(number) for number in range(game.action_count)]
    assert len(set(texts)) == len(texts)
    step = max(1, len(texts) // 50)
    for number in range(0, len(texts), step):
        assert game.action_id(texts[number]) == number
    rolls = [game.roll_text(number) for number in range(game.roll_count)]
    assert len(set(rolls)) == len(rolls)
    with pytest.raises(hotdice.IllegalAction, match="there is no action"):
        game.action_text(game.action_count)


# Agents that were trained keep their meaning only as long as these do: never change a line, only add some.
NUMBERS = {
    "farkle": {0: "roll", 1: "bank", 5: "fresh", 6: "keep 1", 11: "keep 6", 12: "keep 1 1", 928: "keep 6 6 6 6 6 6"},
    "yatzy": {0: "place ones", 14: "place chance", 15: "hold none", 16: "hold 1", 224: "hold 6 6 6 6"},
    "pig": {0: "roll", 1: "hold"},
    "shut-the-box": {0: "roll 1", 1: "roll 2", 2: "shut 1", 3: "shut 2", 4: "shut 1 2"},
    "tridice": {0: "pass", 1: "place 11", 17: "move 11-11", 272: "move 47-47"},
}


@pytest.mark.parametrize("rules", NUMBERS)
def test_numbers_never_change(rules):
    game = hotdice.Game(rules)
    assert {number: game.action_text(number) for number in NUMBERS[rules]} == NUMBERS[rules]


@pytest.mark.parametrize("rules", NAMES + HOUSE_RULES)
def test_positions_say_what_can_be_done(rules):
    game = hotdice.Game(rules)
    for seats in tables(rules):
        size = sum(field.length for field in game.layout(seats))
        for position in decisions(rules, seats, seed=seats):
            actions = position.actions()
            assert sorted(action.id for action in actions) == position.legal_actions()
            mask = position.action_mask()
            assert mask.dtype == np.bool_ and mask.shape == (game.action_count,)
            assert np.flatnonzero(mask).tolist() == position.legal_actions()
            for action in actions:
                assert game.action_text(action.id) == action.text
            outcomes = position.outcomes()
            assert bool(outcomes) == (position.turn == "roll")
            for outcome in outcomes:
                assert game.roll_text(outcome.id) == outcome.text and outcome.weight > 0
            for seat in range(seats):
                seen = position.observation(seat)
                assert seen.dtype == np.float32 and seen.shape == (size,)
                assert np.isfinite(seen).all()
            assert game.position(position.state) == position


def test_every_field_of_an_observation_is_written_where_the_layout_says():
    game = hotdice.Game("farkle")
    position = game.position("scores=1000,350 turn=2 total=150 next=kept:1134:1")
    row = position.observation(1)
    fields = {field.name: row[field.start : field.start + field.length] * field.scale for field in game.layout(2)}
    assert fields["scores"].round().tolist() == [350, 1000]
    assert fields["turn"].tolist() == [1, 0]
    assert fields["total"].round().tolist() == [150]
    assert fields["kept_points"].round().tolist() == [100]
    assert fields["roll"].round().tolist() == [2, 0, 1, 1, 0, 0]
    assert fields["kept"].round().tolist() == [1, 0, 0, 0, 0, 0]
    other = position.observation(0)
    assert (other[8:10] * 10000).round().tolist() == [1000, 350]
    assert other[12:14].tolist() == [0, 1]


@pytest.mark.parametrize("rules", NAMES)
def test_seats_are_seen_from_the_seat_that_looks(rules):
    seats = min(3, hotdice.Game(rules).seats[1])
    fields = {field.name: field for field in hotdice.Game(rules).layout(seats)}
    for position in decisions(rules, seats, seed=5):
        if position.turn != "decide":
            continue
        for seat in range(seats):
            row = position.observation(seat)
            turn = row[fields["turn"].start :][:seats].tolist()
            assert turn.index(1) == (position.seat - seat) % seats and sum(turn) == 1
            around = [position.points()[(seat + place) % seats] for place in range(seats)]
            for name in ("scores", "totals"):
                if name in fields:
                    seen = row[fields[name].start :][:seats] * fields[name].scale
                    assert np.rint(seen).tolist() == around


def test_observations_tell_decisions_apart():
    """Two positions in which the seat to decide sees the same allow the same."""
    for rules in ["farkle(target=500)", "yatzy(boxes=ones+chance,bonus=none)", "shut-the-box", "pig(target=20)"]:
        seen = {}
        for seed in range(30):
            for position in decisions(rules, 2, seed):
                if position.turn == "decide":
                    legal = position.legal_actions()
                    assert seen.setdefault(position.observation().tobytes(), legal) == legal


def test_chance_is_explicit():
    position = hotdice.Game("farkle").start(2)
    outcomes = position.outcomes()
    assert sum(outcome.weight for outcome in outcomes) == 6**6
    bust = Fraction(0)
    for outcome in outcomes:
        after = position.copy()
        after.settle(outcome.id)
        if after.turn == "roll":
            bust += Fraction(outcome.weight, 6**6)
    assert bust == Fraction(5, 162) == Fraction(*hotdice.Game("farkle").bust_odds(6))


def test_chance_is_sampled_by_a_seed():
    once = [position.state for position in decisions("zilch", 3, seed=7)]
    assert once == [position.state for position in decisions("zilch", 3, seed=7)]
    assert once != [position.state for position in decisions("zilch", 3, seed=8)]


def test_copies_are_their_own():
    position = hotdice.Game("pig").start(2)
    position.settle("5")
    for other in [position.copy(), copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))]:
        assert other == position
        assert other.act("hold") and other != position


def test_values_are_those_of_everywhere():
    """The example of the npm package."""
    position = hotdice.Game("farkle").position("scores=0,350 turn=2 total=150 next=choose:1134")
    values = position.values()
    assert (values.aim, values.certainty, values.exact, values.basis) == ("win", "exact", True, None)
    assert values.best.text == "keep 1" and str(values.best.value).startswith("0.603")
    assert values.regret(values.best.id) == 0
    assert values.regret("bank") == pytest.approx(values.best.value - values.value("bank"))


def test_values_are_what_chance_makes_of_them():
    """The value of an action is the mean of what its rolls lead to, over exact weights."""
    game = hotdice.Game("pig(target=20)")
    solution = game.solve(2)
    position = game.position("scores=3,7 turn=1 total=9 next=choose")
    after = position.copy()
    after.act("roll")
    outcomes = after.outcomes()
    total = sum(outcome.weight for outcome in outcomes)
    mean = 0.0
    for outcome in outcomes:
        settled = after.copy()
        settled.settle(outcome.id)
        mean += outcome.weight / total * solution.value(settled, 0)
    assert position.values().value("roll") == pytest.approx(mean, abs=1e-12)
    assert solution.value(after, 0) + solution.value(after, 1) == pytest.approx(1)


def test_estimates_say_so():
    position = hotdice.Game("farkle(target=300)").position("scores=0,0,0,0 turn=1 total=0 next=choose:112346")
    values = position.values()
    assert values.certainty == "estimate" and values.basis and not values.exact
    assert values.best.margin > 0


def test_a_turn_has_values_of_its_own():
    game = hotdice.Game("farkle")
    position = game.position("scores=0,0 turn=1 total=0 next=choose:112346")
    values = position.turn_values()
    assert values.aim == "points" and values.exact
    assert values.best.text in {"keep 1", "keep 1 1"}
    (turn,) = game.figures("turn")
    assert turn.name == "turn_value" and turn.value == pytest.approx(379.754118023, abs=1e-6)
    assert not hotdice.Game("farkle(busts=3:-1000)").position(position.state + " busts=0,0").turn_values().exact
    with pytest.raises(hotdice.ArgumentError):
        hotdice.Game("pig").start(2).turn_values()


def test_bots_choose():
    game = hotdice.Game("pig(target=20)")
    position = game.position("scores=19,0 turn=1 total=2 next=choose")
    for level in ["greedy", "careful", "strong", "perfect"]:
        assert game.action_text(game.bot(level, 2).choose(position)) == "hold"
    assert game.bot("random", 2, seed=1).choose(position) in position.legal_actions()


def played(rules, seed):
    match = hotdice.Match(rules, ["Ada", "Bo"], seed=seed)
    bot = match.position.game.bot("careful", 2)
    while match.roll_on() is not None:
        match.act(bot.choose(match.position))
    return match.record()


def test_records_are_written_read_and_replayed():
    record = played("farkle(target=2000)", seed=3)
    again = hotdice.Record(record.text)
    assert again.text == record.text and again.players == ["Ada", "Bo"] and again.dice == "seed 3"
    assert again.game.rules == "farkle(target=2000)"
    positions = again.replay()
    assert positions[0] == again.game.start(2)
    assert positions[-1].turn == "over"
    assert again.events[-1] == "ended " + " ".join(str(seat + 1) for seat in positions[-1].winners)


def test_records_are_analysed():
    record = played("farkle(target=1000)", seed=5)
    analysis = record.analyse()
    assert analysis["aim"] == "win" and analysis["certainty"] == "exact" and analysis["finished"]
    for seat in analysis["seats"]:
        books = seat["start"] + seat["luck"] + seat["skill"] + seat["gifts"]
        assert books == pytest.approx(seat["result"], abs=1e-9)
    for decision in analysis["decisions"]:
        position = record.game.position(decision["state"])
        assert position.seat == decision["seat"]
        assert position.values().regret(decision["chosen"]) == pytest.approx(decision["regret"], abs=1e-9)


def test_records_are_verified(repository):
    text = (repository / "npm" / "examples" / "farkle-record.txt").read_text()
    verdict = hotdice.verify(text)
    assert verdict["verified"] and verdict["dice"] == 113 and verdict["problem"] is None
    forged = text.replace("rolled 1", "rolled 2", 1)
    assert not hotdice.verify(forged)["verified"] and hotdice.verify(forged)["problem"]
    assert not hotdice.verify(played("pig(target=20)", 1).text)["verified"]


def test_solving_lets_other_threads_run_and_can_be_interrupted():
    """Ctrl-C while a game is solved that takes long, also where the tests run in the background with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    beats = []
    is_over = threading.Event()

    def beat():
        while not is_over.is_set():
            beats.append(time.monotonic())
            time.sleep(0.01)

    def interrupt():
        time.sleep(0.5)
        signal.raise_signal(signal.SIGINT)

    heart, hand = threading.Thread(target=beat), threading.Thread(target=interrupt)
    heart.start()
    hand.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            hotdice.Game("farkle(target=60000)").solve(2)
    finally:
        is_over.set()
        heart.join()
        hand.join()
        signal.signal(signal.SIGINT, before)
    assert len(beats) > 3
