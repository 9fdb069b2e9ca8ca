"""skorch differentiates the loss of `get_loss`; its own steps, and nothing around them, turn gradients off."""

from skorch import NeuralNetClassifier
from torch import nn


class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(20, 2)

    def forward(self, x):
        return self.body(x)


class Regularised(NeuralNetClassifier):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.losses = []

    def get_loss(self, y_pred, y_true, X=None, training=False):
        loss = super().get_loss(y_pred, y_true, X=X, training=training)
        reveal(loss)  # tensor, grad
        reveal(self.module_)  # module
        return loss + 1e-3 * sum(w.abs().sum() for w in self.module_.parameters())

    def train_step_single(self, batch, **fit_params):
        x, y = batch
        y_pred = self.infer(x)
        loss = self.get_loss(y_pred, y, X=x, training=True)
        loss.backward()
        self.losses.append(loss)  # finding: `self.losses` keeps the graph
        return {"loss": loss, "y_pred": y_pred}

    def validation_step(self, batch, **fit_params):
        x, y = batch
        self.module_.eval()
        y_pred = self.module_(x)  # finding: `self.module_` is evaluated with gradients enabled
        return {"loss": self.get_loss(y_pred, y).detach(), "y_pred": y_pred.detach()}


net = NeuralNetClassifier(Module, max_epochs=2)
reveal(net)  # framework, skorch.NeuralNetClassifier
reveal(net.fit([], []))  # framework, skorch.NeuralNetClassifier
reveal(net.predict_proba([]))  # array
