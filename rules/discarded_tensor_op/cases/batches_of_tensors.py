"""Of a TensorDataset a DataLoader yields tensors, unless a `collate_fn` makes something else of the rows."""

import torch
from somewhere import collate
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

rows = TensorDataset(torch.randn(8, 4), torch.zeros(8, dtype=torch.long))
device = "cuda" if torch.cuda.is_available() else "cpu"
model = nn.Linear(4, 2).to(device)
for number, data in enumerate(DataLoader(rows, batch_size=4), 0):
    images = data[0]
    labels = data[1]
    images.to(device)  # finding: `images.to(device)` returns its result and leaves `images` unchanged; assign it
    labels.to(device)  # finding: `labels.to(device)` returns its result and leaves `labels` unchanged; assign it
    print(number, model(images).argmax(-1) == labels)
for images, labels in DataLoader(rows, batch_size=4, collate_fn=collate):
    images.to(device)  # suspected: `images.to(device)` returns its result and leaves `images` unchanged; assign it
    print(model(images), labels)
