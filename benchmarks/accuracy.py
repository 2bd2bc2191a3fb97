"""How often attrib is right: histories of known truth, asked and judged line by line.

    python benchmarks/accuracy.py [--seed S] [--histories N] [--kind KIND] [--show N] [--markdown]

Every kind of history is made N times in real git repositories, with sessions that record in
different manners. What is claimed of every line of every commit is held against the truth.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
import traceback
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.accuracy_stories import (  # noqa: F401
    controls,
    recording,
    rewriting,
    simple,
    storing,
)
from benchmarks.accuracy_stories.judge import Tally, judge, seeded
from benchmarks.accuracy_stories.kinds import CONTROLS, KINDS
from benchmarks.accuracy_stories.report import print_report


def run(kind: str, seed: str, *, mode: str | None = None, keep: Path | None = None) -> Tally:
    """Make one history and judge it; a crash of attrib is counted, not raised.

    With `keep`, the repository and its streams stay in that folder.
    """
    with ExitStack() as stack:
        if keep is None:
            temporary = tempfile.TemporaryDirectory(prefix="accuracy-")
            folder = stack.enter_context(temporary)
        else:
            folder = str(keep / f"{kind}-{seed}")
            shutil.rmtree(folder, ignore_errors=True)
        world = seeded(Path(folder).resolve(), f"{kind}:{seed}", mode=mode)
        KINDS[kind](world)
        try:
            return judge(world, kind, seed)
        except Exception:
            last = traceback.format_exc().strip()
            return Tally(histories=1, crashes=[f"{kind} {seed}: {last}"])


def main() -> None:
    """Run what the options name, and print what was counted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--seed", default="1")
    parser.add_argument("--histories", type=int, default=200, help="in all, shared by the kinds")
    parser.add_argument("--number", type=int, help="run this history of the seed alone")
    parser.add_argument("--keep", type=Path, help="keep repositories and streams in this folder")
    parser.add_argument("--kind", action="append", choices=sorted(KINDS))
    parser.add_argument("--mode", help="let every session record in this mode")
    parser.add_argument("--show", type=int, default=0, help="print this many wrong claims a kind")
    parser.add_argument("--markdown", action="store_true")
    given = parser.parse_args()
    kinds = given.kind or list(KINDS)
    each = max(1, given.histories // len(kinds))
    begin = time.perf_counter()
    tallies: dict[str, Tally] = {}
    for kind in kinds:
        tallies[kind] = Tally()
        for number in range(each) if given.number is None else [given.number]:
            seed = f"{given.seed}.{number}"
            tallies[kind].add(run(kind, seed, mode=given.mode, keep=given.keep))
    print_report(tallies, CONTROLS, show=given.show, markdown=given.markdown)
    print(f"{time.perf_counter() - begin:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
