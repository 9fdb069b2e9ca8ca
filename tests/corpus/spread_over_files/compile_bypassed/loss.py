"""A loss that calls a method of the model, and one that calls the model."""

class Loss:
    def __init__(self, model):
        self.model = model

    def __call__(self, x):
        return self.model.loss(x)


class Fine:
    def __init__(self, model):
        self.model = model

    def __call__(self, x):
        return self.model(x).mean()
