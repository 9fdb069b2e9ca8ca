from torchlint import File, Findings, finding, rule
from torchlint.proofs import cudnn_flags
from torchlint.queries import devices


@rule(group="reproducibility", severity="warning", symptoms="results-differ", words="benchmark")
def check(file: File) -> Findings:
    """`torch.backends.cudnn.benchmark` picks algorithms by timing, so even deterministic ones differ between runs."""
    for switch in devices.cudnn_conflicts(file):
        yield finding(
            switch,
            f"`{switch}` picks algorithms by timing, so runs that should be deterministic may differ; set it to False",
            proof=cudnn_flags(switch.given),
            related=(switch.wanted.says("deterministic algorithms are requested here"),),
            sure=switch.is_in_one_function,
        )
