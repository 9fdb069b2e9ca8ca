"""Tests a rule on its own folder: every mark must be found, and the fixed bad.py must equal good.py."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from torchlint.authoring.marks import answers, marks, without_marks
from torchlint.diagnostics import DIAGNOSTICS, INCOMPLETE
from torchlint.files.source import Lines, Source, Unreadable
from torchlint.finding import Finding
from torchlint.fixing import fix
from torchlint.knowledge.lookup import Lookup
from torchlint.lint import check
from torchlint.pack import load_pack, load_rule, lookup_in
from torchlint.project.project_files import ProjectFiles
from torchlint.project.root import project_root
from torchlint.reading import read_source, text_of
from torchlint.rule import Rule

# Unreadable files and rules that raise are findings, too; no mark expects them, so they are problems here.
FAILURES = tuple(DIAGNOSTICS[name] for name in sorted(INCOMPLETE))
# What a rule finds in a program by running it.
Run = Callable[[Source, Rule], tuple[Finding, ...]]


@dataclass(frozen=True, slots=True)
class Flaw:
    """A problem of a rule: where, and what; the row is 0 for a whole file."""

    path: str
    row: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.row}: {self.message}" if self.row else f"{self.path}: {self.message}"


@dataclass(frozen=True, slots=True)
class Setting:
    """What a rule's programs are checked with.

    `lookup` is what is known of libraries, with the models of the rule's pack. The `project` around the pack is where
    imports lead; nothing in it is searched for who imports a program. `run` runs a program, for rules whose findings
    only a run can make.
    """

    lookup: Lookup | None = None
    project: ProjectFiles | None = None
    run: Run | None = None

    def found(self, source: Source, *rules: Rule) -> tuple[Finding, ...]:
        """The findings of some rules in a program, by reading it, and the diagnostics of rules that fail."""
        return check(source, (*rules, *FAILURES), project_files=self.project, lookup=self.lookup).findings

    def found_by(self, source: Source, rule: Rule) -> tuple[Finding, ...]:
        """The findings of a rule in a program, by reading it, or by running it if that is how the rule finds."""
        return self.run(source, rule) if rule.needs_run and self.run else self.found(source, rule)


BY_ITSELF = Setting()


def flaws_by_rule(path: str, run: Run | None = None) -> Iterator[tuple[Rule, list[Flaw]]]:
    """Each rule of a pack, or the one whose folder this is, with what does not hold of it.

    Raises PackError if they can't be loaded.
    """
    here = Path(path)
    is_rule = (here / "rule.py").is_file()
    rules = [load_rule(here)] if is_rule else list(load_pack(here).values())
    pack = Path(os.path.abspath(here)).parent if is_rule else Path(os.path.abspath(here))
    setting = Setting(lookup_in(pack), ProjectFiles(project_root(str(pack)), text_of), run)
    for rule in rules:
        folder = Path(os.path.relpath(os.path.dirname(rule.page)))
        yield rule, list(flaws(folder, rule, setting))


def flaws(folder: Path, rule: Rule, setting: Setting = BY_ITSELF) -> Iterator[Flaw]:
    """What does not hold of a rule, by the files of its folder.

    A rule whose findings only a run can make is tested only by its page if the setting can't run a program. No other
    program is run.
    """
    missing = [name for name in ("README.md", "bad.py", "good.py") if not (folder / name).is_file()]
    if missing:
        yield from (Flaw(str(folder / name), 0, "this file is missing") for name in missing)
        return
    try:
        yield from page_flaws(folder, rule)
        if rule.needs_run and setting.run is None:
            return
        for path in marked_files(folder):
            yield from mark_flaws(path, rule, setting)
        yield from bad_flaws(folder)
        yield from good_flaws(folder, rule, setting)
        yield from fix_flaws(folder, rule, setting)
    except (OSError, UnicodeError) as error:
        yield Flaw(str(folder), 0, f"can't be read: {error}")


def page_flaws(folder: Path, rule: Rule) -> Iterator[Flaw]:
    """README.md must begin with the rule's name and the docstring of its check."""
    path = folder / "README.md"
    title, _, rest = path.read_text(encoding="utf-8").partition("\n")
    if title.strip() != f"# {rule.name}":
        yield Flaw(str(path), 1, f"the first line must be `# {rule.name}`")
    summary = " ".join(rule.summary.split())
    if not " ".join(rest.split()).startswith(summary):
        yield Flaw(str(path), 3, f"the page must begin with the docstring of `check`: {summary}")


def marked_files(folder: Path) -> list[Path]:
    """The files of a rule that have marks: bad.py and the cases."""
    return [folder / "bad.py", *sorted((folder / "cases").glob("**/*.py"))]


def mark_flaws(path: Path, rule: Rule, setting: Setting = BY_ITSELF) -> Iterator[Flaw]:
    """Every mark in a file must be found, and nothing else."""
    source = _read(path)
    if isinstance(source, Flaw):
        yield source
        return
    try:
        wanted = marks(source.text)
    except ValueError as problem:
        yield Flaw(str(path), 0, str(problem))
        return
    lines, left = Lines(source.text), list(setting.found_by(source, rule))
    for mark in wanted:
        answer = next((one for one in left if answers(mark, one, lines)), None)
        if answer is None:
            yield Flaw(str(path), mark.row, f"marked, but not found: {mark}")
        else:
            left.remove(answer)
    yield from (_unexpected(one, lines, "found, but not marked") for one in left)


def bad_flaws(folder: Path) -> Iterator[Flaw]:
    """bad.py must have a marked line."""
    source = _read(folder / "bad.py")
    if isinstance(source, Flaw):
        return  # already reported
    try:
        is_marked = any(mark.sure for mark in marks(source.text))
    except ValueError:
        return  # already reported
    if not is_marked:
        yield Flaw(str(folder / "bad.py"), 0, "no line is marked; add `# finding: part of the message` to the bad line")


def good_flaws(folder: Path, rule: Rule, setting: Setting = BY_ITSELF) -> Iterator[Flaw]:
    """Nothing may be found in good.py."""
    source = _read(folder / "good.py")
    if isinstance(source, Flaw):
        yield source
        return
    for one in setting.found_by(source, rule):
        yield _unexpected(one, Lines(source.text), "found in good.py, where nothing should be found")


def fix_flaws(folder: Path, rule: Rule, setting: Setting = BY_ITSELF) -> Iterator[Flaw]:
    """good.py must equal the fixed bad.py without marks; without a fix, it must differ from bad.py."""
    bad, good = _read(folder / "bad.py"), _read(folder / "good.py")
    if isinstance(bad, Flaw) or isinstance(good, Flaw):
        return  # already reported
    bare = Source(bad.path, without_marks(bad.text))
    if not any(one.fix for one in setting.found(bare, rule)):
        if good.text == bare.text:
            yield Flaw(str(folder / "good.py"), 0, "good.py is the same program as bad.py")
        return
    fixed = fix(
        bare,
        (rule, *FAILURES),
        unsafe=True,
        fixable=lambda _: True,
        project_files=setting.project,
        lookup=setting.lookup,
    )
    for one in fixed.rolled_back:
        yield _unexpected(one, Lines(fixed.checked.source.text), "fixed")
    if fixed.checked.source.text != good.text:
        made, wanted = fixed.checked.source.text.split("\n"), good.text.split("\n")
        row = next((row for row, (one, other) in enumerate(zip(made, wanted), 1) if one != other), len(wanted))
        yield Flaw(str(folder / "good.py"), row, "differs from the fixed bad.py from here on")


def _unexpected(one: Finding, lines: Lines, what: str) -> Flaw:
    return Flaw(one.path, lines.row(one.span.start), f"{what}: [{one.rule}] {one.message}")


def _read(path: Path) -> Source | Flaw:
    try:
        return read_source(str(path))
    except Unreadable as problem:
        return Flaw(str(path), 0, problem.message)
