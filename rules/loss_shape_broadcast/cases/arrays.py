import numpy as np
import torch
from sklearn.datasets import load_diabetes, load_iris, make_classification, make_regression
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import LabelBinarizer, StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Regressor(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(features, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, x):
        return self.net(x)


def train_on_arrays(steps):
    x = np.random.rand(100, 8).astype(np.float32)
    y = x.sum(1)
    model, criterion = Regressor(8), nn.MSELoss()
    optimizer = torch.optim.Adam(model.parameters())
    for xb, yb in DataLoader(TensorDataset(torch.from_numpy(x), torch.from_numpy(y)), 10):
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)  # finding: broadcast to (N, N)
        loss.backward()
        optimizer.step()


def train_on_columns():
    x = np.random.rand(100, 8).astype(np.float32)
    y = x.sum(1, keepdims=True)
    model, criterion = Regressor(8), nn.MSELoss()
    for xb, yb in DataLoader(TensorDataset(torch.from_numpy(x), torch.from_numpy(y)), 10):
        criterion(model(xb), yb).backward()


def accuracy_of_classifier():
    x, y = make_classification(200, 20)
    model = nn.Sequential(nn.Linear(20, 1), nn.Sigmoid())
    hits = 0
    for xb, yb in DataLoader(TensorDataset(torch.tensor(x).float(), torch.tensor(y).float()), 10):
        output = model(xb)
        nn.functional.binary_cross_entropy(output, yb.unsqueeze(1)).backward()
        hits += (output.round() == yb).sum().item()  # finding: broadcast to (N, N)
        hits += (output.round() == yb[:, None]).sum().item()
    return hits


def train_on_a_part():
    x, y = load_diabetes(return_X_y=True)
    x = StandardScaler().fit_transform(x)
    x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.2)
    x_train, y_train = torch.tensor(x_train).float(), torch.tensor(y_train).float()
    model = nn.Linear(10, 1)
    for _ in range(10):
        nn.functional.mse_loss(model(x_train), y_train).backward()  # finding: broadcast to (N, N)
        nn.functional.mse_loss(model(x_train), y_train.view(-1, 1)).backward()


def train_on_several_targets():
    x, y = make_regression(100, 10, n_targets=1)
    y = y.reshape(-1, 1)
    x, y = torch.tensor(x).float(), torch.tensor(y).float()
    nn.functional.mse_loss(nn.Linear(10, 1)(x), y).backward()
    z = load_diabetes().target
    nn.functional.mse_loss(nn.Linear(10, 1)(x), torch.tensor(z)[:, None]).backward()


def of_classes(features):
    targets = torch.tensor(LabelBinarizer().fit_transform(load_iris().target)).float()
    return nn.BCEWithLogitsLoss()(Regressor(features)(torch.rand(150, features)), targets)


def of_several_targets(features):
    x, y = make_regression(100, features, features, 2)
    return nn.MSELoss()(Regressor(features)(torch.from_numpy(x).float()), torch.from_numpy(y).float())
