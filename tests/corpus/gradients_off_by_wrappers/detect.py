"""Every way to turn gradients off that a project invents for itself; one of them turns nothing off."""

import torch
from torch import nn
from torch.utils.data import DataLoader

from utils.grad_modes import maybe_no_grad, quietly, smart_inference_mode, timed
from utils import torch_tools


@smart_inference_mode()
def run(model, loader):
    model.eval()
    return [model(images).argmax(1) for images in loader]


@quietly
def run_quietly(model, loader):
    model.eval()
    return [model(images).argmax(1) for images in loader]


@timed
def run_timed(model, loader):
    model.eval()
    return [model(images).argmax(1) for images in loader]  # finding: evaluated with gradients enabled


@torch_tools.gradless
def run_by_an_alias(model, loader):
    model.eval()
    return [model(images).argmax(1) for images in loader]


def run_in_a_context(model, loader, training=False):
    model.eval()
    found = []
    with maybe_no_grad(not training):
        for images in loader:
            found.append(model(images).argmax(1))
    return found


def run_in_a_variable(model, loader):
    model.eval()
    context = torch.no_grad() if torch.is_grad_enabled() else torch_tools.nothing()
    found = []
    with context:
        for images in loader:
            found.append(model(images).argmax(1))
    return found


class Detector:
    def __init__(self, model):
        self.model = model
        self.context = torch.inference_mode

    def __call__(self, loader):
        self.model.eval()
        with self.context():
            return [self.model(images) for images in loader]

    def warm_up(self, images):
        torch_tools.switch_gradients(False)
        self.model.eval()
        scores = self.model(images).argmax(1)
        torch_tools.switch_gradients(True)
        return scores


if __name__ == "__main__":
    net = nn.Sequential(nn.Flatten(), nn.Linear(48, 4))
    batches = DataLoader(torch.randn(8, 3, 4, 4), batch_size=2)
    for way in (run, run_quietly, run_timed, run_by_an_alias, run_in_a_context, run_in_a_variable, Detector(net)):
        way(net, batches) if way.__class__ is not Detector else way(batches)
