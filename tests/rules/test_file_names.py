"""Paths as the code writes them: which templates they are, and which of these may be one file's."""

from __future__ import annotations

import pytest

from torchlint.queries.checkpoints.file_names import fit, templates_of, word_of
from torchlint.syntax import tree
from torchlint.syntax.ast_parser import parse

PROGRAM = """
import os
from pathlib import Path
import config.paths as P
from .settings import BEST
ROOT = Path("runs")
def go(args, folder, n, name="last.pt"):
    look({path})
    with open(os.path.join(folder, "in_with.pt"), "rb") as file:
        look(file)
"""


def written_as(path: str) -> frozenset[str]:
    syntax = parse(PROGRAM.replace("{path}", path))
    assert syntax is not None
    call = next(call for call in syntax.all(tree.Call) if tree.dotted(call.func) == "look")
    return frozenset(templates_of(syntax, call.args[0].value))


@pytest.mark.parametrize(
    ("path", "template"),
    [
        ('"runs/best.pt"', "runs/best.pt"),
        ('"./runs//best.pt"', "runs/best.pt"),
        ('ROOT / "best.pt"', "runs/best.pt"),
        ('folder + "/best.pt"', "{}/best.pt"),
        ('os.path.join(folder, "a", f"epoch_{n:03d}.pth")', "{}/a/epoch_{}.pth"),
        ('f"{args.folder}/{n + 1}_best.pth"', "{args.folder}/{}_best.pth"),
        ('"runs/step_%d.pth" % n', "runs/step_{}.pth"),
        ('"step_{}_{}.pth".format(n, n)', "step_{}_{}.pth"),
        ('open(Path(folder) / "best.pt", "rb")', "{}/best.pt"),
        ('(ROOT / "best.pt").open("rb")', "runs/best.pt"),
        ("name", "last.pt"),
        ("args.path", "{args.path}"),
        ('args["train"]["path"]', "{args.train.path}"),
        ("P.BEST", "{paths.BEST}"),
        ("BEST", "{settings.BEST}"),
        ('f"{folder}/{args.path}"', "{}/{args.path}"),
    ],
)
def test_a_path_is_read_as_its_template(path: str, template: str) -> None:
    assert written_as(path) == {template}


@pytest.mark.parametrize("path", ["folder", "n", 'f"{folder}/{n}.pt"', 'f"{n}.pth.tar"', "open(folder)", "folder[n]"])
def test_a_path_of_which_nothing_is_known_has_none(path: str) -> None:
    assert written_as(path) == set()


def test_what_a_with_opens_is_read() -> None:
    syntax = parse(PROGRAM.replace("{path}", "n"))
    assert syntax is not None
    last = [call for call in syntax.all(tree.Call) if tree.dotted(call.func) == "look"][-1]
    assert templates_of(syntax, last.args[0].value) == {"{}/in_with.pt"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("{}/best.pt", "runs/best.pt"),
        ("best.pt", "{}/best.pt"),
        ("runs/a/best.pt", "runs/{}/best.pt"),
        ("runs/epoch_010.pth", "runs/epoch_{}.pth"),
        ("{args.folder}/epoch_{}.pth", "runs/epoch_010.pth"),
        ("{}/epoch_{}.pth", "{args.folder}/epoch_{n}.pth"),
        ("{args.path}", "{args.path}"),
    ],
)
def test_templates_of_one_file_fit(one: str, other: str) -> None:
    assert fit(one, other)
    assert word_of(one) in other


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("best.pt", "runs/best.pt"),
        ("downloads/best.pt", "{}/best.pt"),
        ("downloads/best.pt", "{args.folder}/best.pt"),
        ("{}/best.pt", "{}/last.pt"),
        ("{}/epoch_{}.pth", "runs/epochs.pth"),
        ("{args.path}", "{args.out}"),
        ("{args.path}", "runs/best.pt"),
    ],
)
def test_templates_of_different_files_do_not_fit(one: str, other: str) -> None:
    assert not fit(one, other)
