"""What PyTorch's optimizers are given where nothing is written."""

from __future__ import annotations

# The eps of the optimizers that divide by a root of squared gradients, as it is written in their signatures.
DEFAULT_EPS = {
    "torch.optim.Adadelta": "1e-6",
    "torch.optim.Adagrad": "1e-10",
    "torch.optim.Adam": "1e-8",
    "torch.optim.AdamW": "1e-8",
    "torch.optim.Adamax": "1e-8",
    "torch.optim.NAdam": "1e-8",
    "torch.optim.RAdam": "1e-8",
    "torch.optim.RMSprop": "1e-8",
    "torch.optim.SparseAdam": "1e-8",
}
