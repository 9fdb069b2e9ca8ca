from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="speed", severity="warning", symptoms="gpu-idle", words="class")
def check(file: File) -> Findings:
    """`__getitem__` reads or computes for every sample what is the same each time and could be done once."""
    for work in detect.repeated_work(file):
        if work.is_kept:
            continue  # stored in an attribute or a cache, so it runs once
        yield finding(
            work,
            f"`{work}` {work.does} again for every sample; do it once, in `__init__`",
            sure=work.is_the_same,
        )
