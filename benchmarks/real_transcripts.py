"""How well content agrees with declared sessions, on real transcripts.

A repository whose branch `entire/checkpoints/v1` holds transcripts of Claude Code, in folders
that the commits name by a trailer `Entire-Checkpoint: <12 hex>`, gives both sides: what the
importer and the matcher find, and which session each commit declares. Nothing of it is kept.

    python benchmarks/real_transcripts.py <git dir of the repository> [--work DIR]
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from attrib.cli.importing import write_session
from attrib.importers.claude_code import ClaudeCode
from attrib.model.evidence import Link, Relation, Strength
from attrib.model.ids import Oid
from attrib.opening import Options, open_repository, open_workspace
from attrib.pipeline import link as link_changes
from attrib.unseen import unseen_of

BRANCH = "entire/checkpoints/v1"
NAMESPACE = "benchmark"
_TRANSCRIPT = re.compile(r"([0-9a-f]{2})/([0-9a-f]{10})/(?:\d+/)?(?:full|transcript)\S*\.jsonl")
_TRAILER = re.compile(rb"^Entire-Checkpoint:[ \t]*([0-9a-f]{12})[ \t]*$", re.M)


@dataclass
class Corpus:
    """Everything that linking needs: where the streams lie, and what the commits declare.

    `streams` is a folder that `--sessions` accepts. `declared` names, for each commit with a
    trailer whose folder holds a readable transcript, the IDs of the sessions in that folder.
    """

    git_dir: Path
    streams: Path
    declared: Mapping[str, frozenset[str]] = field(default_factory=dict)


def extract(git_dir: Path, folder: Path) -> dict[str, list[Path]]:
    """Write every transcript that this clone has into `folder`; the files by checkpoint."""
    listing = _git(git_dir, "ls-tree", "-r", "-z", BRANCH).split(b"\0")
    entries: list[tuple[str, str, str]] = []
    for entry in listing:
        meta, _, name = entry.partition(b"\t")
        found = _TRANSCRIPT.fullmatch(name.decode("utf-8", "replace"))
        if found:
            entries.append((meta.split()[2].decode(), found[1] + found[2], found[0]))
    files: dict[str, list[Path]] = defaultdict(list)
    for (_, checkpoint, file), data in zip(
        entries, _blobs(git_dir, [oid for oid, _, _ in entries]), strict=True
    ):
        if data is not None:
            path = folder / file.replace("/", "-")
            path.write_bytes(data)
            files[checkpoint].append(path)
    return files


def import_all(
    importer: ClaudeCode, files: Mapping[str, list[Path]], common_dir: Path
) -> Counter[str]:
    """Import all transcripts into one store; what they held, counted."""
    logs = [path for group in files.values() for path in group if importer.recognizes(path)]
    counts: Counter[str] = Counter(transcripts=len(logs))
    for session in importer.sessions(logs):
        counts["sessions"] += 1
        counts["lines not read"] += len(session.notices)
        for record in session.records:
            counts["records"] += 1
            counts[f"records of type {record['type']}"] += 1
            counts["changes with rebuilt content"] += _is_rebuilt(record)
        write_session(session, NAMESPACE, common_dir)
    return counts


def _is_rebuilt(record: Mapping[str, object]) -> bool:
    """True for an applied change whose whole content after it is known, or follows from it."""
    changes = record.get("changes")
    if record["type"] != "file_change" or record.get("status") != "applied":
        return False
    return record.get("precision") in ("exact", "hunks") and isinstance(changes, list)


def declared_sessions(
    git_dir: Path, importer: ClaudeCode, files: Mapping[str, list[Path]]
) -> dict[str, frozenset[str]]:
    """The sessions that each commit's trailers name, where a transcript of theirs is readable."""
    named = {checkpoint: _session_ids(importer, paths) for checkpoint, paths in files.items()}
    declared: dict[str, frozenset[str]] = {}
    log = _git(git_dir, "log", "--all", "-z", "--format=%H%n%B")
    for entry in log.split(b"\0"):
        commit, _, message = entry.partition(b"\n")
        checkpoints = [match.decode() for match in _TRAILER.findall(message)]
        ids = frozenset().union(*(named.get(name, frozenset()) for name in checkpoints))
        if ids:
            declared[commit.decode()] = ids
    return declared


def _session_ids(importer: ClaudeCode, paths: list[Path]) -> frozenset[str]:
    """The sessions that the rows of these transcripts name; what a row names counts, not a file."""
    ids: set[str] = set()
    for path in paths:
        if importer.recognizes(path):
            ids |= {found.decode() for found in _ROW_SESSION.findall(path.read_bytes())}
    return frozenset(ids)


#: At the top of a row: a session ID in a text would have its quotes escaped.
_ROW_SESSION = re.compile(rb'"sessionId":"([^"\\]+)"')


def link(corpus: Corpus) -> None:
    """Compare what the matcher finds with what the commits declare, and print both ways."""
    repository = open_repository(None, git_dir=corpus.git_dir)
    options = Options(sessions=(str(corpus.streams),))
    with timed("link"), open_workspace(options, repository) as workspace:
        oids = [Oid(oid) for oid in corpus.declared]
        commits = repository.commits(oids)
        changes = repository.changes_of(commits)
        pairs = [(change, commits[oid]) for oid in commits for change in changes.get(oid, ())]
        graph = link_changes(workspace, pairs, commits.values())
        bound = sum(workspace.bindings.binds(session.key) for session in workspace.sessions)
        print(f"{bound:>8} of {len(workspace.sessions)} sessions bound to the repository")
        links = {oid: [one for one in graph.links_of(oid) if one.strength] for oid in commits}
        missed = Counter(
            unseen_of(workspace, commits[oid]).value
            for oid, found in links.items()
            if not any(one.session.id in corpus.declared[oid] for one in found)
        )
    _print_agreement(corpus, links)
    for reason, count in missed.most_common():
        print(f"{count:>8} of those not found: {reason}")
    _print_relations(corpus, links)
    _print_curve(corpus, links)
    _print_disagreements(corpus, links)


def _print_agreement(corpus: Corpus, links: Mapping[Oid, Sequence[Link]]) -> None:
    firm = [
        link.session.id in corpus.declared[oid]
        for oid, found in links.items()
        for link in found
        if link.strength >= Strength.MODERATE
    ]
    found = Counter(
        max(
            (link.strength for link in links[oid] if link.session.id in corpus.declared[oid]),
            default=None,
        )
        for oid in links
    )
    agreed, reached = sum(firm), found[Strength.STRONG] + found[Strength.MODERATE]
    print(f"{agreed:>8} of {len(firm)} strong or moderate links agree ({agreed / len(firm):.1%})")
    share = reached / len(links)
    print(f"{reached:>8} of {len(links)} commits are found at strong or moderate ({share:.1%})")
    print(f"{found[Strength.WEAK]:>8} more at weak, {found[None]} not at all")


def _print_relations(corpus: Corpus, links: Mapping[Oid, Sequence[Link]]) -> None:
    counts: Counter[tuple[str, str, bool]] = Counter(
        (relation.value, strength.word, link.session.id in corpus.declared[oid])
        for oid, found in links.items()
        for link in found
        for relation, strength in {(e.relation, e.strength) for e in link.evidence}
    )
    print(f"{'relation':<14}{'strength':<10}{'agree':>7}{'differ':>8}")
    for relation, strength in sorted({key[:2] for key in counts}):
        agree, differ = counts[relation, strength, True], counts[relation, strength, False]
        print(f"{relation:<14}{strength:<10}{agree:>7}{differ:>8}")


def _print_curve(corpus: Corpus, links: Mapping[Oid, Sequence[Link]]) -> None:
    """Agreement against finding, as one relation after the other is taken in, the surest first."""
    by_group: defaultdict[tuple[str, str], set[tuple[Oid, str]]] = defaultdict(set)
    for oid, found in links.items():
        for link in found:
            for item in link.evidence:
                if item.strength >= Strength.WEAK and item.relation is not Relation.DECLARED:
                    group = (item.strength.word, item.relation.value)
                    by_group[group].add((oid, link.session.id))

    def surest(group: tuple[str, str]) -> tuple[bool, float, int]:
        pairs = by_group[group]
        right = sum(session in corpus.declared[oid] for oid, session in pairs)
        return group[0] == Strength.WEAK.word, -right / len(pairs), -len(pairs)

    taken: set[tuple[Oid, str]] = set()
    print(f"{'taken in':<24}{'links':>7}{'agree':>8}{'found':>8}")
    for strength, relation in sorted(by_group, key=surest):
        taken |= by_group[strength, relation]
        right = {pair for pair in taken if pair[1] in corpus.declared[pair[0]]}
        share, reached = len(right) / len(taken), len({oid for oid, _ in right}) / len(links)
        print(f"{relation + ' ' + strength:<24}{len(taken):>7}{share:>8.1%}{reached:>8.1%}")


def _print_disagreements(corpus: Corpus, links: Mapping[Oid, Sequence[Link]]) -> None:
    """Each strong or moderate link that the trailer does not name, with the kind that it is."""
    kinds: Counter[str] = Counter()
    for oid, found in links.items():
        for link in found:
            declared = corpus.declared[oid]
            if link.session.id in declared or link.strength < Strength.MODERATE:
                continue
            kind = _kind_of(link, [other for other in found if other.session.id in declared])
            kinds[kind] += 1
            best = link.evidence[0]
            path = best.path.decode("utf-8", "replace") if best.path else "the commit"
            print(f"  {oid[:10]} {link.session.id[:8]} {best.relation.value} {path}: {kind}")
    for kind, count in kinds.most_common():
        print(f"{count:>8} {kind}")


def _kind_of(link: Link, declared: Sequence[Link]) -> str:
    whole = {Relation.TRANSITION, Relation.CHAIN, Relation.AFTER_STATE, Relation.REPLAYED}
    named = any(item.relation is Relation.NAMED for item in link.evidence)
    firm = [item for item in link.evidence if item.strength >= Strength.MODERATE]
    if link.strength is Strength.STRONG and any(item.relation in whole for item in firm):
        if any(other.strength >= Strength.MODERATE for other in declared):
            return "whole states equal: two sessions share the commit, the trailer names one"
        return "whole states equal: the commit holds this session's content, not the one named"
    if named:
        return "the commit's ID stands in this session's command output"
    return "lines of this session stand in the commit, the whole states differ"


def _git(git_dir: Path, *arguments: str) -> bytes:
    return subprocess.run(
        ["git", f"--git-dir={git_dir}", *arguments], check=True, stdout=subprocess.PIPE
    ).stdout


def _blobs(git_dir: Path, oids: list[str]) -> Iterator[bytes | None]:
    """The contents, in order; `None` for one that this clone lacks. Never fetches."""
    command = ["git", f"--git-dir={git_dir}", "cat-file", "--batch", "--buffer"]
    with tempfile.TemporaryFile() as asked:
        asked.write("".join(f"{oid}\n" for oid in oids).encode())
        asked.seek(0)
        environment = {"GIT_NO_LAZY_FETCH": "1", "PATH": "/usr/local/bin:/usr/bin:/bin"}
        with subprocess.Popen(
            command, stdin=asked, stdout=subprocess.PIPE, env=environment
        ) as process:
            assert process.stdout is not None
            for _ in oids:
                head = process.stdout.readline().split()
                if head[1:] == [b"missing"]:
                    yield None
                    continue
                yield process.stdout.read(int(head[2]))
                process.stdout.read(1)


@contextmanager
def _work_folder(given: Path | None) -> Iterator[Path]:
    if given is not None:
        given.mkdir(parents=True, exist_ok=True)
        yield given.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="attrib-benchmark-") as folder:
        yield Path(folder)


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Print how long the block took."""
    start = time.perf_counter()
    yield
    print(f"{what}: {time.perf_counter() - start:.1f} s")


def main() -> int:
    """Run the benchmark and print what it counted."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("git_dir", type=Path)
    parser.add_argument("--work", type=Path, help="keep transcripts and streams in this folder")
    arguments = parser.parse_args()
    importer = ClaudeCode()
    with _work_folder(arguments.work) as work:
        transcripts, common_dir = work / "transcripts", work / "store"
        transcripts.mkdir(exist_ok=True)
        common_dir.mkdir(exist_ok=True)
        with timed("extract"):
            files = extract(arguments.git_dir, transcripts)
        with timed("import"):
            counts = import_all(importer, files, common_dir)
        with timed("trailers"):
            declared = declared_sessions(arguments.git_dir, importer, files)
        for what, count in counts.items():
            print(f"{count:>8} {what}")
        print(f"{len(declared):>8} commits that declare a readable session")
        link(Corpus(arguments.git_dir, common_dir / "attrib" / "sessions", declared))
    return 0


if __name__ == "__main__":
    sys.exit(main())
