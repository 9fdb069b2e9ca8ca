from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import copied_bytes
from torchlint.queries import testing

from . import detect


@rule(group="speed", severity="info", symptoms="gpu-idle", default=False, words="to cuda type_as")
def check(file: File) -> Findings:
    """A tensor created on the CPU and then moved to the GPU costs extra memory and a copy that blocks."""
    if testing.is_test_module(file):
        return  # tests copy little
    for move in detect.moved_factories(file):
        is_repeated = move.is_repeated
        if not is_repeated and not move.may_be_repeated:
            continue  # once, or once per epoch, its cost is negligible
        made = move.made
        assert made is not None
        yield finding(
            move,
            f"`{made.call}` is created on the CPU and copied each time; pass `device={move.device}` to it",
            fix=Fix("Create it on the device", move.in_place, safe=move.keeps_numbers),
            proof=copied_bytes(made=made.call, at=move),
            sure=made.is_sure and is_repeated,
        )
