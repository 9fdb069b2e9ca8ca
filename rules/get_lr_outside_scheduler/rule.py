from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import recomputed_rate
from torchlint.queries import api, testing


@rule(group="training", severity="warning", symptoms="loss-does-not-move", words="get_lr")
def check(file: File) -> Findings:
    """A scheduler's `get_lr()` computes the next learning rate; `get_last_lr()` returns the one in use."""
    if testing.is_test_module(file):
        return  # a test of a scheduler compares both
    for rate in api.scheduler_rates(file):
        if not rate.may_differ or rate.scheduler is None:
            continue  # returns the rate in use; deprecated-api reports the warning
        if rate.is_guarded:
            continue  # the code checks the PyTorch version
        yield finding(
            rate,
            f"`{rate}` computes the next learning rate, not the one in use; call `get_last_lr()`",
            sure=rate.is_sure,
            proof=recomputed_rate(scheduler=rate.scheduler, rates=rate),
            fix=Fix("Use get_last_lr", rate.edits, safe=False) if rate.edits else None,
        )
