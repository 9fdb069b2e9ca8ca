"""Options `--local_rank` of programs that a launcher starts, and that know their rank by no other way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_in
from torchlint.knowledge.command_line import OTHER_PARSERS
from torchlint.queries import CallView, options
from torchlint.syntax import tree
from torchlint.syntax.comment_lines import without_comment_lines

if TYPE_CHECKING:
    from torchlint.queries import File

_OPTION, _DASHED, _ATTRIBUTE = "--local_rank", "--local-rank", "local_rank"
# Since when there is torchrun, which passes nothing, and since when `torch.distributed.launch` passes a dash.
_TORCHRUN, _SINCE = (1, 10), (2, 0)
# What starts the processes, other than the launchers of PyTorch: deepspeed's passes `--local_rank`.
_OTHER_LAUNCHERS = re.compile(r"\bdeepspeed\b|\bspawn\(|\bstart_processes\(|\bhorovod\b")
_CLUSTERS = re.compile(r"SLURM_|OMPI_COMM")
# What joins a group whose processes somebody starts by hand, or a program of the user's, with a rank for each.
_BY_HAND = re.compile(r"""init_method\s*=\s*f?["']tcp://""")
# How else a program knows which GPU is its own.
_COUNTS_ITSELF = re.compile(r"get_rank\(\)\s*%|set_device\([^()]*get_rank\(|get_node_local_rank\(")
_JOINS = re.compile(r"\binit_process_group\(")
# `python -m torch.distributed.launch train.py`, in a comment or in a text.
_COMMAND = re.compile(r"-m\s+torch\.distributed\.launch\b")
_BY_VARIABLE = re.compile(r"--use[-_]env|\btorchrun\b|torch\.distributed\.run\b")
# `os.environ["LOCAL_RANK"] = str(args.local_rank)`
_HANDS_ON = re.compile(r"""environ\[["']LOCAL_RANK["']\]\s*=\s*str\(\w+\.local_rank\)""")
_STARTS_PROGRAMS = re.compile(r"(?m)^\s*(import|from)\s+subprocess\b")


class _Program(NamedTuple):
    """What the files of a program say about its ranks."""

    is_launched: bool  # whether its processes join a group, and it starts none of them itself
    may_know_otherwise: bool  # whether it reads what SLURM or MPI say, or counts the GPUs
    reads_variable: bool
    is_given_option: bool  # whether it sets the variable to what the option says, or shows the command that passes it
    ignores_unknown: bool  # whether options that the parser does not know are no error
    sets_attribute: bool  # whether the rank is assigned: `args.local_rank = 0`
    reads_attribute: bool


@dataclass(frozen=True, slots=True, eq=False)
class RankOption(CallView):
    """A call of `add_argument` with the spelling of PyTorch 1 alone."""

    is_read_elsewhere: bool  # whether the program knows its rank by the variable, too
    is_certain: bool


def options_without_rank(file: File) -> Iterator[RankOption]:
    """Such options, in source order."""
    if not file.names.imports_packages(("argparse", "configargparse")) or not file.torch.reaches(_TORCHRUN):
        return
    if file.names.imports_packages(OTHER_PARSERS):
        return  # they accept both spellings
    declared = [call for call in file.method_calls("add_argument") if _OPTION in _spellings(call)]
    program = _program(file) if declared else None
    if program is None or _is_passed_by_project(file):
        return
    for call in declared:
        if not program.reads_variable and not program.sets_attribute:
            if program.is_launched:
                is_certain = program.reads_attribute and not program.may_know_otherwise and file.torch.reaches(_SINCE)
                yield RankOption(file, call.node, False, is_certain)
        elif file.torch.reaches(_SINCE) and program.is_given_option and not program.ignores_unknown:
            yield RankOption(file, call.node, True, False)


def _spellings(call: CallView) -> set[str | None]:
    return {tree.string_of(one.node) for one in call.positional}


def _program(file: File) -> _Program | None:
    """What is said in the files of a program; None where they are not all known, or accept the other spelling."""
    programs = options.programs_of(file)
    if programs is None:
        return None
    texts = [syntax.text for syntax in programs.trees.values()]
    codes = [without_comment_lines(text) for text in texts]
    if any(_OTHER_LAUNCHERS.search(code) for code in codes) or any(map(_accepts_dash, programs.trees.values())):
        return None
    trees = [syntax for syntax in programs.trees.values() if _ATTRIBUTE in syntax.text]
    return _Program(
        is_launched=any(map(_JOINS.search, codes)) and not any(map(_BY_HAND.search, codes)),
        may_know_otherwise=any(_CLUSTERS.search(code) or _COUNTS_ITSELF.search(code) for code in codes),
        reads_variable=any("LOCAL_RANK" in code for code in codes),
        is_given_option=any(map(_HANDS_ON.search, codes)) or any(map(_shows_command, texts)),
        ignores_unknown="parse_known_args" in file.text,
        sets_attribute=any(_sets_attribute(syntax) for syntax in trees),
        reads_attribute=any(one.attr == _ATTRIBUTE for syntax in trees for one in syntax.all(tree.Attribute)),
    )


def _shows_command(text: str) -> bool:
    """Whether a comment or docstring shows how to start the program with the option, and nothing else with less."""
    return _COMMAND.search(text) is not None and _BY_VARIABLE.search(text) is None


def _accepts_dash(syntax: tree.Tree) -> bool:
    """Whether a parser knows the other spelling, or the code changes it: `arg.replace("--local-rank", ...)`."""
    if _DASHED not in syntax.text:
        return False
    calls = (call for call in syntax.all(tree.Call) if tree.last_name(call.func) in ("add_argument", "replace"))
    return any(tree.string_of(one.value) == _DASHED for call in calls for one in call.args)


def _sets_attribute(syntax: tree.Tree) -> bool:
    """Whether a rank is worked out and assigned: `args.local_rank = rank`, not `-1`, nor a copy of the option."""
    return any(
        one.name.endswith(f".{_ATTRIBUTE}")
        and not isinstance(one.value, (tree.Constant, tree.UnaryOp))
        and tree.last_part(one.value) != _ATTRIBUTE
        for one in assignments_in(syntax.root)
    )


def _is_passed_by_project(file: File) -> bool:
    """Whether a program of the project starts other programs, and knows of the option."""
    around = file.project_files
    places = around.files_mentioning(_OPTION, "subprocess") if around is not None else ()
    return any(_STARTS_PROGRAMS.search(around.text(place)) for place in places if around is not None)
