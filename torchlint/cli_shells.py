"""Completion in each shell, beyond what click does: values behind `=`, and words that bash takes apart."""

from __future__ import annotations

import glob
import os
from typing import ClassVar, Protocol, cast

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
)

# What click has, but only the first comma separates: `plain,memory,missing-eval-mode`.
_FISH = """\
function %(complete_func)s;
    set -l response (env %(complete_var)s=fish_complete COMP_WORDS=(commandline -cp) \
COMP_CWORD=(commandline -t) %(prog_name)s);

    for completion in $response;
        set -l metadata (string split --max 1 "," $completion);

        if test $metadata[1] = "dir";
            __fish_complete_directories $metadata[2];
        else if test $metadata[1] = "file";
            __fish_complete_path $metadata[2];
        else if test $metadata[1] = "plain";
            echo $metadata[2];
        end;
    end;
end;

complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)";
"""


class TakesEquals(Protocol):
    """The command, which knows after which options a value may be left out."""

    def with_equals(self, args: list[str]) -> list[str]:
        """The words with `--statistics src` as `--statistics= src`."""


class Completion(ShellComplete):
    """What may follow on a command line."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        """What may be there in place of the last word, which is incomplete."""
        return super().get_completions(cast(TakesEquals, self.cli).with_equals(args), incomplete)


class WholeWord(Completion):
    """For a shell that replaces the whole word, with the option in front of `=`."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        """The same behind the option."""
        items = super().get_completions(args, incomplete)
        option, equals, value = incomplete.partition("=")
        if not (equals and option.startswith("-")):
            return items
        values = [found for item in items for found in (_files(value) if item.type == "file" else [item.value])]
        return [CompletionItem(f"{option}={value}") for value in values]


def _files(beginning: str) -> list[str]:
    found = sorted(glob.glob(f"{glob.escape(beginning)}*"))
    return [f"{path}{os.sep}" if os.path.isdir(path) else path for path in found]


class Bash(Completion, BashComplete):
    """Readline splits a word at each `=` and `:`, and replaces only what follows the last of them."""

    _kept = ""  # the beginning of the word, which stays as it is typed

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words as they were typed."""
        args, last = super().get_completion_args()
        words: list[str] = []
        follows_a_break = False
        for word in (*args, last):
            is_break = word != "" and not word.strip("=:")
            if words and (is_break or follows_a_break):
                words[-1] += word
            else:
                words.append(word)
            follows_a_break = is_break
        *args, whole = words
        self._kept = whole if follows_a_break else whole[: len(whole) - len(last)]
        return args, whole

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        """What may follow what stays."""
        found = super().get_completions(args, incomplete)
        kept = self._kept.partition("=")[2] if self._kept.startswith("-") else self._kept
        return [CompletionItem(item.value.removeprefix(kept), item.type, item.help) for item in found]


class Zsh(WholeWord, ZshComplete):
    """Zsh."""


class Fish(WholeWord, FishComplete):
    """Fish."""

    source_template: ClassVar[str] = _FISH


CLASSES: dict[str, type[ShellComplete]] = {"bash": Bash, "zsh": Zsh, "fish": Fish}


def register() -> None:
    """Have click use these classes."""
    for shell in CLASSES.values():
        add_completion_class(shell)
