"""docs/agents.md is true: its hook, its settings, what it shows, and how many bytes an agent reads."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import Ran, run
from tests.rule_folders import ROOT
from tests.snippets import snippet, snippets

PAGE = "agents.md"
SCRIPT = '''\
"""Train a small image classifier on CIFAR-like data."""
import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.stem = nn.Conv2d(3, width, 3, padding=1)
        self.blocks = [nn.Conv2d(width, width, 3, padding=1) for _ in range(2)]
        self.dropout = nn.Dropout(0.2)
        self.head = nn.Linear(width, 10)

    def forward(self, x):
        x = F.relu(self.stem(x))
        for block in self.blocks:
            x = F.relu(block(x))
        x = x.mean((2, 3))
        return F.softmax(self.head(self.dropout(x)), dim=1)


def evaluate(model, loader, device):
    correct = total = 0
    for images, labels in loader:
        images, labels = images.to(device), labels.to(device)
        predicted = model(images).argmax(1)
        correct += (predicted == labels).sum().item()
        total += len(labels)
    return correct / total


def train(model, loader, val_loader, epochs, device, lr):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(epochs):
        model.train()
        running_loss = 0.0
        for images, labels in loader:
            images.to(device)
            labels = labels.to(device)
            outputs = model(images)
            loss = criterion(outputs, labels)
            loss.backward()
            torch.nn.utils.clip_grad_norm(model.parameters(), 1.0)
            optimizer.step()
            running_loss += loss
        scheduler.step()
        accuracy = evaluate(model, val_loader, device)
        print(f"epoch {epoch}: loss {running_loss / len(loader):.4f} accuracy {accuracy:.3f}")
    torch.save(model.state_dict(), "model.pt")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--lr", type=float, default=0.05)
    parser.add_argument("--shuffle", type=bool, default=True)
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    images, labels = torch.randn(256, 3, 16, 16), torch.randint(0, 10, (256,))
    train_set = TensorDataset(images[:192], labels[:192])
    val_set = TensorDataset(images[192:], labels[192:])
    train_loader = DataLoader(train_set, batch_size=32, shuffle=args.shuffle)
    val_loader = DataLoader(val_set, batch_size=32)
    model = Net().to(device)
    train(model, train_loader, val_loader, args.epochs, device, args.lr)


if __name__ == "__main__":
    main()
'''
EDITS = (
    ("    correct = total = 0\n", "    model.eval()\n    correct = total = 0\n"),
    ("return F.softmax(self.head(self.dropout(x)), dim=1)", "return self.head(self.dropout(x))"),
    ("            outputs = model", "            optimizer.zero_grad()\n            outputs = model"),
)


@pytest.fixture(autouse=True)
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    Path("train.py").write_text(SCRIPT)


def hook(path: str) -> subprocess.CompletedProcess[str]:
    """The hook of the page, told that a file was written."""
    Path("hook.sh").write_text(snippet(PAGE, "A hook", "sh"))
    folder = Path("bin")
    folder.mkdir(exist_ok=True)
    command = folder / "torchlint"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m torchlint "$@"\n')
    command.chmod(0o755)
    environment = {**os.environ, "PATH": f"{folder.absolute()}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    event = json.dumps({"hook_event_name": "PostToolUse", "tool_name": "Edit", "tool_input": {"file_path": path}})
    return subprocess.run(["sh", "hook.sh"], input=event, capture_output=True, text=True, env=environment, check=False)


def test_the_hook_tells_an_agent_of_findings() -> None:
    done = hook(str(Path("train.py").absolute()))
    assert done.returncode == 2
    assert done.stdout == ""
    assert "train.py:51:13: error[loss-accumulates-graph]" in done.stderr
    assert "+            running_loss += loss.detach()" in done.stderr


@pytest.mark.parametrize("name", ["clean.py", "with space.py", "notes.md", ""])
def test_the_hook_is_silent_where_there_is_nothing_to_say(name: str) -> None:
    if name:
        Path(name).write_text("import torch\n")
    assert hook(name).returncode == 0


def test_settings_are_json() -> None:
    hooks, servers = (json.loads(one.body) for one in snippets(PAGE) if one.language == "json")
    (entry,) = hooks["hooks"]["PostToolUse"]
    assert entry["hooks"][0]["command"].endswith(".claude/hooks/torchlint.sh")
    assert servers["mcpServers"]["torchlint"] == {"command": "torchlint", "args": ["--mcp"]}


def test_the_text_for_agents_names_options_that_exist() -> None:
    known = run("--help").out
    text = snippet(PAGE, "A text for AGENTS.md", "markdown")
    options = set(re.findall(r"--[a-z-]+", text))
    assert {"--fix", "--verify", "--explain"} <= options
    assert [option for option in options if option not in known] == []


def test_what_is_shown_is_what_is_written() -> None:
    rules = "discarded-tensor-op,missing-zero-grad,loss-accumulates-graph"
    shown = snippet(PAGE, "The format", "console").partition("\n")[2]
    assert run("--isolated", "--select", rules, "--output-format", "agent", "train.py").out == shown


def bytes_until_clean(form: str) -> list[int]:
    """What an agent reads of a check, a fix, and a check after its own edits."""

    def told(*arguments: str) -> Ran:
        return run("--isolated", "train.py", "--output-format", form, *arguments)

    ran = [told(), told("--fix", "--unsafe-fixes")]
    text = Path("train.py").read_text()
    for old, new in EDITS:
        assert text.count(old) == 1
        text = text.replace(old, new)
    Path("train.py").write_text(text)
    ran.append(told())
    assert [one.status for one in ran] == [1, 1, 0]
    return [len(one.out) + len(one.err) for one in ran]


@pytest.mark.parametrize("form", ["agent", "full", "json", "concise"])
def test_an_agent_reads_as_many_bytes_as_the_page_says(form: str) -> None:
    page = (ROOT / "docs" / PAGE).read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| `--output-format {form}`.*$", page, flags=re.MULTILINE)
    *each, together = (int(number.replace(",", "")) for number in re.findall(r"\| ([\d,]+)", row))
    assert sum(each) == together
    # The wording of messages changes from release to release.
    assert sum(bytes_until_clean(form)) == pytest.approx(together, rel=0.15)


def test_the_script_has_eight_mistakes_in_as_many_lines_as_the_page_says() -> None:
    page = (ROOT / "docs" / PAGE).read_text(encoding="utf-8")
    assert f"training script of {len(SCRIPT.splitlines())} lines with eight mistakes" in page
    assert len(json.loads(run("--isolated", "train.py", "--output-format", "json").out)) == 8
