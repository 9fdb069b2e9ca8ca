from torchlint import File, Findings, finding, rule
from torchlint.proofs import discarded_result

from . import detect


@rule(group="device", severity="error", symptoms="accuracy-at-chance setting-has-no-effect", words="for")
def check(file: File) -> Findings:
    """Reassigning the loop variable does not change the list or dict that the loop iterates over."""
    for call in detect.loop_rebinds(file):
        if call.is_on_a_module or call.is_declared_otherwise:
            continue  # modules move in place, and so may objects of other classes
        if call.lost is not None:
            yield finding(
                call.lost,
                f"`{call.lost}` only changes `{call}`, which nothing reads; change `{call.receiver}` itself",
                sure=call.is_on_a_tensor or call.is_a_copy,
                related=(call.says("a new tensor"),),
            )
            continue  # the elements stay as they are, whatever is done with the list
        is_of_weights = call.is_of_parameters
        keeps = "its old weights; change them in place" if is_of_weights else f"the old tensors; {call.instead}"
        yield finding(
            call,
            f"assigning `{call}` only rebinds the loop variable, so `{call.iterated}` keeps {keeps}",
            proof=discarded_result(tensor=call.receiver, at=call),
            sure=call.is_on_a_tensor,
        )
