"""Functions that evaluate, and are given the training data."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

train_data = TensorDataset(torch.randn(8, 2), torch.randn(8, 1))
test_data = TensorDataset(torch.randn(8, 2), torch.randn(8, 1))
train_loader, test_loader = DataLoader(train_data, shuffle=True), DataLoader(test_data)
model = nn.Linear(2, 1)


@torch.no_grad()
def evaluate(net, loader):
    return sum(nn.functional.mse_loss(net(x), y).item() for x, y in loader) / len(loader)


@torch.no_grad()
def validate(net, val_loader):
    return sum(nn.functional.mse_loss(net(x), y).item() for x, y in val_loader) / len(val_loader)


def neighbours_test(known, asked):
    return sum(float((x - other).norm()) for x, _ in asked for other, _ in known)


def measured_by_name():
    test_loss = evaluate(model, train_loader)  # suspected: `test_loss` is measured on `train_loader`
    train_loss = evaluate(model, train_loader)
    return test_loss, train_loss


def given_by_parameter():
    print(validate(model, train_loader))  # suspected: `val_loader` is given `train_loader`, which is for training


def both():
    print(validate(model, train_loader))
    print(validate(model, test_loader))


def compared():
    test_distance = neighbours_test(train_loader, test_loader)
    return test_distance


def named_beside(history):
    history["train"] = validate(model, train_loader)
    print("Training accuracy:", validate(model, train_loader))
    share = validate(model, train_loader)
    print(f"train/accuracy {share}")


def nothing_is_measured(make_eval_transform, test_speed):
    val_transform = make_eval_transform(train_data)
    test_time = test_speed(train_loader)
    return val_transform, test_time


def by_a_number(evaluate_mean, train_data_mean):
    val_loss = evaluate_mean(train_data_mean)
    return val_loss
