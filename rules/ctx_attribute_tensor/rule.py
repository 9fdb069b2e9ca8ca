from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import kept_tensor

from . import detect


@rule(group="memory", severity="warning", symptoms="memory-grows", words="Function")
def check(file: File) -> Findings:
    """A tensor stored as an attribute of `ctx` is not freed after backward, nor checked for in-place changes."""
    for kept in detect.context_tensors(file):
        if kept.is_output:
            does = f"makes a reference cycle with the output `{kept}`, which leaks memory"
        else:
            does = f"keeps `{kept}` in memory after backward, and autograd does not notice in-place changes of it"
        yield finding(
            kept,
            f"`{kept.attribute}` {does}; use `save_for_backward`",
            fix=Fix("Use save_for_backward", kept.saved, safe=False),
            proof=kept_tensor(kept),
        )
