"""Layers whose input or output has, by the name of a size, the batch in dimension 0."""

import torch
from torch import nn


def last_words(x, lengths):
    batch_size = x.size(0)
    mask = torch.zeros_like(x)
    for row in range(batch_size):
        mask[row, lengths[row] - 1] = 1
    return (x * mask).sum(2)


def by_word(x):
    word_count = x.size(0)
    return x.view(word_count * x.size(1), x.size(2))


class Reader(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.rnn = nn.LSTM(width, width)
        self.right = nn.LSTM(width, width, batch_first=True)
        self.attend = nn.MultiheadAttention(width, 4)

    def forward(self, words, lengths):
        output, _ = self.rnn(self.embed(words))  # suspected: `self.rnn` treats dimension 0 as the sequence, but its size
        right, _ = self.right(self.embed(words))
        return last_words(output, lengths) + last_words(right, lengths)

    def scores(self, words):
        bsz, steps = words.shape
        x = self.embed(words)
        mixed, _ = self.attend(x, x, x)  # suspected: `self.attend` treats dimension 0 as the sequence, but its size is
        return mixed.reshape(bsz * steps, -1)

    def of_output(self, rows):
        output, _ = self.rnn(rows)  # suspected: but its size is called `batch_size`; pass `batch_first=True`
        batch_size, steps, width = output.size()
        return output.reshape(batch_size * steps, width)

    def time_first(self, words):
        steps, batch_size = words.shape
        output, _ = self.rnn(self.embed(words))
        return by_word(output), batch_size, steps

    def moved(self, words):
        batch_size = words.size(0)
        x = self.embed(words).transpose(0, 1)
        output, _ = self.rnn(x)
        return output.transpose(0, 1), batch_size

    def of_other(self, words, images):
        batch_size = images.size(0)
        output, _ = self.rnn(self.embed(words))
        return output.flatten(), batch_size
