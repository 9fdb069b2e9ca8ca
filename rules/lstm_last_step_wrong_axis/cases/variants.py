import torch
import torch.nn as nn


class Text(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.lstm = nn.LSTM(width, width, num_layers=2, dropout=0.1)
        self.rnn = nn.RNN(width, width, 1, "relu", True, False)
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(width, 2)

    def forward(self, tokens):
        embedded = self.drop(self.embed(tokens))
        out, (h, c) = self.lstm(embedded)
        out = out[:, -1]  # finding: `self.lstm` treats dimension 0 as time, so `out[:, -1]` is not the last step
        last = self.rnn(embedded)[0][:, -1, :]  # finding: pass `batch_first=True` to it
        return self.head(out + last)


class Series(nn.Module):
    def __init__(self, features, width):
        super().__init__()
        self.width = width
        self.gru = nn.GRU(input_size=features, hidden_size=width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h0 = torch.zeros(1, x.size(0), self.width)
        r_out, h_n = self.gru(x, None)
        return self.head(r_out[:, -1, :]) + h0.sum()  # finding: is not the last step


class Squeezed(nn.Module):
    """Takes a dimension away, which says nothing of the order of the others."""

    def __init__(self, width):
        super().__init__()
        self.lstm = nn.LSTM(width, width)

    def forward(self, x):
        out, _ = self.lstm(x.squeeze(-1))
        return out[:, -1]  # finding: `self.lstm` treats dimension 0 as time, so `out[:, -1]` is not the last step
