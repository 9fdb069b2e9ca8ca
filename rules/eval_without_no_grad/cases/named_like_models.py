"""Functions that nothing here calls, and models of which only the name and the call speak."""

import torch
import torch.nn.functional as F


def accuracy(student, loader):
    hits = 0
    for images, labels in loader:
        hits += (student(images).argmax(1) == labels).sum().item()  # suspected: `student` is evaluated with gradients
    return hits / len(loader)


def realism(netG, netD, loader):
    scores = []
    for _, noise in loader:
        fakes = netG(noise)  # suspected: `netG` is evaluated with gradients enabled
        scores.append(netD(fakes).mean().item())
    return sum(scores)


class Player:
    def __init__(self, q_net, target_net):
        self.q_net, self.target_net = q_net, target_net

    def act(self, state):
        return int(self.q_net(state).argmax(1).item())  # suspected: `self.q_net` is evaluated with gradients enabled

    def learn(self, states, actions, rewards, optimizer):
        best = rewards + self.target_net(states).max(1).values
        loss = F.mse_loss(self.q_net(states).gather(1, actions), best)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@torch.no_grad()
def decorated(student, loader):
    return sum((student(images).argmax(1) == labels).sum().item() for images, labels in loader)


def as_array(model, images):
    return model(images).cpu().numpy()  # raises with a graph, so callers turn gradients off


def answered(generator, questions):
    texts = []
    for question in questions:
        texts.append(generator("Answer: ", question)[0]["text"])
    return texts


def attacked(classifier, images, labels):
    images.requires_grad_()
    loss = F.cross_entropy(classifier(images), labels)
    (gradient,) = torch.autograd.grad(loss, images)
    return images + gradient.sign()


def handed_back(encoder, sentence):
    code = encoder(sentence)
    print(code.detach().norm())
    return code


class Pair:
    def __init__(self, base_encoder, width):
        self.first = base_encoder(num_classes=width)
        self.second = base_encoder(num_classes=width)


def with_keywords(encoder, loader):
    found = []
    for batch in loader:
        found.append(encoder(pixel_values=batch[0]).argmax(1).tolist())  # suspected: with gradients enabled
    return found
