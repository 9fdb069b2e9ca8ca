from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="speed", severity="warning", symptoms="gpu-idle", words="__getitem__")
def check(file: File) -> Findings:
    """What `__getitem__` reads or makes is read or made again for each sample, however often it is the same."""
    for work in detect.repeated_work(file):
        if work.is_kept:
            continue  # in an attribute or a cache: made once
        yield finding(
            work,
            f"`{work}` {work.does} again for each sample; do it once, in `__init__`",
            sure=work.is_the_same,
        )
