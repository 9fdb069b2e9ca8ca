from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="speed", severity="info", symptoms="gpu-idle", default=False, words="to cuda")
def check(file: File) -> Findings:
    """A batch is copied to the GPU beside the computation only from pinned memory and with `non_blocking=True`."""
    if testing.is_part_of_tests(file):
        return  # a test copies little
    for copy in detect.copies_not_overlapped(file):
        loader = copy.loader
        if copy.is_pinned:
            says = "waits for the copy, though the loader pins its batches; pass `non_blocking=True`"
        else:
            says = "is not overlapped: the loader doesn't pin its batches; give it `pin_memory=True`"
        yield finding(
            copy,
            f"`{copy}` {says}",
            fix=Fix("Let the copy overlap", copy.overlapping, safe=False),
            sure=copy.is_known,
            related=(loader.says("the loader"),) if loader is not None else (),
        )
