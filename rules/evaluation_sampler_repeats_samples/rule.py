from torchlint import File, Findings, finding, rule
from torchlint.proofs import repeated_samples
from torchlint.queries import testing

from . import detect


@rule(group="distributed", severity="warning", symptoms="validation-differs", words="DistributedSampler")
def check(file: File) -> Findings:
    """`DistributedSampler` repeats samples so that all ranks get as many, and a sum over ranks counts them twice."""
    if testing.is_part_of_tests(file):
        return  # a test looks at what each rank gets
    for sampler in detect.filled_up(file):
        if sampler.may_leave_out:
            continue  # the last samples are dropped instead, or a setting decides
        yield finding(
            sampler,
            f"`DistributedSampler` pads with repeated samples, which this evaluation counts twice; {sampler.instead}",
            proof=repeated_samples(sampler),
            related=(sampler.reduction.says("sums over the ranks"),) if sampler.reduction is not None else (),
        )
