"""The public names of torchlint, as rules import them: `File`, `Findings`, `Fix`, `finding`, `rule`, `run_rule`."""

from torchlint import working_directory

working_directory.leave()  # what is imported from here on could come from there

from typing import TYPE_CHECKING, Any  # noqa: E402

from torchlint.finding import Edit, Experiment, Finding, Fix  # noqa: E402
from torchlint.rule import Findings, Rule, finding, rule  # noqa: E402
from torchlint.run_rule import Measured, Sighting, run_rule  # noqa: E402
from torchlint.verdict import Number  # noqa: E402

if TYPE_CHECKING:
    from torchlint.queries.file import File

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
    "rule",
    "run_rule",
]


def __getattr__(name: str) -> Any:
    """`File` brings the whole analysis along, and comes when it is asked for: by rules, mostly."""
    if name == "File":
        from torchlint.queries.file import File

        return File
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
