"""Pinned to a PyTorch of 2018: what came later is no matter here."""

import torch
from scipy.misc import imread, imresize
from torch.autograd import Variable
from torch.optim import lr_scheduler
from torch.utils import model_zoo


def evaluate(model, path):
    x = Variable(torch.load(path), volatile=True)  # finding: does nothing since PyTorch 0.4  # finding: require torch>=2.6
    return model(x), imresize(imread(path), (8, 8))


def train(model, optimizer, x):
    scheduler = lr_scheduler.StepLR(optimizer, 30)
    loss = model(x).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scheduler.step()
    torch.cuda.set_device(0)
    print(loss.data[0], torch.symeig(x), torch.cuda.memory_cached())


def begin(model):
    """The hash in the file's name is checked by this version, whether it is asked or not."""
    model.load_state_dict(model_zoo.load_url("https://example.org/models/small-c0a72b38.pth"))


def answer(path, x):
    model = torch.load(path)  # finding: require torch>=2.6 and save a state dict  # suspected: fails without the GPU
    return model.eval()(x)  # suspected: is evaluated with gradients enabled
