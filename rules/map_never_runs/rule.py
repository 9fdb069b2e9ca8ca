from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="loss-does-not-move setting-has-no-effect", words="torch")
def check(file: File) -> Findings:
    """`map` is lazy: it calls nothing until something iterates over it, so a bare `map(...)` statement does nothing."""
    for dropped in detect.dropped_iterators(file):
        as_loop = dropped.as_loop
        yield finding(
            dropped,
            f"`{dropped}` calls nothing, as nothing iterates over it; write a `for` loop",
            fix=Fix("Write a loop", as_loop, safe=False) if as_loop else None,
        )
