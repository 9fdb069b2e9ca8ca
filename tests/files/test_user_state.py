"""The folder of the user's state: never a place in the code that is checked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from torchlint.files.user_state import user_state_folder


@pytest.mark.skipif(os.name == "nt", reason="Windows has LOCALAPPDATA instead")
def test_the_specification_s_variable_or_its_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert user_state_folder() == str(tmp_path / "state" / "torchlint")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for said in ("", "state", "./state"):  # the specification has relative paths ignored
        monkeypatch.setenv("XDG_STATE_HOME", said)
        assert user_state_folder() == str(tmp_path / "home" / ".local" / "state" / "torchlint")


def test_without_a_home_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # what it does where the user has no entry
    assert user_state_folder() is None


def test_nothing_is_trusted_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    from torchlint.settings.keys import ConfigError
    from torchlint.settings.trust import is_trusted
    from torchlint.settings.trust_commands import untrust

    monkeypatch.setattr("torchlint.settings.trust.user_state_folder", lambda: None)
    assert not is_trusted(os.getcwd())
    with pytest.raises(ConfigError, match="no home folder"):
        list(untrust([os.getcwd()], None))  # type: ignore[arg-type]  # not asked for
