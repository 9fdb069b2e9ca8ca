"""One of many functions gives what is differentiated, or what is only read."""

import torch
from torch import nn
from torch.utils.data import DataLoader


def outputs_for(variant, scores):
    if variant == "logits":

        def outputs(batch):
            logs = torch.log_softmax(scores(batch), 1)
            return logs.gather(1, torch.multinomial(logs.exp(), 1))

    elif variant == "logs":

        def outputs(batch):
            logs = scores(batch)
            return logs.gather(1, torch.multinomial(logs.exp(), 1))

    elif variant == "regression":

        def outputs(batch):
            return scores(batch) * torch.randn(1)

    else:

        def outputs(batch):
            return scores(batch).square()

    return outputs


def fisher_diagonal(model, loader, variant):
    def scores(batch):
        return model(batch[0])

    outputs, total = outputs_for(variant, scores), 0
    for batch in loader:
        for output in outputs(batch).sum(0):
            gradients = torch.autograd.grad(output, list(model.parameters()), retain_graph=True)
            total += sum(gradient.square().sum() for gradient in gradients)
    return total


def mean_output(model, loader, variant):
    def scores(batch):
        return model(batch[0])  # finding: decorate `scores` with `@torch.no_grad()`

    outputs, total = outputs_for(variant, scores), 0
    for batch in loader:
        total += outputs(batch).mean().item()
    return total


def main(variant):
    model = nn.Linear(8, 3)
    model.load_state_dict(torch.load("weights.pt", weights_only=True))
    model.eval()
    loader = DataLoader(torch.load("rows.pt", weights_only=True))
    print(fisher_diagonal(model, loader, variant), mean_output(model, loader, variant))


if __name__ == "__main__":
    main("logits")
