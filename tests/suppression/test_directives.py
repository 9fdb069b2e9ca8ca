"""The tokens of a text that is read part by part are those of the whole."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from tokenize import ENDMARKER, TokenInfo, generate_tokens

import pytest

from tests.rule_folders import FOLDERS, ROOT
from tests.text_edits import edited
from torchlint.suppression.directives import _tokens, _up_to_trouble

TEXTS = [(folder / "bad.py").read_text(encoding="utf-8") for folder in FOLDERS[::4]]
LONG = (ROOT / "torchlint/syntax/tree.py").read_text(encoding="utf-8")
# Lines that look like the beginning of something, and are in the middle of something else.
ODD = [
    "x = (1,\ndef f(): pass\n)\n",
    'x = """\ndef f():\n"""\ny = 1  # why\n',
    "x = 'a\\\ndef f(): pass'\n",
    "x = a \\\n@ b\n",
    "x = (a\n@ b)\n",
    "x = )\ndef f():\n    pass\n",
    "if x:\n    y\n  # between\ndef f():\n        pass\n    # after\n\n# more\nclass A:\n    pass",
    "if x:\n        y\n    z\ndef f(): pass\n",
    "@a\n# why\n@b\ndef f(): pass\n# end",
    "x = 1\rdef f(): pass\rclass A: pass\n@a\ndef g(): pass\r",
    "\x00\ndef f(): pass\n",
    "",
]


def assert_alike(text: str) -> None:
    whole, by_parts = ([one for one in read(text) if one[0] != ENDMARKER] for read in (_up_to_trouble, _tokens))
    assert by_parts == whole


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_parts_have_the_tokens_of_the_whole(newline: str) -> None:
    for text in (*ODD, *TEXTS, LONG):
        assert_alike(text.replace("\n", newline))


def test_whatever_is_typed_parts_have_the_tokens_of_the_whole() -> None:
    chance = random.Random(7)
    for text in TEXTS:
        for _ in range(6):
            text = edited(text, chance)
            assert_alike(text)


def test_only_the_part_that_was_edited_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def noted(readline: Callable[[], str]) -> Iterator[TokenInfo]:
        for token in generate_tokens(readline):
            read.append(token.string)
            yield token

    text = "import torch  # first\n\n\ndef never_seen():\n    return 1\n\n\ndef edited():\n    return 2\n"
    list(_tokens(text))
    monkeypatch.setattr("torchlint.suppression.directives.generate_tokens", noted)
    list(_tokens(text.replace("2", "3")))
    assert "edited" in read
    assert "never_seen" not in read
