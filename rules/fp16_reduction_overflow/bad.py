"""Errors of a regression, added up in float16 to save memory."""

import torch
from torch import nn


def total_error(model: nn.Module, rows: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    error = (model(rows) - wanted).half()
    return (error**2).sum()  # finding: `(error**2).sum()` is infinite if it reaches 65520, as `error**2` is float16


def weight_norm(model: nn.Linear) -> torch.Tensor:
    weight = model.weight.detach().to(torch.float16)
    return weight.norm(p=1)  # finding: pass `dtype=torch.float32`


def main() -> None:
    torch.manual_seed(0)
    rows = torch.randn(4096, 16)
    model = nn.Linear(16, 1)
    print("error", total_error(model, rows, 10 * torch.randn(4096, 1)).item())
    print("norm", weight_norm(nn.Linear(512, 8192)).item())


if __name__ == "__main__":
    main()
