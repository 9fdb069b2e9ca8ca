"""Folders of rules: the built-in pack and a user's own are loaded alike, by path, also out of a zip."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from torchlint.builtin import folders
from torchlint.diagnostics import PAGES
from torchlint.files.regular_file import read_regular
from torchlint.rule import Rule
from torchlint.rule_package import run_rule, zip_at

if TYPE_CHECKING:
    from torchlint.knowledge.effects import LibraryModel
    from torchlint.knowledge.lookup import Lookup
    from torchlint.settings.config import Settings


class PackError(Exception):
    """A pack or a rule that can't be loaded: the file, the row in it where that is known, and the reason."""

    def __init__(self, path: str, reason: str, row: int | None = None) -> None:
        super().__init__(f"{path}:{row}: {reason}" if row else f"{path}: {reason}")
        self.path, self.reason, self.row = path, reason, row


def builtin_rules() -> dict[str, Rule]:
    """Every rule that torchlint comes with, by name, sorted."""
    return dict(_builtin())


@cache
def _builtin() -> dict[str, Rule]:
    for folder in folders():
        if rules := _rules_in(folder, is_ours=True):
            return rules
    raise PackError(folders()[0], "the built-in rules are missing; install torchlint again")


def load_pack(folder: Path) -> dict[str, Rule]:
    """The rules of a user's own pack, by name, sorted; raises PackError where one can't be loaded.

    So it does for a folder with neither rules nor models.
    """
    path = os.path.abspath(folder)
    rules = _rules_in(path, is_ours=False)
    if rules or _toml_files(os.path.join(path, "models")):
        return rules
    if os.path.isfile(os.path.join(path, "rule.py")):
        raise PackError(str(folder), "this is the folder of one rule; a pack is the folder above it")
    exists = os.path.isdir(path) or zip_at(path)
    raise PackError(
        str(folder),
        "it has no rules; a pack has one folder per rule, each with a rule.py" if exists else "no such folder",
    )


def lookup_of(settings: Settings) -> Lookup:
    """What the settings and their packs say of libraries, over what torchlint knows itself; raises PackError."""
    from torchlint.knowledge.lookup import Lookup
    from torchlint.settings.models import library_model

    def refuse(message: str, *path: str) -> NoReturn:
        raise ValueError(message)  # they were checked when they were read

    own = [library_model(given, refuse) for given in settings.models]
    return Lookup((*own, *(model for pack in reversed(settings.packs) for model in load_models(Path(pack)))))


def lookup_in(folder: Path) -> Lookup:
    """What a pack says of libraries, over what torchlint knows itself; raises PackError."""
    from torchlint.knowledge.lookup import Lookup

    return Lookup(load_models(folder))


def load_models(folder: Path) -> tuple[LibraryModel, ...]:
    """What a pack says of libraries, one file of its `models/` for each, in their order; raises PackError."""
    path = os.path.join(os.path.abspath(folder), "models")
    return tuple(_model(os.path.join(path, name)) for name in _toml_files(path))


def _toml_files(folder: str) -> list[str]:
    if os.path.isdir(folder):
        return sorted(name for name in os.listdir(folder) if name.endswith(".toml"))
    if (archive := zip_at(folder)) is None:
        return []
    from zipfile import ZipFile

    prefix = os.path.relpath(folder, archive.archive).replace(os.sep, "/") + "/"
    with ZipFile(archive.archive) as file:
        names = (path.removeprefix(prefix) for path in file.namelist() if path.startswith(prefix))
        return sorted(name for name in names if name.endswith(".toml") and "/" not in name)


def _model(path: str) -> LibraryModel:
    from torchlint.settings.models import library_model
    from torchlint.settings.toml_text import Places, TomlError, parse

    try:
        text = _text_of(path)
        given = parse(text)
    except TomlError as error:
        raise PackError(path, error.message, error.row) from None
    except (OSError, UnicodeError) as error:
        raise PackError(path, _reason(error)) from None

    def refuse(message: str, *place: str) -> NoReturn:
        raise PackError(path, message, Places(text).find(place)[0])

    return library_model(given, refuse)


def _text_of(path: str) -> str:
    """The text of a pack's file, which may be in a zip."""
    archive = zip_at(os.path.dirname(path))
    return (archive.get_data(path) if archive else read_regular(path)).decode("utf-8-sig")


def load_rule(folder: Path) -> Rule:
    """The one rule that a folder of the user's holds; raises PackError."""
    path = os.path.abspath(folder)
    return _rule(path, _python_files(path), is_ours=False)


def page_of(rule: Rule) -> str:
    """The text of a rule's README.md, or what torchlint has to say about one of its own diagnostics."""
    if not rule.page:
        return PAGES[rule.name]
    try:
        return _text_of(rule.page).replace("\r\n", "\n")  # of a checkout on Windows
    except (OSError, UnicodeError) as error:
        raise PackError(rule.page, _reason(error)) from error


def _rules_in(folder: str, *, is_ours: bool) -> dict[str, Rule]:
    found = _rule_folders(folder).items()
    rules = [_rule(os.path.join(folder, name), files, is_ours=is_ours) for name, files in found]
    return {rule.name: rule for rule in sorted(rules, key=lambda rule: rule.name)}


def _rule_folders(folder: str) -> Mapping[str, Iterable[str]]:
    """The folders in a folder, or in a part of a zip, that hold a rule.py: their names, and their Python files'."""
    if os.path.isdir(folder):
        found = {name: _python_files(os.path.join(folder, name)) for name in os.listdir(folder)}
    elif (archive := zip_at(folder)) is not None:
        found = _zipped_python_files(folder, archive.archive)
    else:
        found = {}
    return {name: files for name, files in found.items() if "rule.py" in files}


def _python_files(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries if entry.name.endswith(".py") and entry.is_file()]
    except OSError:  # no folder, or not for us to look into
        return []


def _zipped_python_files(folder: str, archive: str) -> dict[str, list[str]]:
    from zipfile import ZipFile  # only what runs from a zip pays for it

    prefix = os.path.relpath(folder, archive).replace(os.sep, "/") + "/"
    found: dict[str, list[str]] = {}
    with ZipFile(archive) as file:
        for path in file.namelist():
            name, *rest = path.removeprefix(prefix).split("/")
            if path.startswith(prefix) and len(rest) == 1 and rest[0].endswith(".py"):
                found.setdefault(name, []).append(rest[0])
    return found


def _rule(folder: str, files: Iterable[str], *, is_ours: bool) -> Rule:
    """The rule that one folder holds, named after it."""
    name, file = os.path.basename(folder), os.path.join(folder, "rule.py")
    if not (name.isidentifier() and name == name.lower()):
        raise PackError(folder, "the folder's name becomes the rule's name, so it must be in snake_case")
    try:
        check = getattr(run_rule(folder, files, is_ours=is_ours), "check", None)
    except (Exception, SystemExit) as error:
        where, row = _place(error, folder)
        raise PackError(where, _reason(error), row) from error
    if not isinstance(check, Rule):
        raise PackError(file, "it defines no rule; decorate a function named `check` with `@rule(...)`")
    return replace(check, name=name.replace("_", "-"), page=os.path.join(folder, "README.md"))


def _reason(error: BaseException) -> str:
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {text}".removesuffix(": ")


def _place(error: BaseException, folder: str) -> tuple[str, int | None]:
    """The file of a rule's folder, and the row in it, that can't be parsed, or that was running last."""
    if isinstance(error, SyntaxError) and error.filename and os.path.dirname(error.filename) == folder:
        return error.filename, error.lineno
    place: tuple[str, int | None] = os.path.join(folder, "rule.py"), None
    trace = error.__traceback__
    while trace is not None:
        if os.path.dirname(file := trace.tb_frame.f_code.co_filename) == folder:
            place = file, trace.tb_lineno
        trace = trace.tb_next
    return place
