"""Goes through batches on the chosen device."""

import torch
from common import compute_init
from staging import batches

ddp, rank, device = compute_init("cpu")
loader = batches(torch.rand(3, 4), 4, device=device)
for x in loader:
    print(x)
