from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="loss-does-not-move setting-has-no-effect", words="torch")
def check(file: File) -> Findings:
    """`map` calls nothing until something goes through its result, so a `map` as a statement does nothing."""
    for dropped in detect.dropped_iterators(file):
        as_loop = dropped.as_loop
        yield finding(
            dropped,
            f"`{dropped}` calls nothing, as nothing goes through it; write a `for` loop",
            fix=Fix("Write a loop", as_loop, safe=False) if as_loop else None,
        )
