from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import shorter_signal

from . import detect


@rule(group="numerics", severity="warning", symptoms="crash", words="irfft irfft2 irfftn")
def check(file: File) -> Findings:
    """`torch.fft.irfft` without `n` returns an even number of values, so an odd-length signal loses its last one."""
    for inverse in detect.lengthless_inverses(file):
        if inverse.is_padded or inverse.is_cut:
            continue  # the length is chosen before, or corrected right after
        length = inverse.length
        if inverse.speaks_of_even_lengths or (length is not None and length % 2 == 0):
            continue  # no signal of odd length gets here
        instead = f"pass the original length as `{inverse.parameter}`"
        yield finding(
            inverse,
            f"`{inverse}` distorts odd-length signals and makes them shorter; {instead}",
            fix=Fix("Pass the length", inverse.with_length, safe=False),
            proof=shorter_signal(signal=inverse.signal, at=inverse) if inverse.signal is not None else None,
            related=(inverse.forward.says("transformed here"),),
            sure=length is not None,
        )
