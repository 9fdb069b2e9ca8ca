from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import call_time
from torchlint.queries import api, testing, training

CALLS = ("gc.collect", *(f"torch.{device}.empty_cache" for device in ("cuda", "mps", "xpu", "accelerator.memory")))


@rule(group="speed", severity="warning", symptoms="gpu-idle", words="gc.collect empty_cache collect")
def check(file: File) -> Findings:
    """`torch.cuda.empty_cache()` or `gc.collect()` in every step costs time, and the freed memory is needed again."""
    if testing.is_test_module(file):
        return  # a test measures memory
    for call in api.discarded_calls(file, *CALLS):
        if not training.is_in_each_step(call):
            continue  # between epochs, every N steps, or after running out of memory
        why = (
            "scans every object" if "gc.collect" in call.spelled else "frees memory that the next step allocates again"
        )
        gone = call.deleting
        yield finding(
            call,
            f"`{call}` {why}, in every step; remove it, or call it between epochs",
            fix=Fix("Remove it", gone) if gone else None,
            proof=call_time(callee=call.callee, at=call),
        )
