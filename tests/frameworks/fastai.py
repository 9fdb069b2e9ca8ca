"""fastai's Learner trains by itself; a Callback's events are called in training, in validation, or in both."""

from fastai.vision.all import *


class KeepsLosses(Callback):
    def __init__(self):
        self.kept, self.numbers, self.maybe = [], [], []

    def after_step(self):
        reveal(self.loss)  # tensor, grad
        self.kept.append(self.loss)  # finding: `self.kept` keeps the graph

    def after_batch(self):
        reveal(self.loss)  # tensor, maybe grad
        reveal(self.learn.to_detach(self.loss))  # output, no grad, assumed
        self.numbers.append(self.loss.item())

    def before_validate(self):
        reveal(self.model(self.x))  # output, no grad


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 2)

    def forward(self, x):
        return self.body(x)


dls = ImageDataLoaders.from_folder("images")
learn = Learner(dls, Net(), loss_func=CrossEntropyLossFlat(), cbs=KeepsLosses())
reveal(learn)  # framework, fastai.Learner
reveal(learn.model)  # module, Net
reveal(learn.fit_one_cycle(3))  # none
reveal(learn.get_preds())  # output, no grad, assumed
learn.model.eval()
for x, y in dls.valid:
    print(learn.model(x).argmax(1))  # finding: `learn.model` is evaluated with gradients enabled
reveal(vision_learner(dls, resnet18))  # framework, fastai.Learner
