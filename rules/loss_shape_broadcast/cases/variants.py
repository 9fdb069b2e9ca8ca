import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

x = torch.linspace(-1, 1, 100).unsqueeze(1)
noise = torch.rand(100)
y = x[:, 0] * 2 + noise
model = nn.Sequential(nn.Linear(1, 8), nn.ReLU(), nn.Linear(in_features=8, out_features=1), nn.Sigmoid())
criterion = nn.MSELoss()
loader = DataLoader(TensorDataset(x, y), batch_size=10)
for step, (rows, wanted) in enumerate(loader):
    loss = criterion(model(rows), wanted.float())  # finding: `model(rows)` (N, 1) and `wanted.float()` (N,) broadcast
    loss = loss + (model(rows) - wanted).pow(2).mean()  # finding: `model(rows)` (N, 1) and `wanted` (N,) broadcast to
    loss = loss + F.smooth_l1_loss(input=torch.tanh(model(rows)), target=wanted)  # finding: `torch.tanh(model(rows))`
    loss.backward()


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        x = torch.relu(self.body(x))
        return self.head(x).sigmoid()


def train(batches):
    net = Head()
    for x, y in batches:
        loss = F.mse_loss(net(x), y)
        loss.backward()
values = torch.randn(100).flip(0).cumsum(0)
deep = nn.Sequential(nn.Linear(4, 1), nn.Softplus(), nn.Dropout(0.1))
for rows, wanted in DataLoader(TensorDataset(torch.randn(100, 4), values), batch_size=10):
    loss = criterion(deep(rows), wanted.sinh())  # finding: `deep(rows)` (N, 1) and `wanted.sinh()` (N,) broadcast to
    loss = loss + F.huber_loss(F.logsigmoid(deep(rows)).mul(2), wanted.mul(2))  # finding: `F.logsigmoid(deep(rows)).mu
    loss.backward()
