"""Drawings in pieces: cutting comes before there is a batch, and what can wait is told where it is written."""

import torch
from torch.utils.data import DataLoader
from torchvision import transforms

from crops import Corners, Negative
from folder import Photos

whole = Photos("drawings")
whole.pipeline = transforms.Compose(
    [
        transforms.Resize(64),
        Negative(),  # finding: for each sample
        transforms.ToTensor(),
    ]
)
pieces = Photos("drawings")
pieces.pipeline = transforms.Compose([transforms.Resize(64), Corners(48)])
again = Photos("other drawings")
again.pipeline = transforms.Compose([transforms.Resize(32), Negative(), transforms.ToTensor()])  # told above
loaders = [DataLoader(one, batch_size=8) for one in (whole, pieces, again)]
device = "cuda" if torch.cuda.is_available() else "cpu"
batches = [next(iter(loader)).to(device) for loader in loaders]
