"""An object that holds the model, the loss and the optimizer, and hands all of them on."""

from epoch import epoch


class Trainer:
    def __init__(self, model, criterion, optimizer):
        self.model, self.criterion, self.optimizer = model, criterion, optimizer

    def fit(self, loader, epochs):
        history = []
        for _ in range(epochs):
            history.append(epoch(self.model, self.criterion, self.optimizer, loader))
        return history
