from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="warning", symptoms="validation-differs setting-has-no-effect", words="dropout")
def check(file: File) -> Findings:
    """`dropout` of `nn.LSTM`, `nn.GRU` and `nn.RNN` acts between layers, so with `num_layers=1` it does nothing."""
    for layer in detect.idle_dropouts(file):
        yield finding(
            layer.dropout,
            f"`{layer.callee}` has a single layer, so its `dropout` does nothing; put `nn.Dropout` after it",
            sure=layer.is_sure,
        )
