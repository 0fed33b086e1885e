"""Whatever Python passes in, what comes back is an answer or a typed exception with a sentence; never a panic."""

import random
import string

import hotdice
import numpy as np
import pytest

START = "scores=0,350 turn=2 total=150 next=choose:1134"


def check(exception, words, call):
    with pytest.raises(exception) as raised:
        call()
    assert isinstance(raised.value, hotdice.HotDiceError)
    assert words in str(raised.value)


def test_rules_are_refused():
    check(hotdice.RulesError, 'did you mean "farkle"?', lambda: hotdice.Game("farkel"))
    check(hotdice.RulesError, "target", lambda: hotdice.Game("farkle(target=-1)"))
    check(hotdice.RulesError, "piggyback=no or deck=none", lambda: hotdice.Game("cheese(deck=full,piggyback=yes)"))
    check(hotdice.RulesError, "", lambda: hotdice.Game(""))


def test_seats_are_refused():
    check(hotdice.SeatsError, "exactly 2", lambda: hotdice.Game("tridice").start(3))
    check(hotdice.SeatsError, "2 or more", lambda: hotdice.Game("farkle").solve(1))
    check(hotdice.SeatsError, "there is no seat 7", lambda: hotdice.Game("pig").start(2).observation(7))
    check(hotdice.SeatsError, "there is no seat -1", lambda: hotdice.Game("pig").start(2).observation(-1))


def test_states_are_refused():
    check(hotdice.StateError, "cannot read", lambda: hotdice.Game("farkle").position("nonsense"))
    check(hotdice.StateError, "", lambda: hotdice.Game("farkle").position("scores=0,0 turn=3 total=0 next=roll:6"))


def test_actions_are_refused_and_change_nothing():
    position = hotdice.Game("farkle").position(START)
    for action, words in [
        ("keep 6", "you can't keep 6"),
        (position.game.action_id("keep 4"), "would not score"),
        ("roll", "first keep at least one die"),
        ("dance", "cannot read"),
        (929, "there is no action 929"),
        (-1, "there is no action -1"),
        (2**70, "there is no action"),
        (1.5, "there is no action 1.5"),
        (None, "there is no action None"),
        ([1], "there is no action [1]"),
        (np.array([1, 2]), "there is no action"),
    ]:
        check(hotdice.IllegalAction, words, lambda: position.act(action))
        assert position.state == START
    position.act(np.int64(position.game.action_id("keep 1")))
    check(hotdice.IllegalAction, "roll the dice first", lambda: hotdice.Game("pig").start(2).act(0))


def test_rolls_are_refused():
    position = hotdice.Game("farkle").start(2)
    check(hotdice.ImpossibleRoll, "cannot be rolled", lambda: position.settle("1 2"))
    check(hotdice.ImpossibleRoll, "there is no roll 100000", lambda: position.settle(100000))
    decided = hotdice.Game("farkle").position(START)
    check(hotdice.ImpossibleRoll, "has to choose", lambda: decided.settle("1 2"))
    check(hotdice.ImpossibleRoll, "has to choose", lambda: decided.roll(hotdice.Dice(1)))


def test_other_things_are_refused():
    farkle = hotdice.Game("farkle")
    check(hotdice.ScoreError, "7", lambda: farkle.score("1 1 1 1 1 1 1"))
    check(hotdice.ScoreError, "not a face", lambda: farkle.score("9"))
    check(hotdice.ArgumentError, "did you mean", lambda: farkle.bot("perfekt", 2))
    check(hotdice.ArgumentError, "there is no aim", lambda: farkle.solve(2, "fame"))
    check(hotdice.ArgumentError, "there is no scope", lambda: farkle.figures("everything"))
    check(hotdice.ArgumentError, "0 dice cannot be rolled", lambda: farkle.rolling(0, 0))
    check(hotdice.ArgumentError, "a name has", lambda: hotdice.Match("pig", ["", "Bo"]))
    check(hotdice.UnsolvableError, "winning only", lambda: farkle.solve(2, "points"))
    check(hotdice.UnsolvableError, "bot:strong", lambda: farkle.bot("perfect", 4))
    check(hotdice.RecordError, "this is not a game record", lambda: hotdice.Record("hello"))
    check(hotdice.RulesError, "there is no game", lambda: hotdice.Record("hotdice record 1\nrules nogame\ndice unknown\nseat 1 A\nseat 2 B\n\n"))
    damaged = "hotdice record 1\nrules pig\ndice unknown\nseat 1 A\nseat 2 B\n\nrolled 7\n"
    check(hotdice.RecordError, "line 7", lambda: hotdice.Record(damaged).replay())
    check(hotdice.RecordError, "line 7", lambda: hotdice.Record(damaged).analyse())
    solution = hotdice.Game("pig(target=20)").solve(2)
    check(hotdice.ArgumentError, "another game", lambda: solution.values(hotdice.Game("pig(target=30)").start(2)))
    check(hotdice.IllegalAction, "nobody has to choose", lambda: farkle.bot("greedy", 2).choose(farkle.start(2)))


def test_exceptions_are_one_family():
    for name in hotdice.__all__:
        thing = getattr(hotdice, name)
        if isinstance(thing, type) and issubclass(thing, Exception):
            assert issubclass(thing, hotdice.HotDiceError)


class Junk:
    """Random things of every kind that somebody might pass in."""

    WORDS = ["farkle", "yatzy", "pig", "target=", "(", ")", ",", "keep", "1 5", "none", "seats=2", "scores=0,0", "turn=1",
             "total=0", "next=roll:6", "hotdice record 1", "rules pig", "\n", "seat 1 A", "rolled", "acted 1 roll", "=", "/", "-1",
             "99999999999999999999", "\0", "é", "🎲", "choose:112346", "deck=full", "boxes=", "add=", "+", ":", "sets-9-9"]

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def text(self):
        kind = self.chance.random()
        if kind < 0.7:
            return self.chance.choice(["", " ", ","]).join(self.chance.choices(self.WORDS, k=self.chance.randrange(6)))
        letters = string.printable if kind < 0.9 else [chr(self.chance.randrange(0xD800)) for _ in range(20)]
        return "".join(self.chance.choices(letters, k=self.chance.randrange(30)))

    def thing(self):
        return self.chance.choice([
            self.text,
            lambda: self.chance.randrange(-5, 1000),
            lambda: self.chance.choice([2**31, 2**63, 2**64, -(2**63), 2**200]),
            lambda: self.chance.choice([None, True, 1.5, float("nan"), float("inf"), b"x", [], {}, object(), (1, 2)]),
            lambda: np.int16(self.chance.randrange(-3, 300)),
            lambda: np.zeros(3),
        ])()


ALLOWED = (hotdice.HotDiceError, TypeError, OverflowError, UnicodeEncodeError)


def attempt(call):
    """Calls something; what it raises must be ours, or Python's own word for a wrong type. A panic is neither."""
    try:
        return call()
    except ALLOWED as refused:
        assert not isinstance(refused, hotdice.InternalError), refused
        assert str(refused)
        return None


def test_junk_never_panics():
    junk = Junk(1)
    names = [preset.name for preset in hotdice.games()]
    methods = ["act", "settle", "roll", "observation", "values", "turn_values", "resign", "agree", "outcomes", "actions", "returns"]
    for _ in range(4000):
        attempt(lambda: hotdice.Game(junk.text()))
        attempt(lambda: hotdice.Game(f"{junk.chance.choice(names)}({junk.text()})"))
        attempt(lambda: hotdice.Game(junk.thing()))
        attempt(lambda: hotdice.Record(junk.text()))
        attempt(lambda: hotdice.verify(junk.text()))
        attempt(lambda: hotdice.Match(junk.thing(), junk.thing(), junk.thing()))
    for _ in range(1500):
        game = hotdice.Game(junk.chance.choice(names))
        for method in ["position", "start", "action_text", "action_id", "roll_text", "score", "layout", "bust_odds"]:
            attempt(lambda: getattr(game, method)(junk.thing()))
        attempt(lambda: game.bot(junk.thing(), junk.thing(), junk.thing()))
        attempt(lambda: game.rolling(junk.thing(), junk.thing()))
        position = attempt(lambda: game.start(junk.thing())) or game.start()
        for _ in range(6):
            method = junk.chance.choice(methods)
            arguments = [junk.thing() for _ in range(junk.chance.randrange(3))]
            if method == "values" and not arguments:
                continue  # That is a right question, and may take long to answer.
            attempt(lambda: getattr(position, method)(*arguments))


def test_edited_texts_never_panic():
    """States and records of real games with a few letters changed get deep into the readers."""
    junk = Junk(2)
    match = hotdice.Match("farkle(target=1000)", ["Ada", "Bo"], seed=1)
    bot = match.position.game.bot("greedy", 2)
    while match.roll_on() is not None:
        match.act(bot.choose(match.position))
    record = match.record().text
    states = [position.state for position in hotdice.Record(record).replay()]

    def edited(text):
        letters = list(text)
        for _ in range(junk.chance.randrange(1, 4)):
            place = junk.chance.randrange(len(letters))
            letters[place] = junk.chance.choice("0123456789,=:- \nacdeklnorstu")
        return "".join(letters)

    for _ in range(3000):
        read = attempt(lambda: hotdice.Record(edited(record)))
        if read is not None:
            attempt(read.replay)
        position = attempt(lambda: hotdice.Game("farkle(target=1000)").position(edited(junk.chance.choice(states))))
        if position is not None:
            for action in position.legal_actions():
                position.copy().act(action)
            attempt(position.outcomes)
            position.observation()
        attempt(lambda: hotdice.verify(edited(record)))
