from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="data", severity="error", symptoms="accuracy-at-chance", words="interpolate resize Resize zoom")
def check(file: File) -> Findings:
    """Resizing a label map with interpolation invents class ids between two others that no pixel belongs to."""
    for resized in detect.resized_labels(file):
        if resized.is_rounded or resized.is_compared:
            continue  # a mask of 0 and 1 that is thresholded again
        if not resized.becomes_integers and not resized.is_made_integers_elsewhere:
            continue  # a heat map or a soft mask, as far as the code shows
        yield finding(
            resized,
            f"`{resized}` mixes class ids of `{resized.labels}` at their borders; resize labels with {resized.nearest}",
            fix=Fix("Use nearest interpolation", resized.with_nearest, safe=False),
            sure=resized.is_never_indexed and resized.becomes_integers,
        )
