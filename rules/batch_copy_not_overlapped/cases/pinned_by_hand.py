import torch
from torch.utils.data import DataLoader


def collate(rows):
    return torch.stack(rows).pin_memory()


def train(dataset, model):
    for x in DataLoader(dataset, batch_size=8, collate_fn=collate):
        model(x.cuda(non_blocking=True)).sum().backward()
