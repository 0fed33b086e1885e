#!/usr/bin/env python3
"""Checks the dice of a Hot Dice record without any code of Hot Dice: python3 verify.py RECORD...

Written from docs/fair-dice.md alone, with Python's standard library. It knows how dice are made (versions 1 and 2) and how a
roll is written, and no other rule: which dice were due is taken from the record, that they were due is what `hotdice verify` adds.
Where somebody was absent and showed a later link, it lists what fell and what would have fallen with their link. Which of the
two was better for them, only the rules say: `hotdice verify` does.
Exits with 0 if every record is verified, and with 1 otherwise.
"""

import hmac
import sys
from copy import deepcopy
from hashlib import sha256

LINKS = 16384
IMPRINTS = "1243 1324 1432 2134 2341 2413 3142 3214 3421 4123 4231 4312".split()
CARDS = "bonus-300 bonus-400 bonus-500 must-pass must-cut double-cheese no-cheese strikes-back".split()
DECKS = {"full": [12, 10, 8, 6, 4, 2, 8, 4], "small": [12, 10, 8, 6, 0, 0, 0, 0]}


class Wrong(Exception):
    pass


def check(holds, why):
    if not holds:
        raise Wrong(why)


def bytes32(text):
    check(len(text) == 64 and set(text) <= set("0123456789abcdef"), f"{text!r} is not 32 bytes")
    return bytes.fromhex(text)


def throw(key, number, dice, sides):
    """The dice of a roll, each counted from 0."""
    fallen, block = [], 0
    while len(fallen) < dice:
        counters = number.to_bytes(8, "big") + block.to_bytes(4, "big")
        for byte in hmac.digest(key, b"roll" + counters, "sha256"):
            if byte < 256 - 256 % sides:
                fallen.append(byte % sides)
        block += 1
    return fallen[:dice]


class Deck:
    """The cards that are left, in the order of CARDS, equal ones side by side."""

    def __init__(self, whole, left):
        self.whole, self.left = whole, list(left or whole)

    def draw(self, place):
        for card, count in enumerate(self.left):
            if place < count:
                self.left[card] -= 1
                return CARDS[card]
            place -= count

    def size(self):
        if not any(self.left):
            self.left = list(self.whole)
        return sum(self.left)


class Game:
    """How rolls are written: what was thrown for a roll, and whether that gives its text."""

    def __init__(self, rules, seats, start):
        deck = rules.partition("deck=")[2].partition(")")[0].partition(",")[0]
        left = start.partition(" deck=")[2].partition(" ")[0]
        left = [int(count) for count in left.split(",")] if left else None
        self.deck = Deck(DECKS[deck], left) if deck in DECKS else None
        self.tridice = rules.partition("(")[0] == "tridice"
        self.seats = seats

    def check(self, key, number, text):
        words = text.split()
        check(words[0] != "card" or self.deck, "there is no deck")
        given = self.give(key, number, text)
        check(given == text, f"the dice give {given}")
        return 1 if words[0] in ("first", "card") or self.tridice else len(words)

    def give(self, key, number, text):
        """What a key gives in place of this roll; a card is drawn."""
        words = text.split()
        if words[0] == "first":
            return f"first {throw(key, number, 1, self.seats)[0] + 1}"
        if words[0] == "card":
            return f"card {self.deck.draw(throw(key, number, 1, self.deck.size())[0])}"
        if self.tridice:
            return f"{text.partition('=')[0]}={IMPRINTS[throw(key, number, 1, 12)[0]]}"
        return " ".join(str(side + 1) for side in sorted(throw(key, number, len(words), 6)))


class Chain:
    """A hash chain as far as it was shown."""

    def __init__(self, table, name, anchor, rolls=0):
        self.tag = table + (b"\x00" if name is None else b"\x01" + bytes([len(name)]) + name)
        self.base, self.roll, self.link = rolls, rolls, anchor

    def show(self, roll, link):
        """Takes the link of a roll, and returns the links of the rolls before it that were not shown."""
        check(self.roll < roll <= self.base + LINKS, "a chain is used up, or a link comes twice")
        hashed, passed = link, {}
        for before in range(roll - 1, self.roll - 1, -1):
            hashed = sha256(b"hotdice/link/v2" + self.tag + hashed).digest()
            passed[before] = hashed
        check(passed.pop(self.roll) == self.link, "the link does not belong to its hash chain")
        self.roll, self.link = roll, link
        return passed

    def check_secret(self, secret, anchor):
        link = sha256(b"hotdice/secret/v2" + self.tag + secret).digest()
        for _ in range(LINKS):
            link = sha256(b"hotdice/link/v2" + self.tag + link).digest()
        check(link == anchor, "the seed is not that of the server's anchor")


class Committed:
    """Version 1: one key for the whole game, from the seed and what the persons added."""

    def __init__(self, table, promise, people, lines):
        check(lines[-1].startswith("seed "), "the seed is not revealed: the game is not over")
        seed = bytes32(lines[-1][5:])
        check(sha256(b"hotdice/commit/v1" + table + seed).digest() == promise, "the seed is not that of the commitment")
        added = b"".join(entropy for _, entropy in sorted(people.items()))
        self.key = hmac.digest(seed, b"hotdice/key/v1" + table + added, "sha256")
        self.rolls = 0

    absences = {}

    def event(self, _kind, _rest):
        pass

    def roll(self, text):
        number, self.rolls = self.rolls, self.rolls + 1
        return self.key, number, text, None, {}


class Linked:
    """Version 2: a key for every roll, from the links of the server and of everybody who was there."""

    def __init__(self, table, promise, people, lines, names):
        self.table, self.rolls, self.answers = table, 0, {}
        self.absences = {seat: Absences() for seat in people}
        self.server = Chain(table, None, promise)
        self.names = names
        self.chains = {seat: Chain(table, names[seat], anchor) for seat, anchor in people.items()}
        if lines[-1].startswith("seed "):
            self.server.check_secret(bytes32(lines[-1][5:]), promise)

    def event(self, kind, rest):
        if kind in ("left", "replaced", "returned", "resigned"):
            seat = int(rest.split()[0])
            if seat in self.absences:
                self.absences[seat].attend(kind == "returned", self.answers.get(seat, b"") is None)
        if kind not in ("linked", "absent", "anchored"):
            return
        seat, _, value = rest.partition(" ")
        seat = int(seat)
        check(seat in self.chains, f"nobody at seat {seat} has a chain")
        check(seat not in self.answers, f"seat {seat} has answered this roll already")
        if kind == "linked":
            passed = self.chains[seat].show(self.rolls + 1, bytes32(value))
            self.answers[seat] = bytes32(value)
            self.absences[seat].found(passed)
        elif kind == "absent":
            self.answers[seat] = None
            self.absences[seat].absent()
        else:
            self.chains[seat] = Chain(self.table, self.names[seat], bytes32(value), self.rolls)
            self.absences[seat].anchored()

    def roll(self, text):
        text, separator, link = text.rpartition(" link ")
        check(separator, "the server's link is missing")
        link, self.rolls = bytes32(link), self.rolls + 1
        self.server.show(self.rolls, link)
        check(set(self.answers) == set(self.chains), "somebody neither added a link nor was absent")
        answers, number, self.answers = self.answers, self.rolls, {}
        return self.key(number, link, answers), number, text, link, answers

    def key(self, number, link, answers):
        key = b"hotdice/roll/v2" + self.table + number.to_bytes(8, "big") + link
        for seat, added in sorted(answers.items()):
            key += bytes([seat]) + added if added else b""
        return sha256(key).digest()

    def note_absences(self, game, number, text, link, answers):
        """Keeps what is needed to say later what this roll would have been with the links that are missing."""
        for seat in (seat for seat, added in answers.items() if not added):
            def with_link(added, seat=seat, game=deepcopy(game)):
                return game.give(self.key(number, link, {**answers, seat: added}), number, text)

            self.absences[seat].rolled(number, text, with_link)


class Absences:
    """The rolls without a person's link, and what later links say about them."""

    def __init__(self):
        self.count, self.open, self.rolls = 0, {}, []
        self.is_here, self.is_silent, self.was_awaited = True, False, True

    def attend(self, is_here, has_missed):
        self.is_here = is_here
        self.is_silent = self.is_silent and not (is_here and not has_missed)

    def absent(self):
        self.count += 1
        self.was_awaited, self.is_silent = self.is_here and not self.is_silent, True

    def anchored(self):
        # The links of the old chain that were not shown never will be.
        self.open, self.is_silent = {}, False

    def rolled(self, number, text, with_link):
        self.open[number] = text, self.was_awaited, with_link

    def found(self, links):
        self.is_silent = False
        for number, link in sorted(links.items()):
            text, was_awaited, with_link = self.open.pop(number)
            self.rolls.append((number, text, with_link(link), was_awaited))

    def lines(self, name):
        if self.count:
            rolls = "1 roll" if self.count == 1 else f"{self.count} rolls"
            yield f"{name} was absent for {rolls}; later links show {len(self.rolls)} of them"
        for number, text, other, was_awaited in self.rolls:
            waited = "the table waited" if was_awaited else "the table did not wait"
            yield f"roll {number} fell {text}, with {name} it would have been {other} ({waited})"


def verify(text):
    """Returns how many rolls and dice are as they had to be, and lines about those who were absent."""
    lines = [line.rstrip() for line in text.splitlines()]
    check(lines and lines[0].startswith("hotdice record "), "this is not a record")
    header = lines[: lines.index("")]
    events = [line for line in lines[lines.index("") :] if line]
    rules, dice, start, names, people = "", [], "", {}, {}
    for line in header[1:]:
        word, _, rest = line.partition(" ")
        if word == "rules":
            rules = rest
        elif word == "dice":
            dice = rest.split()
        elif word == "seat":
            seat, _, name = rest.partition(" ")
            names[int(seat)] = name.encode()
        elif word in ("entropy", "anchor"):
            people[len(names)] = bytes32(rest)
        elif word == "from":
            start = " " + rest
    check(len(dice) == 3 and dice[0] in ("fair", "linked"), "the dice were not promised by anybody")
    check(events, "nothing has happened")
    table, promise = dice[1].encode(), bytes32(dice[2])
    if dice[0] == "fair":
        source = Committed(table, promise, people, events)
    else:
        source = Linked(table, promise, people, events, names)
    game, count = Game(rules, len(names), start), 0
    for line in events:
        kind, _, rest = line.partition(" ")
        if kind == "rolled":
            try:
                key, number, fell, link, answers = source.roll(rest)
                if None in answers.values():
                    source.note_absences(game, number, fell, link, answers)
                count += game.check(key, number, fell)
            except Wrong as wrong:
                raise Wrong(f"roll {source.rolls}: {wrong}") from None
        else:
            source.event(kind, rest)
    absences = source.absences.items()
    return source.rolls, count, [line for seat, each in absences for line in each.lines(names[seat].decode())]


def main(files):
    failed = not files
    if failed:
        print(__doc__)
    for file in files:
        try:
            with open(file, encoding="utf-8") as record:
                rolls, dice, absences = verify(record.read())
            print(f"{file}: verified, {rolls} rolls of {dice} dice")
            for line in absences:
                print(f"  {line}")
        except (Wrong, ValueError, OSError) as error:
            print(f"{file}: NOT verified: {error}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
