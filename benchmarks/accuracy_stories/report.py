"""Prints what was counted: for each kind, each relation, each manner of recording."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set

from attrib.model.evidence import LEVELS, Strength
from benchmarks.accuracy_stories.judge import FIRM, Tally

GOALS = {Strength.STRONG: 0.999, Strength.MODERATE: 0.97}
RECALL_GOAL = 0.95


def precision(counts: Counter[str]) -> tuple[int, int]:
    """Right claims, and all that are either right or not; the neutral ones are left out."""
    right = counts["right"]
    return right, right + counts["wrong"] + counts["swapped"]


def _share(right: int, of: int) -> str:
    if not of:
        return "-"
    text = f"{100 * right / of:.2f}" if right != of else "100"
    return f"{text} ({of})"


def by_strength(tally: Tally, strength: Strength) -> Counter[str]:
    """Verdicts of the lines, added and removed, at their best strength for each session."""
    found: Counter[str] = Counter()
    for (_, level, verdict), count in tally.best.items():
        if level is strength:
            found[verdict] += count
    return found


def links_at(tally: Tally, strength: Strength) -> Counter[str]:
    """Verdicts of the links at a strength."""
    return Counter({v: n for (level, v), n in tally.links.items() if level is strength})


def blame_at(tally: Tally, strength: Strength) -> Counter[str]:
    """Verdicts of the lines of blame at a strength."""
    found: Counter[str] = Counter()
    for (side, _, level, verdict), count in tally.lines.items():
        if side == "blame" and level is strength:
            found[verdict] += count
    return found


def recall_of(tally: Tally, mode: str | None = None) -> tuple[int, int]:
    """Supportable lines that were found firmly, and all of them."""
    words = {strength.word for strength in FIRM}
    counts = {key: n for key, n in tally.recall.items() if mode in (None, key[0])}
    return sum(n for (_, word), n in counts.items() if word in words), sum(counts.values())


def _table(rows: list[list[str]], *, markdown: bool) -> str:
    if markdown:
        lines = ["| " + " | ".join(row) + " |" for row in rows]
        lines.insert(1, "|" + " --- |" * len(rows[0]))
        return "\n".join(lines)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _row(name: str, tally: Tally) -> list[str]:
    strong, moderate = (by_strength(tally, level) for level in FIRM)
    neutral = strong + moderate
    return [
        name,
        str(tally.histories),
        _share(*precision(strong)),
        _share(*precision(moderate)),
        _share(*precision(links_at(tally, Strength.STRONG))),
        _share(*precision(links_at(tally, Strength.MODERATE))),
        _share(*precision(blame_at(tally, Strength.STRONG))),
        _share(*precision(blame_at(tally, Strength.MODERATE))),
        _share(*recall_of(tally)),
        f"{neutral['moved']}/{neutral['limit']}/{neutral['swapped']}",
    ]


def kinds_table(tallies: Mapping[str, Tally], controls: Set[str], *, markdown: bool) -> str:
    """One row a kind, then the sum, then the controls."""
    head = ["kind", "n", "strong lines %", "moderate lines %", "strong links", "moderate links",
            "strong blame", "moderate blame", "recall %", "moved/limit/swapped"]  # fmt: skip
    total = Tally()
    rows = [head]
    for name, tally in tallies.items():
        if name not in controls:
            total.add(tally)
            rows.append(_row(name, tally))
    rows.append(_row("all", total))
    rows += [_row(f"control: {name}", tallies[name]) for name in tallies if name in controls]
    return _table(rows, markdown=markdown)


def relations_table(tally: Tally, *, markdown: bool) -> str:
    """One row a relation: lines by strength."""
    found: dict[str, dict[Strength, Counter[str]]] = {}
    for (side, relation, strength, verdict), count in tally.lines.items():
        if side != "blame":
            levels = found.setdefault(relation, {level: Counter() for level in Strength})
            levels[strength][verdict] += count
    rows = [["relation", "strong lines %", "moderate lines %", "weak lines %"]]
    for relation, levels in sorted(found.items()):
        shares = [_share(*precision(levels[level])) for level in LEVELS]
        rows.append([relation, *shares])
    return _table(rows, markdown=markdown)


def modes_table(tally: Tally, *, markdown: bool) -> str:
    """One row a manner of recording: what was found of the supportable lines."""
    rows = [["record", "supportable lines", "recall %", "strong", "moderate", "weak", "none"]]
    for mode in sorted({mode for mode, _ in tally.recall}):
        found, of = recall_of(tally, mode)
        levels = [tally.recall[mode, w] for w in ("strong", "moderate", "weak", "none")]
        rows.append([mode, str(of), _share(found, of), *map(str, levels)])
    return _table(rows, markdown=markdown)


def print_report(
    tallies: Mapping[str, Tally], controls: Set[str], *, show: int = 0, markdown: bool = False
) -> None:
    """Print the tables, and the worst wrong claims of each kind."""
    total = Tally()
    for name, tally in tallies.items():
        if name not in controls:
            total.add(tally)
    print(kinds_table(tallies, controls, markdown=markdown))
    print()
    print(relations_table(total, markdown=markdown))
    print()
    print(modes_table(total, markdown=markdown))
    for name, tally in tallies.items():
        for crash in tally.crashes[:1]:
            print(f"\n{len(tally.crashes)} crashes in {name}: {crash}")
        wrongs = sorted(tally.wrongs, key=lambda w: -w.strength)
        shown = [w for w in wrongs if w.strength in FIRM][:show]
        if shown:
            print(f"\n{name}: {sum(w.strength in FIRM for w in wrongs)} wrong firm claims")
        for w in shown:
            print(
                f"  {w.seed} commit {w.commit} {w.path}:{w.line} {w.side} {w.strength.word} "
                f"{w.relation} {w.session} ({w.manner}) {w.records} [{w.qualifiers}] "
                f"{w.verdict}; truth: {w.truth}; {w.text!r}"
            )
        for line in tally.missed[:show]:
            print(f"  missed: {line}")
