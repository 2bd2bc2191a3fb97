"""What a method is: its name, the types of its parameters and result, and what answers it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from attrib.serve.desk import Desk


@dataclass(frozen=True, slots=True)
class Caller:
    """On whose behalf a method runs: the desk, and who asks."""

    desk: Desk
    client: str


@dataclass(frozen=True, slots=True)
class Method:
    """One method. `params` and `result` are types of msgspec; `run` gives a value of `result`.

    `is_cached` for one whose answer rests on streams of records alone.
    """

    name: str
    summary: str
    params: Any
    result: Any
    run: Callable[[Caller, Any], Any]
    is_cached: bool = False

    @property
    def file(self) -> str:
        """Its name as its schemas' files begin."""
        return self.name.replace("/", "_").replace(".", "_")
