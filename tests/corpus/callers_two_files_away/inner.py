"""A loop whose caller's callers turn gradients off, each in its own way."""


def batches_scored(model, loader):
    model.eval()
    return [model(x).argmax(1) for x in loader]


def batches_ranked(model, loader):
    model.eval()
    return [model(x).argsort(1) for x in loader]  # finding: `model` is evaluated with gradients enabled


def batches_embedded(model, loader):
    return [model(x).detach() for x in loader]


class Scorer:
    def __init__(self, model):
        self.model = model

    def run(self, loader):
        self.model.eval()
        return [self.model(x).argmax(1) for x in loader]
