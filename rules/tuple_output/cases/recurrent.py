"""Recurrent models return their output and their state, as nn.LSTM does."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class LanguageModel(nn.Module):
    def __init__(self, words=50, width=8):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.lstm = nn.LSTM(width, width, batch_first=True)
        self.linear = nn.Linear(width, words)

    def forward(self, x, state):
        out, (h, c) = self.lstm(self.embed(x), state)
        out = self.linear(out.reshape(-1, out.size(2)))
        return out, (h, c)


class WordModel(nn.Module):
    def __init__(self, words=50, width=8):
        super().__init__()
        self.encoder = nn.Embedding(words, width)
        self.rnn = nn.GRU(width, width)
        self.decoder = nn.Linear(width, words)

    def forward(self, tokens, hidden):
        output, hidden = self.rnn(self.encoder(tokens), hidden)
        decoded = self.decoder(output).view(-1, self.decoder.out_features)
        return F.log_softmax(decoded, dim=1), hidden

    def init_hidden(self, batch):
        return torch.zeros(1, batch, self.rnn.hidden_size)


class Cell(nn.Module):
    """A recurrence by hand: the state goes in and comes out."""

    def __init__(self, width=8):
        super().__init__()
        self.i2h, self.i2o = nn.Linear(2 * width, width), nn.Linear(2 * width, 3)

    def forward(self, x, hidden):
        combined = torch.cat([x, hidden], 1)
        hidden = torch.tanh(self.i2h(combined))
        return self.i2o(combined), hidden


class GenieLayer(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.depth = nn.LSTM(width, width)

    def forward(self, x, h, c):
        x = torch.tanh(x)
        x, (h, c) = self.depth(x[None], (h, c))
        return x[0], (h, c)


class Cached(nn.Module):
    """Keys and values of earlier tokens are a state, too."""

    def __init__(self, width=8):
        super().__init__()
        self.kv = nn.Linear(width, width)

    def forward(self, x, cache=None):
        kv = self.kv(x)
        cache = kv if cache is None else torch.cat([cache, kv], dim=1)
        return x + cache.mean(1, keepdim=True), cache


class Keeping(nn.Module):
    """The state is an attribute, too."""

    def __init__(self, layer):
        super().__init__()
        self.layer, self.out, self.state = layer, nn.Linear(8, 5), None

    def forward(self, x, state):
        y, self.state = self.layer(x, state)
        return self.out(y), self.state


class Leaky(nn.Module):
    """What comes out beside the output is what the next call takes as its state."""

    def __init__(self, width=8):
        super().__init__()
        self.gate, self.out = nn.Linear(width, width), nn.Linear(width, 5)

    def forward(self, x, *, state=None):
        seen = torch.zeros_like(x) if state is None else state
        next_state = seen + torch.sigmoid(self.gate(x)) * (x - seen)
        return self.out(next_state), next_state


class Visited(nn.Module):
    """A list that the next call does not take is no state."""

    def __init__(self, width=8):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(2))

    def forward(self, x):
        states = []
        for layer in self.layers:
            x = layer(x)
            states.append(x)
        return x, states  # finding: `Visited.forward` returns 2 different things


def generate(steps):
    model = LanguageModel()
    state = (torch.zeros(1, 1, 8), torch.zeros(1, 1, 8))
    token = torch.zeros(1, 1, dtype=torch.long)
    for _ in range(steps):
        out, state = model(token, state)
        token = out.argmax(1, keepdim=True)

    words, cell, genie, cached = WordModel(), Cell(), GenieLayer(), Cached()
    decoded, hidden = words(token, words.init_hidden(1))
    out, hidden = cell(torch.zeros(1, 8), torch.zeros(1, 8))
    x, (h, c) = genie(torch.zeros(1, 8), torch.zeros(1, 1, 8), torch.zeros(1, 1, 8))
    y, cache = cached(torch.zeros(1, 1, 8))
    spoken, kept = Keeping(nn.GRU(8, 8))(torch.zeros(1, 1, 8), None)
    leaked, next_state = Leaky()(torch.zeros(1, 8))
    out, visited = Visited()(torch.zeros(1, 8))
    return leaked, next_state, visited, token, spoken, kept, decoded, out, hidden, x, h, c, y, cache


if __name__ == "__main__":
    generate(2)
