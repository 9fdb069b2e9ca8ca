import torch
import torch.nn.functional as F
from torch import autograd, nn
from torch.autograd import Variable


def tutorial():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    (x**2).sum().backward()
    print(x.grad)


def stacked(model, optimizer, loader):
    for x, y in loader:
        loss = torch.stack([F.cross_entropy(model(x), y)]).mean()
        loss.requires_grad_()  # it has a graph, so this does nothing
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def attack(model, optimizer, loader, steps):
    for x, y in loader:
        images = torch.tensor(x, requires_grad=True)
        F.cross_entropy(model(images), y).backward()
        changed = (x + 0.1 * images.grad.sign()).detach().requires_grad_()
        optimizer.zero_grad()
        F.cross_entropy(model(changed), y).backward()
        optimizer.step()


def latent(generator, encoder, image):
    z = torch.tensor(encoder(image), requires_grad=True)
    optimizer = torch.optim.Adam([z])
    for _ in range(10):
        loss = (generator(z) - image).square().mean() + z.square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def by_hand(x, y):
    w = torch.randn(3, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.1)
    for _ in range(10):
        loss = (x @ w - y).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def gradient_penalty(critic, real, fake, optimizer):
    alpha = torch.rand(real.size(0), 1)
    mixed = Variable(alpha * real + (1 - alpha) * fake, requires_grad=True)
    grads = autograd.grad(critic(mixed).sum(), mixed, create_graph=True)[0]
    penalty = ((grads.norm(2, dim=1) - 1) ** 2).mean()
    penalty.backward()
    optimizer.step()


def with_a_weight_of_its_own(model, loader):
    model = nn.Linear(3, 2)
    scale = torch.ones(1, requires_grad=True)
    optimizer = torch.optim.SGD([*model.parameters(), scale], lr=0.1)
    for x, y in loader:
        loss = scale * F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def switched_off(model, optimizer, loader):
    for x, y in loader:
        x = torch.tensor(x, requires_grad=False)
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@torch.no_grad()
def scores_of(net: nn.Module, rows: torch.Tensor):
    return net(rows).squeeze(1).numpy()


def steepness(net: nn.Module, rows: torch.Tensor, labels: torch.Tensor) -> float:
    scores = torch.tensor(scores_of(net, rows), dtype=torch.float32).requires_grad_(True)
    F.binary_cross_entropy_with_logits(scores, labels).backward()
    return scores.grad.abs().sum().item()  # the gradient of the scores is all that is asked for


def trains_and_measures(rows, labels):
    net = nn.Linear(3, 1)
    adam = torch.optim.Adam(net.parameters())
    for _ in range(4):
        adam.zero_grad()
        F.binary_cross_entropy_with_logits(net(rows), labels).backward()
        adam.step()
    return steepness(net, rows, labels)
