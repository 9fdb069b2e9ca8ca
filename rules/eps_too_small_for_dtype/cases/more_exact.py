"""What a run shows that reading does not: numbers that were made in float64 keep what is taken off."""

import torch

exact = torch.tensor([0.5, 1.0], dtype=torch.double).tolist()
numbers = [torch.tensor(exact, dtype=kind) for kind in (torch.float64, torch.float32)]
for number in numbers[:1]:
    print(1 - number.clamp(max=1 - 1e-8))  # suspected: exactly 1 in float32 # refuted
for number in numbers[1:]:
    print(1 - number.clamp(max=1 - 1e-8))  # suspected: exactly 1 in float32
