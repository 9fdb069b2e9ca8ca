from torchlint import File, Findings, finding, rule
from torchlint.proofs import cudnn_flags
from torchlint.queries import devices


@rule(group="reproducibility", severity="warning", symptoms="results-differ", words="benchmark")
def check(file: File) -> Findings:
    """An algorithm that cuDNN chooses by time computes other results in each run, even a deterministic one."""
    for switch in devices.cudnn_conflicts(file):
        yield finding(
            switch,
            f"`{switch}` lets timing choose, against `{switch.wanted}`; set it to False",
            proof=cudnn_flags(switch.given),
            related=(switch.wanted.says("deterministic algorithms are wanted here"),),
            sure=switch.is_in_one_function,
        )
