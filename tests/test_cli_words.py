"""Words in place of the first path, and what shells complete."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from tests.command import run
from torchlint.cli import main
from torchlint.cli_shells import CLASSES
from torchlint.cli_words import COMPLETE, SHELLS
from torchlint.version import __version__

BAD = "import torch\nweights = torch.rand(3)\nweights.cuda()\n"
FOUND = "train.py:3:1: error[discarded-tensor-op]"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    Path("train.py").write_text(BAD)
    Path("clean.txt").touch()
    return tmp_path


@pytest.mark.parametrize("arguments", [["check"], ["check", "."], ["--output-format", "concise", "check", "train.py"]])
def test_check(arguments: list[str]) -> None:
    ran = run(*arguments, "--output-format=concise") if len(arguments) < 3 else run(*arguments)
    assert (ran.status, ran.out.startswith(FOUND)) == (1, True)


def test_a_path_of_that_name_wins() -> None:
    Path("check").mkdir()
    assert run("check").err == "warning: no Python files found under check\n"
    Path("check/train.py").write_text(BAD)
    assert run("check", "--output-format", "concise").out.startswith(f"check/{FOUND}")
    assert run("./rules").err == "error: ./rules: No such file or directory\n"


def test_words_stand_for_options() -> None:
    assert run("explain", "discarded-tensor-op") == run("rule", "discarded-tensor-op")
    assert run("explain", "discarded-tensor-op") == run("--explain", "discarded-tensor-op")
    assert run("explain", "--output-format", "json", "all") == run("--explain", "all", "--output-format", "json")
    assert run("rules") == run("--list-rules")
    assert run("help") == run("--help")
    assert run("version").out == f"torchlint {__version__}\n"
    assert run("clean").err == run("--clean").err


def test_verify_runs_the_command() -> None:
    ran = run("verify", "train.py", "--", "python", "-c", "print('ran')")
    assert ran.out.rstrip().splitlines()[-1].startswith("verify: 0 confirmed, 0 refuted, 1 not reached")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chek"], "There is no command or file 'chek' (did you mean 'check'?)."),
        (["fix"], "There is no command or file 'fix'. Use `torchlint check --fix`."),
        (["explain"], "Which rule? Write `torchlint explain RULE`"),
        (["rules", "memory"], "`torchlint rules` takes no arguments."),
        (["completion", "tcsh"], "Which shell? Write `torchlint completion bash|zsh|fish`."),
        (["verify", "train.py"], "--verify"),
    ],
)
def test_what_is_refused(arguments: list[str], message: str) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_what_is_no_word_is_a_path() -> None:
    assert run("src").err == "error: src: No such file or directory\n"
    assert run("train.py", "check").err == "error: check: No such file or directory\n"


def completed(*words: str) -> list[str]:
    """What a shell is offered for the last of the words behind `torchlint`."""
    complete = ShellComplete(main, {}, "torchlint", COMPLETE)
    return [
        item.value if item.type == "plain" else item.type for item in complete.get_completions([*words[:-1]], words[-1])
    ]


def test_what_shells_complete() -> None:
    assert completed("exp") == ["explain"]
    assert completed("cle") == ["file"], "there is a file whose name begins so"
    assert completed("check", "exp") == ["file"]
    assert completed("explain", "missing-eval") == ["missing-eval-mode"]
    assert completed("--explain", "missing-eval") == ["missing-eval-mode"]
    assert completed("--select", "memory,missing-eval") == ["memory,missing-eval-mode"]
    assert completed("--ignore", "reproducib") == ["reproducibility"]
    assert completed("--severity", "speed:") == ["speed:error", "speed:warning", "speed:info"]
    assert completed("--output-format", "g") == ["github", "gitlab"]
    assert completed("--fail-on", "n") == ["never"]
    assert completed("completion", "") == list(SHELLS)
    assert "--select" in completed("--sel")


def offered(shell: str, words: list[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the program answers a shell whose last word is incomplete, without the types."""
    line = " ".join(["torchlint", *words])
    # fish gives the word itself in place of its number.
    for name, value in {"WORDS": line, "CWORD": words[-1] if shell == "fish" else str(len(words))}.items():
        monkeypatch.setenv(f"COMP_{name}", value)
    answer = CLASSES[shell](main, {}, "torchlint", COMPLETE).complete().splitlines()
    return answer[1::3] if shell == "zsh" else [line.partition(",")[2] for line in answer]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["--output-format=gi"], ["github", "gitlab"]),
        (["--statistics="], ["rule", "folder", "owner"]),
        (["--severity=speed:w"], ["speed:warning"]),
        (["--config=tr"], ["train.py"]),
        (["--select=memory,missing-eval"], ["memory,missing-eval-mode"]),
    ],
)
@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_a_value_behind_an_equals_sign_keeps_its_option(
    shell: str, words: list[str], found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    option = words[-1].partition("=")[0]
    assert offered(shell, words, monkeypatch) == [f"{option}={value}" for value in found]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["--output-format", "=", "gi"], ["github", "gitlab"]),
        (["--statistics", "="], ["rule", "folder", "owner"]),
        (["--severity", "speed", ":"], ["error", "warning", "info"]),
        (["--severity", "=", "speed", ":", "w"], ["warning"]),
        (["--fail-on", "=", "error", "explain", "missing-ev"], ["missing-eval-mode"]),
        (["--select", "memory,missing-eval"], ["memory,missing-eval-mode"]),
        (["--config", "=", "tr"], ["tr"]),
    ],
)
def test_bash_splits_words_and_replaces_the_last_part(
    words: list[str], found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert offered("bash", words, monkeypatch) == found


def test_a_word_behind_an_option_whose_value_may_be_left_out_is_a_path(monkeypatch: pytest.MonkeyPatch) -> None:
    assert offered("bash", ["--statistics", "tr"], monkeypatch) == ["tr"]


def test_the_program_itself_answers_so(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    for name, value in {COMPLETE: "bash_complete", "COMP_WORDS": "torchlint --fail-on = n", "COMP_CWORD": "3"}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit):
        main([], prog_name="torchlint")
    assert capfd.readouterr().out == "plain,never\n"


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_a_shell(shell: str) -> None:
    ran = run("completion", shell)
    assert (ran.status, ran.err) == (0, "")
    assert f"{COMPLETE}={shell}_complete" in ran.out
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=ran.out, text=True, check=True)
