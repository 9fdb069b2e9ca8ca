"""A model that goes to the GPU only if there is one stays on the CPU otherwise; its batches have to do so, too."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

model = nn.Linear(4, 2)
use_cuda = torch.cuda.is_available()
if use_cuda:
    model.cuda()

for (rows,) in DataLoader(TensorDataset(torch.rand(8, 4)), batch_size=4):
    print(model(rows.float().cuda()))  # finding: fails where the program falls back to the CPU
    print(model(rows.cuda() if use_cuda else rows))
