from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import trained_target
from torchlint.queries import testing

from . import detect

WHY = {
    "target": "`{given}` moves the target `{network}` as well as what is fitted to it; detach it",
    "advantage": "`{given}` is a weight, and the policy's loss trains `{network}` through it; detach it",
}


@rule(
    group="training",
    severity="error",
    symptoms="loss-does-not-move",
    words="gamma discount log_prob logp exp",
    preview=True,
)
def check(file: File) -> Findings:
    """A bootstrapped target or an advantage that keeps its graph is trained by a loss which should only use it."""
    if testing.is_part_of_tests(file):
        return  # a test compares what it likes
    for given in detect.live_targets(file):
        yield finding(
            given,
            WHY[given.what].format(given=given, network=given.network),
            fix=Fix("Detach it", given.then(".detach()"), safe=False),
            proof=trained_target(target=given, at=given.at),
            sure=given.is_certain,
            related=(given.network.says("its graph comes from here"),),
        )
