from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="api", severity="error", symptoms="loss-does-not-move setting-has-no-effect")
def check(file: File) -> Findings:
    """`torch.compile`, `DataParallel` and the like return a new model; unless you assign it, nothing changes."""
    for wrapped in detect.dropped_wrappers(file):
        if testing.is_tried(wrapped) or testing.is_part_of_tests(file):
            continue  # called to see whether it raises
        if wrapped.is_in_place:
            continue  # changes the model in place
        yield finding(
            wrapped,
            f"`{wrapped}` returns a new model, and `{wrapped.model}` {wrapped.lacks}; assign the result",
            fix=Fix("Keep the result", wrapped.keeping, safe=False),
        )
    for given in detect.given_containers(file):
        if not testing.is_part_of_tests(file):
            yield finding(
                given, f"`prepare` returns this {given.kind} unchanged, with nothing prepared; unpack it with `*`"
            )
