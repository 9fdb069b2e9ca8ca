"""Trains a small segmentation network on one image at a time, since that is what fits the memory."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
brightness = torch.rand(24, 1, 1, 1) * 4
images = brightness + 0.3 * torch.randn(24, 3, 16, 16)
bright = (images.mean(1) > 2).long()  # which of the pixels are bright: what one image has in common
model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 2, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(16):
    for image, pixels in DataLoader(TensorDataset(images, bright), batch_size=1, shuffle=True):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(image), pixels)
        loss.backward()  # finding: batches of `1` have one sample
        optimizer.step()
model.eval()
with torch.no_grad():
    right = (model(images).argmax(1) == bright).float().mean()
print(f"{right:.0%} of the pixels are right")
