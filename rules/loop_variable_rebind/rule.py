from torchlint import File, Findings, finding, rule
from torchlint.proofs import discarded_result

from . import detect


@rule(group="device", severity="error", symptoms="accuracy-at-chance setting-has-no-effect", words="for")
def check(file: File) -> Findings:
    """A loop that gives its own variable a new tensor changes a name, and not the list or dict that it goes over."""
    for call in detect.loop_rebinds(file):
        if call.is_on_a_module:
            continue  # moves itself
        yield finding(
            call,
            f"`{call}` becomes another value of a name, so `{call.iterated}` keeps the old tensors; build a new one",
            proof=discarded_result(tensor=call.receiver, at=call),
            sure=call.is_on_a_tensor,
        )
