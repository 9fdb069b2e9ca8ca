"""Without CUDA there is nothing that could run: what is moved here is thrown away, or there is another way out."""

import torch
from torch import nn

model = nn.Linear(4, 2)
rows = torch.rand(8, 4)
if torch.cuda.is_available():
    model.cuda()
else:
    raise SystemExit("this needs a GPU")
if torch.cuda.is_available():
    moved = rows.cuda()
print(model(torch.ones(2, 4).cuda()))
