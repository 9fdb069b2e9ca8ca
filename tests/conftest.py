"""What all tests share."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from torchlint.pack import builtin_rules

if TYPE_CHECKING:
    from torchlint.rule import Rule

ROOT = Path(__file__).parent.parent
# What `-m quick` runs: the rules with their cases, the interpreter, and the command line; none of it starts PyTorch.
QUICK = frozenset(ROOT / "tests" / name for name in ("rules/test_rules.py", "flow/test_reveal.py", "test_cli.py"))
# PyTorch, here and in programs that tests start: threads that wait for small tensors take as much time as work does.
os.environ.setdefault("OMP_NUM_THREADS", "1")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files with nothing quick in them are not even read where only that is asked for: to read them takes longer."""
    is_other = collection_path.name.startswith("test_") and collection_path not in QUICK
    return True if is_other and config.getoption("markexpr") == "quick" else None


def pytest_itemcollected(item: pytest.Item) -> None:
    """The tests of some files are quick, unless they run programs with PyTorch."""
    if item.path in QUICK and item.get_closest_marker("torch") is None:
        item.add_marker("quick")


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of tests tell nothing that an earlier one has found, and write nothing beside the code that they check."""
    monkeypatch.setenv("TORCHLINT_NO_CACHE", "1")


@pytest.fixture(scope="session", autouse=True)
def _signals_arrive() -> None:
    """A shell starts background jobs with SIGINT and SIGQUIT ignored, nohup with SIGHUP: programs inherit that."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGHUP", "SIGQUIT"):
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) == signal.SIG_IGN:
            signal.signal(getattr(signal, name), signal.SIG_DFL)


@pytest.fixture(autouse=True)
def _nobody_is_trusted(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """What the developer trusts does not count, and tests trust nothing for good; those with packs say that they do."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.getbasetemp() / "state"))
    monkeypatch.delenv("TORCHLINT_TRUST_PACKS", raising=False)


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's root."""
    return ROOT


@pytest.fixture(scope="session")
def pack() -> dict[str, Rule]:
    """The built-in rules by name."""
    return builtin_rules()
