"""Worker processes for units: one that is lost takes its unit with it and nothing else."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from attrib.fleet.units import LOST, Done, Unit

Run = Callable[[Unit], Done]


def pooled(units: Iterable[Unit], run: Run, *, workers: int) -> Iterator[Done]:
    """The answers of `run` in `workers` processes of their own, or here for 0.

    When a process is lost, the units that were under way are each tried once more alone.
    """
    if workers == 0:
        yield from map(run, units)
        return
    left = iter(units)
    suspects: list[Unit] = []
    is_left = True
    while is_left:
        is_left = yield from _until_lost(left, run, suspects, workers)
    for unit in suspects:
        alone: list[Unit] = []
        yield from _until_lost(iter([unit]), run, alone, 1)
        yield from (Done(each.repository, each.part, failure=LOST) for each in alone)


def _until_lost(
    left: Iterator[Unit], run: Run, lost: list[Unit], workers: int
) -> Generator[Done, None, bool]:
    """Run units until none is left or a process is lost; gives whether some may be left."""
    context = multiprocessing.get_context("spawn")
    under_way: dict[Future[Done], Unit] = {}
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        while True:
            while len(under_way) < workers and (unit := next(left, None)) is not None:
                under_way[pool.submit(run, unit)] = unit
            if not under_way:
                return False
            ready, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in ready:
                unit = under_way.pop(future)
                try:
                    yield future.result()
                except BrokenProcessPool:
                    lost.append(unit)
            if lost:
                lost += under_way.values()
                return True
