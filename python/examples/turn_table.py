"""Makes two tables of docs/solved.md and a plot again, from Python.

    python turn_table.py [--check SOLVED.md] [--plot FILE]

The first table counts rolls that score nothing over all outcomes and their weights; the second has what a turn is worth and when to stop. With ``--check`` every row is
looked for in the page. The plot shows what rolling on is worth, and needs matplotlib.
"""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from pathlib import Path

import hotdice

TURNS = ["farkle", "zilch", "cheese", "farkle-classic", "farkle-minimal", "zilch-playr", "ten-thousand", "kingdom-come",
         "cheese(deck=small)", "cheese(deck=full)"]
STOPS = ["zilch", "farkle-classic", "farkle-minimal", "ten-thousand"]
PLOTTED = "farkle-minimal"


def bust(game: hotdice.Game, dice: int) -> Fraction:
    """Returns how often a roll of so many dice scores nothing."""
    # What dice show does not depend on what they score.
    outcomes = hotdice.Game("farkle").position(f"scores=0,0 turn=1 total=100 next=roll:{dice}").outcomes()
    lost = sum(outcome.weight for outcome in outcomes if game.score(outcome.text)["bust"])
    return Fraction(lost, sum(outcome.weight for outcome in outcomes))


def bust_cells(name: str) -> str:
    """Returns a row of the first table, without its name."""
    game = hotdice.Game(name)
    chances = [bust(game, dice) for dice in range(1, 7)]
    return " | ".join(f"{chance}, {100 * float(chance):.2f} %" if chance else "never" for chance in chances)


def turn_row(rules: str) -> str:
    """Returns a row of the second table."""
    figures = {figure.name: figure.value for figure in hotdice.Game(rules).figures("turn")}
    opening = figures.get("opening_turn_value")
    return f"| `{rules}` | {figures['turn_value']:.9f} | {f'{opening:.9f}' if opening else 'the same'} |"


def stop(game: hotdice.Game, dice: int) -> int:
    """Returns the turn total from which banking is as good as rolling."""
    total = 0
    while game.rolling(total, dice) > total:
        total += 50
    return total


def stop_row(rules: str) -> str:
    """Returns a row of the third table."""
    game = hotdice.Game(rules)
    return f"| `{rules}` | " + " | ".join(f"{stop(game, dice):,}" for dice in range(1, 7)) + " |"


def plot(file: Path) -> None:
    """Draws what rolling one to six dice is worth against banking."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    game = hotdice.Game(PLOTTED)
    totals = range(0, 1501, 50)
    figure, axes = pyplot.subplots(figsize=(7, 5))
    for dice in range(1, 7):
        axes.plot(totals, [game.rolling(total, dice) for total in totals], label=f"roll {dice}")
    axes.plot(totals, totals, "k--", label="bank")
    axes.set(xlabel="turn total", ylabel="points of the turn", title=f"What rolling on is worth in {PLOTTED}")
    axes.legend()
    figure.savefig(file)


def main(arguments: list[str]) -> int:
    """Prints the tables, and returns how many rows are not in the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", type=Path)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args(arguments)
    page = options.check.read_text() if options.check else None
    missing = 0

    def row(text: str, sought: str) -> None:
        nonlocal missing
        is_there = page is None or sought in page
        missing += not is_there
        print(text if is_there else f"{text}   <- not in {options.check}")

    print("| rules | 1 die | 2 dice | 3 dice | 4 dice | 5 dice | 6 dice |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in TURNS[:8]:
        cells = bust_cells(name)
        row(f"| `{name}` | {cells} |", f"| {cells} |")
    print("\n| rules | a turn | a turn that has to open |\n| --- | ---: | ---: |")
    for rules in TURNS:
        row(turn_row(rules), turn_row(rules))
    print("\n| rules | 1 die | 2 dice | 3 dice | 4 dice | 5 dice | 6 dice |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for rules in STOPS:
        row(stop_row(rules), stop_row(rules))
    if options.plot:
        plot(options.plot)
    return missing


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
