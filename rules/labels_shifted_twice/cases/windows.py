"""Windows of more tokens: the labels one token behind the inputs, or the same window."""

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset
from transformers import GPT2Config, GPT2LMHeadModel

model = GPT2LMHeadModel(GPT2Config())


class Windows(Dataset):
    def __init__(self, tokens, size):
        self.tokens, self.size = tokens, size

    def __len__(self):
        return len(self.tokens) // self.size - 1

    def __getitem__(self, index):
        start = index * self.size
        inputs = self.tokens[start : start + self.size]
        labels = self.tokens[start + 1 : start + self.size + 1]
        return inputs, labels


def train_on_windows(tokens):
    for inputs, labels in DataLoader(Windows(tokens, 64), batch_size=8):
        model(input_ids=inputs, labels=labels).loss.backward()  # finding: pass `inputs` as both inputs and labels


def batch(tokens, size):
    starts = torch.randint(len(tokens) - size, (8,))
    inputs = torch.stack([torch.from_numpy(tokens[i : i + size].astype(np.int64)) for i in starts])
    labels = torch.stack([torch.from_numpy(tokens[i + 1 : i + 1 + size].astype(np.int64)) for i in starts])
    return inputs.to("cuda"), labels.to("cuda")


def train_on_random_windows(tokens):
    inputs, labels = batch(tokens, 64)
    model(inputs, labels=labels).loss.backward()  # finding: pass `inputs` as both inputs and labels


def train_on_same_window(tokens, size):
    for start in range(0, len(tokens), size):
        ids, labels = tokens[start : start + size], tokens[start : start + size]
        after = tokens[start + size : start + size + size]
        model(ids, labels=labels).loss.backward()
        model(ids, labels=after).loss.backward()


def grouped(tokens, size):
    starts = range(0, len(tokens) - size, size)
    inputs = [tokens[i : i + size] for i in starts]
    labels = [tokens[i + 1 : i + size + 1] for i in starts]
    return {"input_ids": inputs, "labels": labels}  # suspected: pass `inputs` as both inputs and labels
