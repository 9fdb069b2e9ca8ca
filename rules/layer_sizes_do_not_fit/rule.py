from torchlint import File, Findings, finding, rule

from . import detect, detect_forwards, detect_swapped


@rule(group="training", severity="error", symptoms="crash", words="Sequential Module", preview=True)
def check(file: File) -> Findings:
    """A layer's input size must match the output size of the layer before it; otherwise the first forward fails."""
    for size in (*detect.misfits(file), *detect_forwards.misfits(file)):
        is_number = size.text == str(size.taken)
        expects = f"this layer expects {size.taken} inputs" if is_number else f"`{size}` is {size.taken}"
        yield finding(
            size,
            f"{expects}, but the previous layer outputs {size.given}, so the forward raises; "
            f"pass {size.given} here, or make that layer output {size.taken}",
            related=(size.first.says(f"outputs {size.given}"),) if file.holds(size.first.node) else (),
            sure=size.is_certain,
        )
    for swapped in detect_swapped.swapped(file):
        yield finding(
            swapped,
            f"this layer expects `{swapped}` inputs, but the previous layer outputs `{swapped.given}`; "
            "are the sizes swapped?",
            related=(swapped.first.says(f"outputs `{swapped.given}`"),),
            sure=False,
        )
