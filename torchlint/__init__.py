"""The public names of torchlint: what rules import, such as `File`, `finding` and `rule`, and the Python API.

The API is `check`, `fix` and `explain`, and the frozen data that they return; `torchlint.testing` tests rules.
"""

from torchlint import working_directory

working_directory.leave()  # what is imported from here on could come from there

from typing import TYPE_CHECKING, Any  # noqa: E402

from torchlint.finding import Edit, Experiment, Finding, Fix  # noqa: E402
from torchlint.rule import Findings, Rule, finding, rule  # noqa: E402

if TYPE_CHECKING:
    from torchlint.api.checking import check, fix
    from torchlint.api.explaining import explain
    from torchlint.api.results import (
        CheckResult,
        ExplainedSymptom,
        FixedFile,
        FixResult,
        Location,
        RelatedLocation,
        ReportedFinding,
        ReportedFix,
        RulePage,
        SymptomPage,
        TextEdit,
    )
    from torchlint.queries.file import File
    from torchlint.run_rules import Measured, Sighting, listed, run_rule
    from torchlint.settings.keys import ConfigError
    from torchlint.verdict import Number

__all__ = [
    "CheckResult",
    "ConfigError",
    "Edit",
    "Experiment",
    "ExplainedSymptom",
    "File",
    "Finding",
    "Findings",
    "Fix",
    "FixResult",
    "FixedFile",
    "Location",
    "Measured",
    "Number",
    "RelatedLocation",
    "ReportedFinding",
    "ReportedFix",
    "Rule",
    "RulePage",
    "Sighting",
    "SymptomPage",
    "TextEdit",
    "check",
    "explain",
    "finding",
    "fix",
    "listed",
    "rule",
    "run_rule",
]

_OF_RUN_RULES = ("Measured", "Number", "Sighting", "listed", "run_rule")
# Where the names of the Python API are; rules do not import them.
OF_API = {
    **dict.fromkeys(("check", "fix"), "torchlint.api.checking"),
    "explain": "torchlint.api.explaining",
    "ConfigError": "torchlint.settings.keys",
    **dict.fromkeys(
        ("CheckResult", "FixResult", "FixedFile", "Location", "RelatedLocation", "ReportedFinding", "ReportedFix"),
        "torchlint.api.results",
    ),
    **dict.fromkeys(("ExplainedSymptom", "RulePage", "SymptomPage", "TextEdit"), "torchlint.api.results"),
}


def __getattr__(name: str) -> Any:
    """A name that brings more along than `import torchlint` may cost, loaded when it is asked for."""
    if name == "File":
        from torchlint.queries.file import File

        return File
    if name in _OF_RUN_RULES:
        from torchlint import run_rules

        return getattr(run_rules, name)
    if name in OF_API:
        from importlib import import_module

        return getattr(import_module(OF_API[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext torchlint`: check the cells of a live kernel, and run them observed."""
    from torchlint.jupyter.extension import load

    load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """`%unload_ext torchlint`."""
    from torchlint.jupyter.extension import unload

    unload(shell)
