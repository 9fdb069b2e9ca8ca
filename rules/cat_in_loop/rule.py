from torchlint import File, Findings, finding, rule

from . import detect


@rule(
    group="speed", severity="info", symptoms="slower-every-epoch", words="cat concat concatenate hstack vstack append"
)
def check(file: File) -> Findings:
    """`torch.cat` in a loop copies all earlier results in every pass; append to a list and concatenate once."""
    for growth in detect.growing_tensors(file):
        if growth.is_read_in_loop:
            continue  # each pass needs the result so far, as in decoding
        if growth.keeps_graphs:
            continue  # keeps the graphs of all passes, which another rule reports
        yield finding(
            growth,
            f"`{growth.name}` is copied in full in every pass; append to a list and concatenate after the loop",
            sure=growth.is_sure,
        )
