"""The findings that a project has accepted: a file of them, one per line, named by their fingerprints."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any

from torchlint.baselines.fingerprint import Scopes, code_of, fingerprints
from torchlint.files.output_files import write_file
from torchlint.files.paths import from_folder, shown
from torchlint.files.regular_file import read_regular
from torchlint.settings.keys import ConfigError

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.result import Checked

DEFAULT = ".torchlint-baseline.json"
VERSION = 1
_LONGEST = 100  # how much of the code an entry shows, for who reads the file
_CONFLICT = ("<<<<<<< ", "=======", ">>>>>>> ")


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """One accepted finding. `path` is relative to the baseline's folder, with slashes; it has no place in the file.

    What tells findings of one file apart is the fingerprint; `scope` and `code` are for people. So are the day on which
    it was accepted (`added`) and the `reason`, which are empty in older files and are no part of what it is.
    """

    path: str
    scope: str
    rule: str
    code: str
    fingerprint: str
    added: str = field(default="", compare=False)
    reason: str = field(default="", compare=False)


_NEEDED = tuple(one.name for one in fields(Entry) if one.compare)
_OPTIONAL = tuple(one.name for one in fields(Entry) if not one.compare)


class Baseline:
    """What is in one file, or will be."""

    def __init__(self, path: str, entries: Iterable[Entry] = ()) -> None:
        self.path = path  # absolute
        # Of equal ones, which a merge may leave, the one that gives a reason.
        self.entries = frozenset(sorted(entries, key=lambda entry: not entry.reason))

    @property
    def folder(self) -> str:
        """Where the paths of its entries start."""
        return os.path.dirname(self.path)

    def inside(self, path: str) -> str:
        """An absolute path as entries have it."""
        return from_folder(path, self.folder)

    def outside(self, path: str) -> str:
        """The absolute path that an entry's stands for."""
        return os.path.normpath(os.path.join(self.folder, path))

    def entries_of(self, checked: Checked, findings: Sequence[Finding]) -> list[Entry]:
        """An entry for each of some findings of a file."""
        text = checked.source.text
        scopes = Scopes(text)  # which takes longer than all else in a run that checks nothing
        prints = fingerprints(text, (*checked.findings, *checked.suppressed), scopes.at)
        path = self.inside(os.path.abspath(checked.source.path))
        return [
            Entry(
                path,
                scopes.at(one.span.start),
                one.rule,
                _short(code_of(text, one.span)),
                prints[one.rule, one.span, one.message],
            )
            for one in findings
        ]

    def write(self, entries: Iterable[Entry]) -> bool:
        """Put other entries into the file, in one step; False where it has these already. Raises OSError.

        Every entry is a line of its own that ends like all others, the last too, so that git merges the file.
        """
        new = frozenset(entries)
        lines = list(_lines(new))
        if lines == list(_lines(self.entries)) and os.path.exists(self.path):
            return False
        write_file(self.path, "".join(f"{line}\n" for line in lines))
        self.entries = new
        return True


def read_baseline(path: str) -> Baseline:
    """What the file at an absolute path holds; raises ConfigError where there is none, or it is something else."""
    try:
        data = read_regular(path)
    except FileNotFoundError:
        raise ConfigError(shown(path), "there is no such baseline; `--write-baseline` creates it") from None
    except OSError as error:
        raise ConfigError(shown(path), f"the baseline can't be read: {error.strerror or error}") from None
    return parse_baseline(path, data)


def parse_baseline(path: str, data: bytes) -> Baseline:
    """What `data` holds as the file at an absolute path; raises ConfigError where it is no baseline."""
    text = ""
    try:
        text = data.decode()
        values = json.loads(text)
    except json.JSONDecodeError as error:
        raise _no_json(path, text, error) from None
    except (ValueError, RecursionError) as error:  # not UTF-8, or brackets in brackets
        raise ConfigError(shown(path), f"the baseline can't be read: {error}") from None
    if not isinstance(values, dict) or not isinstance(values.get("findings"), list) or "version" not in values:
        raise ConfigError(shown(path), "this JSON file is not a baseline of torchlint")
    if values["version"] != VERSION:
        problem = "this baseline was written by another version of torchlint"
        raise ConfigError(
            shown(path), f"{problem}: its format is {values['version']!r}, but this version reads format {VERSION}"
        )
    return Baseline(path, (_entry(path, value) for value in values["findings"] if value is not None))


def _entry(path: str, value: Any) -> Entry:
    if not isinstance(value, dict) or not all(isinstance(value.get(name), str) for name in _NEEDED):
        raise ConfigError(
            shown(path), f"an entry of the baseline lacks some of {', '.join(_NEEDED)}: {_short(str(value))}"
        )
    if wrong := [name for name in _OPTIONAL if not isinstance(value.get(name, ""), str)]:
        raise ConfigError(
            shown(path), f"'{wrong[0]}' of an entry of the baseline is not a string: {_short(str(value))}"
        )
    return Entry(**{name: value[name] for name in (*_NEEDED, *_OPTIONAL) if name in value})


def _no_json(path: str, text: str, error: json.JSONDecodeError) -> ConfigError:
    rows = text.splitlines()
    for number, row in enumerate(rows, 1):
        if row.startswith(_CONFLICT):
            return ConfigError(
                shown(path), "this file has a merge conflict; keep the findings of both sides", number, 1
            )
    return ConfigError(shown(path), f"the baseline is not valid JSON: {error.msg}", error.lineno, error.colno)


def _lines(entries: Iterable[Entry]) -> Iterator[str]:
    yield f'{{"version": {VERSION}, "findings": ['
    for entry in sorted(entries):
        yield f"{json.dumps({name: text for name, text in asdict(entry).items() if text or name in _NEEDED})},"
    yield "null]}"


def _short(code: str) -> str:
    line = " ".join(code.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3].rstrip()}..."
