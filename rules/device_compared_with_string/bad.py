"""Says how much memory of a GPU is in use, if there is one."""

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
rows = torch.rand(64, 64, device=device)
if device == "cuda":  # finding: is always False
    print(f"{torch.cuda.memory_allocated(device)} bytes on a GPU")
print(rows.sum().item(), device != "cpu")  # finding: is always True
