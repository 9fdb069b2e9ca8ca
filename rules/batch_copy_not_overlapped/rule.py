from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="speed", severity="info", symptoms="gpu-idle", default=False, words="to cuda")
def check(file: File) -> Findings:
    """Copying a batch to the GPU overlaps with computation only from pinned memory and with `non_blocking=True`."""
    if testing.is_part_of_tests(file):
        return  # tests copy little
    for copy in detect.copies_not_overlapped(file):
        loader = copy.loader
        if copy.is_pinned:
            says = "blocks although the loader pins its batches; pass `non_blocking=True`"
        else:
            says = "blocks because the loader doesn't pin its batches; pass `pin_memory=True` to it"
        yield finding(
            copy,
            f"`{copy}` {says}",
            fix=Fix("Overlap the copy with computation", copy.overlapping, safe=False),
            sure=copy.is_known,
            related=(loader.says("the loader"),) if loader is not None else (),
        )
