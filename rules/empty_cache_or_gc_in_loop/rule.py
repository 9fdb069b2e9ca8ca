from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import call_time
from torchlint.queries import api, testing, training

CALLS = ("gc.collect", *(f"torch.{device}.empty_cache" for device in ("cuda", "mps", "xpu", "accelerator.memory")))


@rule(group="speed", severity="warning", symptoms="gpu-idle", words="gc.collect empty_cache collect")
def check(file: File) -> Findings:
    """Emptying the cache, or looking for garbage, in each training step costs time and makes no room that lasts."""
    if testing.is_test_module(file):
        return  # a test looks at what is left
    for call in api.discarded_calls(file, *CALLS):
        if not training.is_in_each_step(call):
            continue  # between epochs, every so many steps, or when memory has run out
        why = "looks at every object" if "gc.collect" in call.spelled else "gives back memory that the next step takes"
        gone = call.deleting
        yield finding(
            call,
            f"`{call}` {why}, in each step; leave it out, or call it between epochs",
            fix=Fix("Leave it out", gone) if gone else None,
            proof=call_time(callee=call.callee, at=call),
        )
