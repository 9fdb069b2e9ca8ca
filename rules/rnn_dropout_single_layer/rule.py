from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="warning", symptoms="validation-differs setting-has-no-effect", words="dropout")
def check(file: File) -> Findings:
    """Recurrent layers drop between one layer and the next, so with a single layer their dropout drops nothing."""
    for layer in detect.idle_dropouts(file):
        yield finding(
            layer.dropout,
            f"`{layer.callee}` has one layer, after which its dropout drops nothing; put `nn.Dropout` behind it",
        )
