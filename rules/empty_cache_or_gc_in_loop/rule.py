from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import call_time
from torchlint.queries import api, testing, training

CALLS = ("gc.collect", *(f"torch.{device}.empty_cache" for device in ("cuda", "mps", "xpu", "accelerator.memory")))


@rule(
    group="speed",
    severity="warning",
    symptoms="gpu-idle",
    words="gc.collect empty_cache collect memory cache free clear clean",
)
def check(file: File) -> Findings:
    """`torch.cuda.empty_cache()` or `gc.collect()` in every step costs time, and the freed memory is needed again."""
    if testing.is_test_module(file):
        return  # a test measures memory
    for step in training.calls_of_each_step(file, *CALLS):
        call = step.call
        if step.is_itself and not api.is_discarded(call):
            continue  # the number of objects that were found is used
        is_gc = step.name == "gc.collect"
        why = "scans every object" if is_gc else "frees memory that the next step allocates again"
        gone = call.deleting if step.is_itself else ()
        yield finding(
            call,
            f"`{call}` {why}, in every step; remove it, or call it between epochs",
            fix=Fix("Remove it", gone) if gone else None,
            proof=call_time(callee=call.callee, at=call),
        )
    for call in training.calls_of_each_evaluation(file, *CALLS):
        if not api.is_discarded(call):
            continue  # the number of objects that were found is used
        yield finding(
            call,
            f"`{call}` takes time after every batch that is evaluated; remove it, or call it after the loop",
            fix=Fix("Remove it", call.deleting) if call.deleting else None,
            proof=call_time(callee=call.callee, at=call),
        )
