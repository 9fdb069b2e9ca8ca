from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="warning", symptoms="accuracy-at-chance", words="Linear")
def check(file: File) -> Findings:
    """Two linear layers with no activation between them are equivalent to a single linear layer."""
    rows: dict[detect.LinearPair, list[detect.LinearPair]] = {}
    for pair in detect.linear_pairs(file):
        if pair.is_a_bottleneck:
            continue  # a low-rank product: two small matrices instead of a large one
        if pair.is_of_a_tested_toy:
            continue  # a module to experiment with, not one to train
        rows.setdefault(pair.start, []).append(pair)
    for pair, *more in rows.values():
        yield finding(
            pair,
            f"`{pair}` follows a linear layer with no activation in between, so the two act as one; add an activation",
            related=(pair.first.says("the layer before"), *(one.says("and so does this one") for one in more)),
            sure=pair.is_certain,
        )
