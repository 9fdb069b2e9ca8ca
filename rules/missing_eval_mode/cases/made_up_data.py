"""Models that are trained and tried on made-up data: what their training judges tells them from generators."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


def layers(width, out):
    return nn.Sequential(nn.Linear(width, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(0.5), nn.Linear(16, out))


# A classifier: a cross entropy holds its own output against labels.
def classify():
    model, criterion = layers(8, 3), nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(20):
        rows, labels = torch.randn(16, 8), torch.randint(0, 3, (16,))
        optimizer.zero_grad()
        criterion(model(rows), labels).backward()
        optimizer.step()
    hits = 0
    for _ in range(5):
        rows, labels = torch.randn(16, 8), torch.randint(0, 3, (16,))
        with torch.no_grad():
            hits += (model(rows).argmax(1) == labels).sum().item()  # finding: `model` is evaluated in train mode
    return hits


# The loss is computed by the model itself, from random tokens.
class LanguageModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.dropout, self.head = nn.Embedding(50, 8), nn.Dropout(0.1), nn.Linear(8, 50)

    def forward(self, tokens, targets=None):
        logits = self.head(self.dropout(self.embedding(tokens)))
        loss = None if targets is None else F.cross_entropy(logits.flatten(0, 1), targets.flatten())
        return logits, loss


def speak():
    model = LanguageModel()
    optimizer = torch.optim.AdamW(model.parameters())
    for _ in range(20):
        tokens = torch.randint(0, 50, (4, 9))
        _, loss = model(tokens[:, :-1], tokens[:, 1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    prompt = torch.randint(0, 50, (1, 4))
    with torch.no_grad():
        logits, _ = model(prompt)  # finding: `model` is evaluated in train mode
    print(logits[0, -1].argmax().item())


# A regression; or a picture that is drawn from fixed noise, and looked at as it is trained.
def regress():
    model = layers(8, 1)
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(20):
        rows = torch.randn(16, 8)
        optimizer.zero_grad()
        F.mse_loss(model(rows), rows.sum(1, keepdim=True)).backward()
        optimizer.step()
    with torch.no_grad():
        print(model(torch.randn(16, 8)).max().item())  # suspected: `model` is evaluated in train mode


# A generator: what it makes of noise is given to a critic, and a cross entropy judges only what the critic says of it.
def draw():
    generator, critic = layers(8, 8), layers(8, 3)
    first, second = torch.optim.Adam(generator.parameters()), torch.optim.Adam(critic.parameters())
    for _ in range(20):
        noise, labels = torch.randn(16, 8), torch.randint(0, 2, (16,))
        second.zero_grad()
        F.cross_entropy(critic(torch.randn(16, 8)), labels).backward()
        second.step()
        first.zero_grad()
        F.cross_entropy(critic(generator(noise)), labels).backward()
        first.step()
    with torch.no_grad():
        print(generator(torch.randn(4, 8)).argmax(1))


# A look at the shape of what a trained classifier gives.
def look():
    model = layers(8, 3)
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(20):
        optimizer.zero_grad()
        F.cross_entropy(model(torch.randn(16, 8)), torch.randint(0, 3, (16,))).backward()
        optimizer.step()
    with torch.no_grad():
        print(model(torch.randn(2, 8)).shape)


# Noise warms a trained model up: it draws no samples.
def warm_up():
    model = layers(8, 3)
    model.load_state_dict(layers(8, 3).state_dict())
    with torch.no_grad():
        model(torch.randn(16, 8))
        for rows in DataLoader(torch.rand(64, 8), batch_size=16):
            print(model(rows).argmax(1).sum().item())  # finding: `model` is evaluated in train mode


classify()
speak()
regress()
draw()
look()
warm_up()
