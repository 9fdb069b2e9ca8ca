from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="data", severity="error", symptoms="accuracy-at-chance", words="WeightedRandomSampler")
def check(file: File) -> Findings:
    """`WeightedRandomSampler` takes one weight per sample; given one per class, it draws only the first samples."""
    for sampler in detect.class_weighted(file):
        yield finding(
            sampler,
            f"`{sampler.weights}` has one weight per class, so only the first samples are drawn; "
            f"pass `{sampler.weights}[labels]`",
            related=(sampler.counts.says("one count per class"),) if sampler.is_counted_here else (),
            sure=sampler.counts_classes,
        )
