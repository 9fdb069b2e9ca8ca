from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="error", symptoms="crash", words="nn Module")
def check(file: File) -> Findings:
    """Reading an attribute that a module never assigns raises AttributeError, often in a rarely used branch."""
    for read in detect.undefined_reads(file):
        if testing.is_tried(read):
            continue  # the handler expects that the attribute is missing
        instead = f"use `self.{read.similar}`" if read.similar else "assign it in `__init__`"
        message = f"`{read}` raises AttributeError: nothing assigns it in `{read.owner}`; {instead}"
        also = tuple(one.says("read here, too") for one in read.others)
        yield finding(read, message, sure=read.is_sure, related=also)
