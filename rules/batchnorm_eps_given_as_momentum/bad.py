"""A network whose batch norms were taken over from Keras, with a momentum of 0.8."""

import torch
from torch import nn


@torch.no_grad()
def main() -> None:
    torch.manual_seed(0)
    layers = nn.Sequential(
        nn.Linear(4, 32),
        nn.BatchNorm1d(32, 0.8),  # finding: `0.8` sets `eps` of `nn.BatchNorm1d`, which shrinks its output
        nn.LeakyReLU(0.2),
        nn.Linear(32, 32),
        nn.BatchNorm1d(32, 0.8),  # finding: write `momentum=0.2`
    )
    out = layers(torch.randn(256, 4))
    print(f"standard deviation of what is normalised: {out.std(0).mean().item():.2f}")


if __name__ == "__main__":
    main()
