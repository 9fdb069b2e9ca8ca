"""Sums rows, in double precision where there is no GPU."""

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
rows = torch.rand(1000, 8, device=device)
if device == "cpu":  # finding: `device == "cpu"` is always False, as a torch.device never equals a string
    rows = rows.double()
print(rows.sum(), rows.dtype)
