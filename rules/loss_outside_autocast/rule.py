from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="precision", severity="warning", symptoms="loss-is-nan", words="autocast")
def check(file: File) -> Findings:
    """A loss computed after the `with` block of autocast runs in the half precision of the model's output."""
    for loss in detect.losses_behind(file):
        if loss.model_casts:
            continue  # the model itself returns float32
        yield finding(
            loss,
            f"`{loss}` runs in `{loss.dtype}` here; compute it inside the autocast `with` block",
            sure=loss.is_certain,
            related=(loss.autocast.says("the model runs under this autocast"),),
        )
