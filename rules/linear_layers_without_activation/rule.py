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
            f"`{pair}` follows another linear layer with no activation between, so the two act as one; "
            "put e.g. `nn.ReLU()` between them",
            related=(
                pair.first.says("the linear layer before it"),
                *(one.says("another linear layer follows here") for one in more),
            ),
            sure=pair.is_certain,
        )
