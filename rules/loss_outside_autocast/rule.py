from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="precision", severity="warning", symptoms="loss-is-nan", words="autocast")
def check(file: File) -> Findings:
    """A loss behind the `with` of autocast is computed in the half precision of what the model gave inside it."""
    for loss in detect.losses_behind(file):
        if loss.model_casts:
            continue  # the model's own code gives float32
        yield finding(
            loss,
            f"`{loss}` gets `{loss.dtype}` numbers here; compute it inside the `with` of autocast",
            sure=loss.is_certain,
            related=(loss.autocast.says("the model runs under this"),),
        )
