"""The public names of torchlint, as rules import them: `File`, `Findings`, `Fix`, `finding`, `rule`, `run_rule`."""

from torchlint import working_directory

working_directory.leave()  # what is imported from here on could come from there

from typing import TYPE_CHECKING, Any  # noqa: E402

from torchlint.finding import Edit, Experiment, Finding, Fix  # noqa: E402
from torchlint.rule import Findings, Rule, finding, rule  # noqa: E402

if TYPE_CHECKING:
    from torchlint.queries.file import File
    from torchlint.run_rules import Measured, Sighting, listed, run_rule
    from torchlint.verdict import Number

__all__ = [
    "Edit",
    "Experiment",
    "File",
    "Finding",
    "Findings",
    "Fix",
    "Measured",
    "Number",
    "Rule",
    "Sighting",
    "finding",
    "listed",
    "rule",
    "run_rule",
]


_OF_RUN_RULES = ("Measured", "Number", "Sighting", "listed", "run_rule")


def __getattr__(name: str) -> Any:
    """`File` brings the whole analysis along, and comes when it is asked for; so does what only some rules need."""
    if name == "File":
        from torchlint.queries.file import File

        return File
    if name in _OF_RUN_RULES:
        from torchlint import run_rules

        return getattr(run_rules, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext torchlint`: check the cells of a live kernel, and run them observed."""
    from torchlint.jupyter.extension import load

    load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """`%unload_ext torchlint`."""
    from torchlint.jupyter.extension import unload

    unload(shell)
