from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import discarded_result
from torchlint.queries import testing

from . import detect, detect_arithmetic


@rule(group="device", severity="error", symptoms="loss-does-not-move setting-has-no-effect")
def check(file: File) -> Findings:
    """Operations such as `x.to(device)` return a new tensor and leave the old one unchanged; assign the result."""
    for call in detect.discards(file):
        if not (call.is_on_a_tensor or call.is_on_part_of_a_batch or call.is_perhaps_on_a_tensor):
            continue  # modules, and batches of some libraries, change in place
        if not call.is_on_a_variable or call.writes_elsewhere:
            continue  # a warm-up, or the result is written to `out` or in place
        if call.has_nothing_to_do:
            continue  # moved to the device that it is already on
        if testing.is_tried(call) or detect.is_measured(call):
            continue  # called to see whether it raises, or how long it takes
        tensor = call.variable
        lost = f"`{call}` returns its result and leaves `{tensor}` unchanged; assign it"
        if call.is_a_query:
            lost = f"the result of `{call}` is never used; assign it, or delete the call"
        yield finding(
            call,
            lost,
            fix=Fix("Assign the result", call.keeping, safe=False),
            proof=discarded_result(tensor=tensor, at=call),
            sure=call.is_on_a_tensor or call.is_on_a_batch_of_tensors,
        )
    for made in detect_arithmetic.discarded_arithmetic(file):
        yield finding(
            made,
            f"`{made}` changes nothing, and nothing uses the tensor that it computes; assign it, or delete it",
            sure=detect_arithmetic.is_of_tensors(made),
        )
