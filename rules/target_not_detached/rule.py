from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import trained_target
from torchlint.queries import testing

from . import detect

WHY = {
    "target": "gradients of the loss also flow into `{network}` through `{given}`; use `{detached}`",
    "advantage": "gradients of the policy loss also flow into `{network}` through `{given}`; use `{detached}`, "
    "and train values with their own loss",
}


@rule(
    group="training",
    severity="error",
    symptoms="loss-does-not-move",
    words="gamma discount 0.9 log_prob logp exp",
    preview=True,
)
def check(file: File) -> Findings:
    """Unless a bootstrapped target or advantage is detached, the loss also trains the network that computed it."""
    if testing.is_part_of_tests(file):
        return  # a test may compare anything
    for given in detect.live_targets(file):
        yield finding(
            given,
            WHY[given.what].format(given=given, network=given.network, detached=given.with_call(".detach()")),
            fix=Fix("Detach it", given.then(".detach()"), safe=False),
            proof=trained_target(target=given, at=given.at),
            sure=given.is_certain,
            related=(given.network.says("this network gets the gradients, too"),),
        )
