from torchlint import File, Findings, finding, rule
from torchlint.proofs import recompiles

from . import detect


@rule(group="speed", severity="warning", symptoms="slower-every-epoch gpu-idle", words="compile", preview=True)
def check(file: File) -> Findings:
    """`torch.compile` compiles a forward again for each value of an int, and each length of a list, of its module."""
    if detect.lets_ints_vary(file):
        return  # a setting with which one version takes any int
    for change in detect.changes(file):
        if not change.is_counted and not change.starts_as_list:
            continue  # a tensor or a float, of which the second version takes any
        if change.begins_anew or change.is_left_out:
            continue  # the same in each call; or only where nothing is compiled
        what = "value" if change.is_counted else "length"
        yield finding(
            change,
            f"`{change}` compiles the forward again for each {what}, and after 8 of them no more; keep a tensor",
            proof=recompiles(once=change.region.once, body=change.region.whole),
            sure=change.is_counted,
            related=change.region.compiled,
        )
