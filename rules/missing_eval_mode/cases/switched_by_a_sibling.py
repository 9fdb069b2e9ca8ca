"""Methods that evaluate a model which their object holds, where no caller is seen: what the class says of the mode."""

import torch
from pytorch_fid.inception import InceptionV3
from torch import nn
from torchvision.models import resnet18


class Predictor:
    """One method takes care of the mode, and another one forgets it."""

    def __init__(self, model: nn.Module):
        self.model = model.to("cpu")

    def predict(self, batches):
        return [self.model(batch).detach().cpu() for batch in batches]  # suspected: as `evaluate` does

    def evaluate(self, batches):
        was_training = self.model.training
        self.model.eval()
        with torch.no_grad():
            scores = [self.model(batch).argmax(1) for batch in batches]
        self.model.train(was_training)
        return scores

    def step(self, batch, labels, optimizer):
        optimizer.zero_grad()
        nn.functional.cross_entropy(self.model(batch), labels).backward()  # trains: eval mode is not wanted
        optimizer.step()


class Ready:
    """Evaluates only, and is put in eval mode once."""

    def __init__(self, model: nn.Module):
        self.model = model
        self.model.eval()

    def predict(self, batch):
        return self.model(batch).detach().cpu()

    def evaluate(self, batches):
        self.model.eval()
        with torch.no_grad():
            return [self.model(batch).argmax(1) for batch in batches]


class Led:
    """The method is called by others of the class, which have switched the model."""

    def __init__(self, model: nn.Module):
        self.model = model

    def scores(self, batch):
        return self.model(batch).detach().cpu()

    def evaluate(self, batches):
        self.model.eval()
        return [self.scores(batch) for batch in batches]


class Frechet:
    """The network is made with its weights, which leaves it in train mode."""

    def __init__(self, say):
        self.say = print if say is None else say
        self.network = InceptionV3([3]).to("cpu")
        self.switched = InceptionV3([3]).to("cpu")
        self.given_on = resnet18(weights="DEFAULT")
        self.quiet = say.quiet(self.given_on)

    @torch.inference_mode()
    def features(self, images):
        self.say("features")
        return self.network(images)[0].cpu()  # suspected: first, which nothing does

    @torch.inference_mode()
    def features_of_the_other(self, images):
        return self.switched(images)[0].cpu()

    @torch.inference_mode()
    def features_of_what_others_have(self, images):
        return self.given_on(images).cpu()  # what it was given to may have switched it

    def warm_up(self):
        self.switched.eval()
