"""`torchlint.check` and `torchlint.fix`: files or a text in, findings or fixed texts out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from torchlint.api.reported import reported
from torchlint.api.results import CheckResult, FixedFile, FixResult
from torchlint.files.discover import as_shown, discover
from torchlint.files.regular_file import leads_out
from torchlint.files.source import NOTEBOOK, Unreadable, Unwritable, decoded
from torchlint.reading import write_source
from torchlint.report.diff import diff
from torchlint.report.style import Style
from torchlint.runner.session import Session
from torchlint.settings.config import Configs
from torchlint.settings.keys import Layer
from torchlint.settings.keys import check as refuse_unknown_settings

if TYPE_CHECKING:
    from torchlint.runner.outcome import Outcome

    Path = str | os.PathLike[str]

UNTITLED = "untitled.py"  # what a text is called unless a name is given


def check(
    *paths: Path,
    text: str | None = None,
    filename: Path = UNTITLED,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] | None = None,
    suspected: bool | None = None,
    settings: Mapping[str, Any] | None = None,
    config: Path | None = None,
    isolated: bool = False,
    trust_packs: bool = False,
) -> CheckResult:
    """Check files, folders or one `text`, and return the findings. Nothing is written, and the checked code is not run.

    A `text` is checked as if it were saved as `filename`, whose folder decides which configuration applies and which
    files it can import; the file need not exist. `select`, `ignore` and `suspected` are the settings of these names,
    and `settings` takes all others by their names in the configuration: `{"fail-on": "error"}`. They override the
    configuration files, including the file `config`; with `isolated`, no configuration file is read. `trust_packs`
    loads the packs of rules that the configuration of the working directory names.

    Raises ConfigError for invalid settings, and OSError for a path that can't be read.

    Example:
        for finding in torchlint.check("src/").findings:
            print(finding.path, finding.location.line, finding.message)
    """
    configs = _configs(select, ignore, suspected, settings, config, isolated=isolated, trust_packs=trust_packs)
    names = _files(paths, text, filename, configs)
    session = _session(configs, names)
    outcomes = [session.check(name, _data(name, text)) for name in names]
    return _result(session, names, outcomes)


def fix(
    *paths: Path,
    text: str | None = None,
    filename: Path = UNTITLED,
    unsafe: bool = False,
    write: bool = False,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] | None = None,
    suspected: bool | None = None,
    settings: Mapping[str, Any] | None = None,
    config: Path | None = None,
    isolated: bool = False,
    trust_packs: bool = False,
) -> FixResult:
    """Fix files, folders or one `text`, and return the new texts; `write=True` also writes the files.

    Safe fixes do not change what the program computes; `unsafe=True` applies the others, too. Each fix is checked:
    one that does not remove its finding is reverted. The other arguments are those of `check`.

    Raises ConfigError for invalid settings, OSError for a path that can't be read, and ValueError for `write=True` with
    a text.

    Example:
        fixed = torchlint.fix(text=code, unsafe=True).text
    """
    if write and text is not None:
        raise ValueError("write=True needs files; the fixed code of a text is returned as `text`")
    configs = _configs(select, ignore, suspected, settings, config, isolated=isolated, trust_packs=trust_packs)
    names = _files(paths, text, filename, configs)
    session = _session(configs, names, fix=True, unsafe=unsafe)
    outcomes: list[Outcome] = []
    files: list[FixedFile] = []
    for name in names:
        outcome = session.check(name, _data(name, text))
        if outcome.changed:
            problem = _write(outcome, session) if write else ""
            files.append(_fixed_file(outcome, problem))
            if problem:
                outcome = session.check_without_fixes(name)
        outcomes.append(outcome)
    fixed = outcomes[0].result.checked.source.text if text is not None else None
    return FixResult(tuple(files), _result(session, names, outcomes), fixed)


def _configs(
    select: Sequence[str] | None,
    ignore: Sequence[str] | None,
    suspected: bool | None,
    settings: Mapping[str, Any] | None,
    config: Path | None,
    *,
    isolated: bool,
    trust_packs: bool,
) -> Configs:
    """Where settings come from: what the caller gives, over the configuration files."""
    if config is not None and isolated:
        raise ValueError("isolated=True ignores configuration files, so it can't be combined with `config`")
    for name, given in (("select", select), ("ignore", ignore)):
        if isinstance(given, str):
            raise TypeError(f"`{name}` must be a list of names, such as [{given!r}]")
    own = {
        "select": list(select) if select is not None else None,
        "ignore": list(ignore) if ignore is not None else None,
        "suspected": suspected,
    }
    values = {**(settings or {}), **{key: value for key, value in own.items() if value is not None}}
    layers = []
    if values:
        layers.append(Layer("settings", os.getcwd(), values))
        refuse_unknown_settings(layers[0])
    return Configs(layers, file=os.fspath(config) if config else None, isolated=isolated, trust_packs=trust_packs)


def _files(paths: Sequence[Path], text: str | None, filename: Path, configs: Configs) -> list[str]:
    """The files to check, as reports name them; what does not exist raises OSError."""
    if text is not None:
        if paths:
            raise ValueError("pass paths or a text, not both; `filename` is the name of the text")
        return [as_shown(os.fspath(filename))]
    named = [os.fspath(path) for path in paths]
    if not named:
        raise ValueError("pass a path, as in check('src/'), or code, as in check(text=code)")
    for path in named:
        if "\n" in path:
            raise ValueError("this is code, not a path; write check(text=code)")
        os.stat(path)
    found = discover(named, configs)
    if found.failures:
        raise OSError(found.failures[0])
    return found.files


def _session(configs: Configs, names: Sequence[str], *, fix: bool = False, unsafe: bool = False) -> Session:
    """What checks the files, with the baselines that their settings name."""
    session = Session(configs, fix=fix, unsafe=unsafe)
    absolute = [os.path.abspath(name) for name in names]
    session.prepare(absolute)
    if any(settings.baseline for settings in session.settings.values()):
        from torchlint.baselines.matching import Baselines

        baselines = Baselines(configs)
        baselines.prepare(absolute)
        session.before.append(baselines)
    return session


def _data(name: str, text: str | None) -> bytes | None:
    """The text as a file would hold it, in the encoding that a comment in it declares."""
    if text is None:
        return None
    data = text.encode("utf-8", "surrogatepass")
    if name.endswith(NOTEBOOK):
        return data
    try:
        return text.encode(decoded(name, data).encoding)
    except (Unreadable, UnicodeError):
        return data


def _result(session: Session, names: Sequence[str], outcomes: Iterable[Outcome]) -> CheckResult:
    done = list(outcomes)
    shown = [outcome for outcome in done if outcome.result.findings]
    findings = [finding for outcome in shown for finding in reported(outcome.result, session.catalog)]
    return CheckResult(
        tuple(findings),
        tuple(names),
        fails=any(outcome.fails for outcome in done),
        hidden_suspected=sum(outcome.suspected for outcome in done),
        hidden_by_baseline=sum(outcome.known for outcome in done),
    )


def _write(outcome: Outcome, session: Session) -> str:
    """Write a fixed file; why that failed, or nothing."""
    source = outcome.original
    if source is None:
        return ""
    if leads_out(source.path, session.root_of(source.path)):
        return f"this is a link to {os.path.realpath(source.path)}, outside the project; pass that file instead"
    try:
        write_source(source, outcome.result.checked.source)
    except Unwritable as problem:
        return str(problem)
    session.changed(os.path.abspath(source.path))
    return ""


def _fixed_file(outcome: Outcome, problem: str) -> FixedFile:
    new = outcome.result.checked.source
    old = outcome.original or new
    patch = "".join(f"{line}\n" for line in diff(old, new, Style(color=False)))
    return FixedFile(new.path, old.text, new.text, dict(outcome.result.applied), patch, problem)
