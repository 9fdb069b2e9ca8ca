from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="memory", severity="warning", symptoms="out-of-memory", words="OutOfMemoryError memory oom")
def check(file: File) -> Findings:
    """Inside `except`, the exception keeps the failed call's tensors alive, so a retry there has less memory."""
    if testing.is_part_of_tests(file):
        return  # a test of what happens
    for retry in detect.retries(file):
        if retry.lets_go:
            continue  # the traceback or its frames are cleared first
        if retry.goes_to_cpu:
            continue  # does not use the memory that ran out
        yield finding(
            retry,
            f"`{retry}` runs while the exception keeps the failed call's tensors alive; retry after the `except` block",
            related=(retry.handler.says("the tensors stay alive until this block ends"),),
        )
