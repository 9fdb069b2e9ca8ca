"""torchlint, as rules import it."""

from torchlint.experiment import (
    batched_transform,
    held_activations,
    hook_lifetime,
    output_structure,
    retained_graph,
    saturation,
    softmaxed_input,
)
from torchlint.finding import Edit, Experiment, Finding, Fix
from torchlint.model.file import File, finding
from torchlint.rule import Findings, Rule, rule

__all__ = [
    "Edit",
    "Experiment",
    "File",
    "Finding",
    "Findings",
    "Fix",
    "Rule",
    "batched_transform",
    "finding",
    "held_activations",
    "hook_lifetime",
    "output_structure",
    "retained_graph",
    "rule",
    "saturation",
    "softmaxed_input",
]
