from torchlint import File, Findings, finding, rule
from torchlint.proofs import graph_breaks

from . import detect


@rule(group="speed", severity="info", symptoms="gpu-idle", words="forward compile", default=False, preview=True)
def check(file: File) -> Findings:
    """`torch.compile` breaks the graph where it needs Python or a tensor's values, and starts another one after it."""
    for found in detect.breaks(file):
        if found.is_left_out:
            continue  # runs only when nothing is compiled
        yield finding(
            found,
            f"`{found}` {found.what}, so the compiled graph breaks here; {found.instead}",
            proof=graph_breaks(once=found.region.once, body=found.region.whole, expression=found),
            sure=found.is_always_run,
            related=found.region.compiled,
        )
