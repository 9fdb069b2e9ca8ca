from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="precision", severity="warning", symptoms="loss-is-nan", words="autocast")
def check(file: File) -> Findings:
    """Without a `GradScaler`, small gradients under float16 autocast round to zero."""
    if detect.may_scale(file):
        return  # there is a GradScaler, or the program scales losses in another way
    for backward in detect.half_backwards(file):
        why = "as float16 rounds them to zero" if backward.is_certain else "where autocast is float16"
        yield finding(
            backward,
            f"`{backward}` loses small gradients, {why}; scale the loss with `{backward.scaler}`",
            sure=backward.is_certain,
            related=(backward.autocast.says("float16 here"),),
        )
