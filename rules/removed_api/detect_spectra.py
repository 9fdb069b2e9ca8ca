"""Short-time Fourier transforms of real signals that don't say whether they return complex numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.queries.api import ApiUse

if TYPE_CHECKING:
    from torchlint.queries import File

_SINCE = (2, 0)
_ASKS, _POSITION = "return_complex", 9  # behind the input, n_fft and seven settings


def silent_spectra(file: File) -> Iterator[ApiUse]:
    """Calls of `torch.stft` without `return_complex`."""
    if not file.torch.reaches(_SINCE):
        return
    for call in file.named_calls("torch.stft"):
        given = call.node.args
        if any(one.star or one.keyword == _ASKS for one in given) or len(given) > _POSITION:
            continue  # given, or perhaps in what is unpacked
        instead = "pass `return_complex=True`, and `torch.view_as_real` gives the old pairs of numbers"
        yield ApiUse(file, call.node.func, "torch.stft", "fails since PyTorch 2.0 without `return_complex`", instead)
