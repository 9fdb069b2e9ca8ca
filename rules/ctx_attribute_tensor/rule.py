from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import kept_tensor

from . import detect


@rule(group="memory", severity="warning", symptoms="memory-grows", words="Function")
def check(file: File) -> Findings:
    """An input or output that a Function keeps as an attribute is not freed after backward, nor checked for changes."""
    for kept in detect.context_tensors(file):
        if kept.is_output:
            does = f"holds the output `{kept}`, which holds it in turn: a leak"
        else:
            does = f"keeps the input `{kept}` unchecked, and after backward"
        yield finding(
            kept,
            f"`{kept.attribute}` {does}; use `save_for_backward`",
            fix=Fix("Use save_for_backward", kept.saved, safe=False),
            proof=kept_tensor(kept),
        )
