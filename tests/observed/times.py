"""Loads samples that are worked on one by one, and fetches a number in each step: times, which differ from run to run."""

import random
import sys

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(0)
random.seed(0)
torch.set_num_threads(1)
noise = nn.Dropout(0.5)
squash = nn.Tanh()
calls = []


def doubled(image):
    calls.append(image.shape)
    return image + image


class Images(Dataset):
    def __init__(self):
        self.images = torch.randint(0, 255, (80, 3, 8, 8), dtype=torch.uint8)
        self.mean = torch.rand(3, 1, 1)

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = self.images[index].float()
        image = image / 255.0  # measured(batched_transform): same
        image = image - self.mean  # measured(batched_transform): same
        image = 1.0 - image  # measured(batched_transform): same
        image = image + 0.01 * torch.randn_like(image)  # measured(batched_transform): same
        image = squash(image)  # measured(batched_transform): same
        image = noise(image)  # measured(batched_transform): random numbers
        image = doubled(image)  # measured(batched_transform): not known to be a function
        image = image * random.random()  # measured(batched_transform): do not fit
        size = len(image)  # measured(batched_transform): called elsewhere
        return image[:, :4, :4], size


class Crops(Images):
    def __getitem__(self, index):
        crop = self.images[index][:, : 4 + index % 2].float()
        crop = crop / 2.0  # measured(batched_transform): differ in shape
        return crop[:, :4]


model = nn.Linear(4, 1)
loader = DataLoader(Images(), batch_size=1)  # measured(loader_wait): 0 workers
crops = DataLoader(Crops(), batch_size=4, num_workers=2)  # measured(loader_wait): 2 workers
nothing = list("abc")  # undecided(loader_wait): no DataLoader
unused = DataLoader(Crops(), batch_size=4)  # undecided(loader_wait): only 0 batches
total = 0.0
for image, size in loader:
    loss = model(image).mean()
    loss.backward()
    total += loss.item()  # refuted(blocked_time): on the CPU
    number = random.random().hex()  # undecided(blocked_time): no tensor was seen
for crop in crops:
    total += crop.mean().item()  # refuted(blocked_time): 20 tensors on the CPU
print(total, len(calls), torch.rand(1), random.random())
sys.stdout.flush()
