"""Pictures in a folder for each class, shown to a small network."""

import random

import numpy as np
import torch
from fitting import fit
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms

fix_seed = 2021
random.seed(fix_seed)
np.random.seed(fix_seed)
torch.manual_seed(fix_seed)
torch.backends.cudnn.deterministic = True
torch.backends.cudnn.benchmark = True  # finding: picks algorithms by timing, so

train_data = datasets.ImageFolder("pictures/train", transforms.ToTensor())
test_data = datasets.ImageFolder("pictures/test", transforms.ToTensor())
train_data_loader = DataLoader(train_data, batch_size=32)  # finding: gives training the same batches in the same order
test_data_loader = DataLoader(test_data, batch_size=32)

model = nn.Sequential(nn.Flatten(), nn.Linear(3 * 64 * 64, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
fit(model, optimizer, train_data_loader, train_data_loader, epochs=10)  # finding: is used for both training and validation
fit(model, optimizer, train_data_loader, test_data_loader)
