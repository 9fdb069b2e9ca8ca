from torchlint import File, Findings, finding, rule

from . import detect, detect_forwards


@rule(group="training", severity="error", symptoms="crash", words="Sequential forward", preview=True)
def check(file: File) -> Findings:
    """A layer's input size must match the output size of the layer before it; otherwise the first forward fails."""
    for size in (*detect.misfits(file), *detect_forwards.misfits(file)):
        yield finding(
            size,
            f"`{size}` is {size.taken}, but the layer before it outputs {size.given}, so the forward fails"
            if size.text != str(size.taken)
            else f"this layer expects {size.taken}, but the layer before it outputs {size.given}, so the forward fails",
            related=(size.first.says(f"outputs {size.given}"),),
        )
