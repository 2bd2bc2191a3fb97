"""Options that every command knows, before or after its name, and what becomes of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from attrib.cli.notices import exit_code_of, say_notices
from attrib.cli.terminal import say, wants_color
from attrib.errors import UsageError
from attrib.model.evidence import STATEMENT, Strength
from attrib.opening import Options, open_workspace
from attrib.workspace import Workspace

Command = TypeVar("Command", bound=Callable[..., Any])
_STRENGTHS = [strength.word for strength in reversed(Strength)]


@dataclass(frozen=True, slots=True)
class Common:
    """The common options as given; those after the command's name count last."""

    start: Path | None = None
    sessions: tuple[str, ...] = ()
    session_ids: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    as_json: bool = False
    color: str | None = None
    min_strength: str | None = None
    strict: bool = False
    exit_code: bool = False
    quiet: bool = False
    verbose: bool = False

    def after(self, earlier: Common) -> Common:
        """Both together: lists joined, switches on in either, of single values the later one."""
        return Common(
            start=_joined(earlier.start, self.start),
            sessions=earlier.sessions + self.sessions,
            session_ids=earlier.session_ids + self.session_ids,
            roots=earlier.roots + self.roots,
            as_json=earlier.as_json or self.as_json,
            color=self.color or earlier.color,
            min_strength=self.min_strength or earlier.min_strength,
            strict=earlier.strict or self.strict,
            exit_code=earlier.exit_code or self.exit_code,
            quiet=earlier.quiet or self.quiet,
            verbose=earlier.verbose or self.verbose,
        )

    @property
    def options(self) -> Options:
        """What opening needs to know."""
        strength = Strength[self.min_strength.upper()] if self.min_strength else None
        return Options(
            start=self.start,
            sessions=self.sessions,
            session_ids=self.session_ids,
            roots=self.roots,
            strict=self.strict,
            min_strength=strength,
        )

    def open(self) -> Workspace:
        """The repository with its sessions."""
        return open_workspace(self.options)

    def refuse_json(self) -> None:
        """For a command whose answer has no JSON form.

        Raises:
            UsageError: JSON is asked for.
        """
        if self.as_json:
            name = click.get_current_context().command_path.removeprefix("attrib ")
            raise UsageError(f"'{name}' gives no JSON", hint=f"attrib {name} -h")

    def colored(self, workspace: Workspace | None = None) -> bool:
        """Whether stdout gets colour."""
        config = workspace.repository.config("color.") if workspace else {}
        return wants_color(self.color, config, tty=sys.stdout.isatty())

    def finish(self, workspace: Workspace, *, is_negative: bool, state: bool = True) -> int:
        """Say what stands beside the answer; gives the exit code. `state`: say the statement."""
        if not self.quiet:
            say_notices(workspace)
        if state and not self.as_json:
            say(STATEMENT)
        return exit_code_of(
            workspace, strict=self.strict, exit_code=self.exit_code, is_negative=is_negative
        )


def _joined(earlier: Path | None, later: Path | None) -> Path | None:
    """Like git's `-C a -C b`: the later one starts from the earlier one."""
    return earlier / later if earlier and later else later or earlier


_WHENS = ("always", "never", "auto")
_OPTIONS = (
    click.option("-C", "start", multiple=True, metavar="PATH", help="Run as if started in PATH."),
    click.option(
        "--sessions", multiple=True, metavar="PATH", help="Also read this stream or folder."
    ),
    click.option(
        "--session", "session_ids", multiple=True, metavar="ID", help="Only this session."
    ),
    click.option(
        "--root", "roots", multiple=True, metavar="ID=PATH", help="The root ID is this folder."
    ),
    click.option("--json", "as_json", is_flag=True, help="Write one JSON object."),
    click.option(
        "--color",
        type=click.Choice(_WHENS),
        is_flag=False,
        flag_value="always",
        help="When to colour; NO_COLOR is heeded.",
    ),
    click.option("--no-color", "color", flag_value="never", help="The same as --color=never."),
    click.option("--min-strength", type=click.Choice(_STRENGTHS), help="Leave out what is weaker."),
    click.option("--strict", is_flag=True, help="Exit with 2 where evidence is incomplete."),
    click.option("--exit-code", is_flag=True, help="Exit with 1 where the answer is negative."),
    click.option("-q", "--quiet", is_flag=True, help="No notices."),
    click.option("-v", "--verbose", is_flag=True, help="Say more."),
)
_NAMES = tuple(Common.__dataclass_fields__)


def spelled_out(arguments: Sequence[str]) -> list[str]:
    """The arguments with `--color` before anything but a time given as `--color=always`."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    following = [*arguments[1:], ""]
    return [
        f"{each}=always"
        if each == "--color" and index < end and following[index] not in _WHENS
        else each
        for index, each in enumerate(arguments)
    ]


def common_options(function: Command) -> Command:
    """Give a command the common options, as its argument `common`."""

    def wrapper(*args: Any, **values: Any) -> Any:
        context = click.get_current_context()
        given = {name: values.pop(name) for name in _NAMES}
        given["start"] = Path(*given["start"]) if given["start"] else None
        earlier = context.find_object(Common) or Common()
        common = Common(**given).after(earlier)
        return context.invoke(function, *args, common=common, **values)

    wrapper.__doc__ = function.__doc__
    wrapper.__name__ = function.__name__
    params = list(getattr(function, "__click_params__", ()))
    result: Any = wrapper
    result.__click_params__ = params
    for option in reversed(_OPTIONS):
        result = option(result)
    return result  # type: ignore[no-any-return]
