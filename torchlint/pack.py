"""Folders of rules: the built-in pack and a user's own are loaded alike, by path, also out of a zip."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from zipimport import ZipImportError, zipimporter

from torchlint.builtin import folders
from torchlint.diagnostics import PAGES
from torchlint.files.regular_file import read_regular
from torchlint.rule import Rule


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
    """The rules of a user's own pack, by name, sorted; raises PackError where one can't be loaded or there is none."""
    path = os.path.abspath(folder)
    if rules := _rules_in(path, is_ours=False):
        return rules
    if os.path.isfile(os.path.join(path, "rule.py")):
        raise PackError(str(folder), "this is one rule; a pack is the folder that it is in")
    exists = os.path.isdir(path) or _zip_at(path)
    raise PackError(
        str(folder), "no rule in it: one folder per rule, each with a rule.py" if exists else "no such folder"
    )


def load_rule(folder: Path) -> Rule:
    """The one rule that a folder of the user's holds; raises PackError."""
    return _rule(os.path.abspath(folder), is_ours=False)


def page_of(rule: Rule) -> str:
    """The text of a rule's README.md, or what torchlint has to say about one of its own diagnostics."""
    if not rule.page:
        return PAGES[rule.name]
    archive = _zip_at(os.path.dirname(rule.page))
    try:
        return archive.get_data(rule.page).decode() if archive else read_regular(rule.page).decode()
    except (OSError, UnicodeError) as error:
        raise PackError(rule.page, _reason(error)) from error


def _rules_in(folder: str, *, is_ours: bool) -> dict[str, Rule]:
    rules = [_rule(os.path.join(folder, name), is_ours=is_ours) for name in _rule_folders(folder)]
    return {rule.name: rule for rule in sorted(rules, key=lambda rule: rule.name)}


def _rule_folders(folder: str) -> list[str]:
    """The names of the folders in a folder, or in a part of a zip, that hold a rule.py."""
    if os.path.isdir(folder):
        return [name for name in os.listdir(folder) if os.path.isfile(os.path.join(folder, name, "rule.py"))]
    archive = _zip_at(folder)
    if archive is None:
        return []
    from zipfile import ZipFile  # only what runs from a zip pays for it

    prefix = os.path.relpath(folder, archive.archive).replace(os.sep, "/")
    with ZipFile(archive.archive) as file:
        parts = [
            name.removeprefix(f"{prefix}/").split("/") for name in file.namelist() if name.startswith(f"{prefix}/")
        ]
    return [name for name, *rest in parts if rest == ["rule.py"]]


def _zip_at(path: str) -> zipimporter | None:
    """The reader of the part of a zip that a path leads to; None for a path on the disk, or to nothing."""
    if os.path.exists(path):
        return None
    try:
        return zipimporter(path)
    except ZipImportError:
        return None


def _rule(folder: str, *, is_ours: bool) -> Rule:
    """The rule that one folder holds, named after it."""
    name, file = os.path.basename(folder), os.path.join(folder, "rule.py")
    if not (name.isidentifier() and name == name.lower()):
        raise PackError(folder, "the folder's name becomes the rule's: write it in snake_case")
    check = getattr(_run(f"torchlint.rules.{name}", file, is_ours=is_ours), "check", None)
    if not isinstance(check, Rule):
        raise PackError(file, "no rule in it: decorate a function named `check` with `@rule(...)`")
    return replace(check, name=name.replace("_", "-"), page=os.path.join(folder, "README.md"))


def _run(name: str, file: str, *, is_ours: bool) -> ModuleType:
    """The module that a rule's file makes.

    The bytecode of torchlint's own is cached as any module's is. A user's pack is part of the code that is checked:
    nothing is written there, and what runs is what can be read.
    """
    module = sys.modules[name] = ModuleType(name)  # dataclasses and get_type_hints look modules up there
    module.__file__, module.__package__ = file, ""  # a rule is alone: relative imports lead nowhere
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, sys.dont_write_bytecode or not is_ours
    try:
        exec(_code(file, is_ours=is_ours), module.__dict__)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise PackError(file, _reason(error), _row(error, file)) from error
    finally:
        sys.dont_write_bytecode = writes
    return module


def _code(file: str, *, is_ours: bool) -> CodeType | str:
    if (archive := _zip_at(os.path.dirname(file))) is not None:
        return archive.get_code("rule")
    loader = SourceFileLoader("rule", file)
    return (loader.get_code("rule") or "") if is_ours else loader.source_to_code(loader.get_data(file), file)


def _reason(error: BaseException) -> str:
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {said}".removesuffix(": ")


def _row(error: BaseException, file: str) -> int | None:
    """The row of `file` that can't be parsed, or the last one of it that was running."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno
    row, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            row = trace.tb_lineno
        trace = trace.tb_next
    return row
