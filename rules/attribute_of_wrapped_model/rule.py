from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect, detect_prepared


@rule(group="distributed", severity="error", symptoms="crash")
def check(file: File) -> Findings:
    """`DataParallel` and `DistributedDataParallel` do not expose the attributes of the model they wrap."""
    if testing.is_part_of_tests(file):
        return  # a test may want the error
    for held in detect.of_wrapped(file):
        if held.is_asked_for:
            continue  # possibly reached only without a wrapper
        yield finding(
            held,
            f"`{held}` raises an AttributeError once `{held.model}` is a `{held.wrapper_name}`; "
            "keep the unwrapped model in another variable",
            sure=not held.is_kept_by_object and not held.is_passed,  # else it may be read before it is wrapped
            related=held.elsewhere,
        )
    for held in detect_prepared.of_prepared(file):
        if held.is_asked_for:
            continue  # possibly reached only without a wrapper
        yield finding(
            held,
            f"`{held}` raises an AttributeError in several processes; read it from `unwrap_model({held.model})`",
            sure=False,  # one process alone, and the model stays as it is
            related=(held.wrapper.says("wrapped here"),),
        )
