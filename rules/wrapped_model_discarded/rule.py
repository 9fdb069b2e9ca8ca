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
        edits, what = wrapped.keeping, "returns a new model, and"
        if wrapped.is_forgotten:
            what = "is read by nothing after this, and"
        instead = "return it" if wrapped.is_forgotten else "assign the result"
        yield finding(
            wrapped,
            f"`{wrapped}` {what} `{wrapped.model}` {wrapped.lacks}; {instead}",
            fix=Fix("Keep the result", edits, safe=False) if edits else None,
        )
    for given in detect.given_containers(file):
        if not testing.is_part_of_tests(file):
            yield finding(
                given, f"`prepare` returns this {given.kind} unchanged, with nothing prepared; unpack it with `*`"
            )
