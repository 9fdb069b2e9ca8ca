"""Takes the time of a small network."""

import time

import torch
from torch import nn


def main() -> None:
    torch.manual_seed(0)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = nn.Sequential(nn.Linear(4, 64), nn.ReLU(), nn.Linear(64, 2)).to(device).eval()
    inputs = torch.randn(16, 4, device=device)
    with torch.no_grad():
        model(inputs)
        start = time.perf_counter()
        for _ in range(10):
            outputs = model(inputs)
        seconds = time.perf_counter() - start  # finding: on a GPU, `time.perf_counter()` runs before `model(inputs)`
    print(f"{outputs.shape}, {1000 * seconds / 10:.0f} ms")


if __name__ == "__main__":
    main()
