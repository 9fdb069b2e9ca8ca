from torchlint import File, Findings, finding, rule
from torchlint.proofs import recompiles

from . import detect


@rule(group="speed", severity="warning", symptoms="slower-every-epoch gpu-idle", words="forward compile", preview=True)
def check(file: File) -> Findings:
    """`torch.compile` recompiles a forward for each new value of an int, or length of a list, on its module."""
    if detect.lets_ints_vary(file):
        return  # a setting lets one compiled version accept any int
    for change in detect.changes(file):
        if not change.is_counted and not change.starts_as_list:
            continue  # a tensor or a float: the second version takes any value
        if change.begins_anew or change.is_left_out:
            continue  # the same value in each call, or the code is not compiled
        what = "value" if change.is_counted else "length"
        kept = change.attribute.attr
        instead = f"make `self.{kept}` a tensor buffer" if change.is_counted else "collect outside of the compiled code"
        yield finding(
            change,
            f"`{change}` recompiles the forward for each new {what}, and after 8 of them it runs eagerly; {instead}",
            proof=recompiles(once=change.region.once, body=change.region.whole),
            sure=change.is_counted,
            related=change.region.compiled,
        )
