from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import seeds_differ
from torchlint.queries import devices, testing

from . import detect


@rule(group="reproducibility", severity="info", symptoms="results-differ", default=False, words="seed")
def check(file: File) -> Findings:
    """One generator has a hard-coded seed while others use the configured one, so a new seed does not affect it."""
    if testing.is_part_of_tests(file):
        return  # a test seeds what it needs
    for seeding in devices.other_seeds(file):
        yield finding(
            seeding,
            f"`{seeding}` uses a different seed than `{seeding.others}`; pass the same seed to both",
            fix=Fix("Use the same seed", seeding.seed.put(seeding.other.code), safe=False),
            proof=seeds_differ(seed=seeding.seed, other=seeding.other),
            related=(seeding.others.says("seeded here"),),
        )
    for alone in detect.seeds_without_torch(file):
        advice = f"call `torch.manual_seed({alone.positional[0]})`, too"
        what = "weights differ" if detect.makes_models(file) else "the order of batches differs"
        yield finding(alone, f"`{alone}` leaves PyTorch unseeded, so {what} from run to run; {advice}")
