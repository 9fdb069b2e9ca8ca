"""Evaluation mode with gradients on purpose: attacks, saliency, fine-tuning with frozen statistics, derivatives."""

import torch
from torch import nn
from torch.distributions import Categorical
from torch.nn import functional as F

batches = [(torch.randn(4, 8), torch.randint(0, 3, (4,))) for _ in range(5)]
model = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3))


def train_head_with_frozen_statistics():
    model.eval()
    optimizer = torch.optim.SGD(model[3].parameters(), lr=0.1)
    for inputs, labels in batches:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(inputs), labels)
        loss.backward()
        optimizer.step()


def saliency(image, target):
    model.eval()
    image = image.clone().requires_grad_()
    scores = model(image)
    scores[0, target].backward()
    return image.grad.abs()


def attacked_accuracy(strength=0.1):
    model.eval()
    correct = 0
    for inputs, labels in batches:
        inputs = inputs.clone().requires_grad_()
        loss = F.cross_entropy(model(inputs), labels)
        model.zero_grad()
        loss.backward()
        changed = inputs + strength * inputs.grad.sign()
        with torch.no_grad():
            correct += (model(changed).argmax(1) == labels).sum().item()
    return correct


def image_that_excites(unit, steps=3):
    model.eval()
    image = torch.zeros(1, 8, requires_grad=True)
    optimizer = torch.optim.Adam([image], lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = -model(image)[0, unit]
        loss.backward()
        optimizer.step()
    return image.detach()


def forces(positions):
    model.eval()
    positions = positions.requires_grad_()
    energy = model(positions).sum()
    return -torch.autograd.grad(energy, positions)[0]


def jacobians():
    model.eval()
    return [torch.autograd.functional.jacobian(model, inputs) for inputs, _ in batches]


def smoothness(inputs):
    model.eval()
    noisy = (inputs + 0.1).requires_grad_()
    outputs = model(noisy)
    (gradient,) = torch.autograd.grad(outputs, noisy, grad_outputs=torch.ones_like(outputs), create_graph=True)
    return gradient.norm(dim=1).mean()


def influence_of_each_batch():
    model.eval()
    norms = []
    for inputs, labels in batches:
        model.zero_grad()
        F.cross_entropy(model(inputs), labels).backward()
        norms.append(model[0].weight.grad.norm().item())
    return norms


def logits_of(network, inputs):
    network.eval()
    return network(inputs)


def caller_differentiates():
    inputs = batches[0][0].clone().requires_grad_()
    logits_of(model, inputs).sum().backward()
    return inputs.grad


def activations_for_the_optimizer(network, inputs):
    network.eval()
    hidden = network[:2](inputs)
    return network(inputs), hidden


def distilled():
    teacher, student = nn.Linear(8, 3), nn.Linear(8, 3)
    teacher.eval()
    optimizer = torch.optim.SGD([*student.parameters(), *teacher.parameters()], lr=0.1)
    for inputs, _ in batches:
        optimizer.zero_grad()
        loss = F.mse_loss(student(inputs), teacher(inputs))
        loss.backward()
        optimizer.step()


def gradient_by_hooks(image, target):
    model.eval()
    kept = {}
    handle = model[0].register_full_backward_hook(lambda module, inputs, outputs: kept.update(gradient=outputs[0]))
    score = model(image)[0, target]
    score.backward()
    handle.remove()
    return kept["gradient"]


def policy_gradient(policy, episodes=3):
    """The logarithms of odds are kept with their graphs, in lists, until an episode is over."""
    optimizer = torch.optim.Adam(policy.parameters())
    for _ in range(episodes):
        policy.eval()
        log_odds, rewards = play(policy, 10)
        policy.train()
        loss = -torch.cat([one * sum(rewards) for one in log_odds]).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def play(policy, steps):
    log_odds, rewards = [], []
    for _ in range(steps):
        odds = Categorical(logits=policy(torch.randn(1, 8)))
        action = odds.sample()
        log_odds.append(odds.log_prob(action))
        rewards.append(float(action.item() == 1))
    return log_odds, rewards


def sensitive_accuracy(net, loader, measure, kind):
    """One of the measures needs the gradient of the loss by the batch."""
    net.eval()
    for rows, labels in loader:
        if kind == "sensitivity":
            rows.requires_grad = True
            scores = net(rows)
        else:
            with torch.no_grad():
                scores = net(rows)
        print(measure(scores, rows, labels).item(), (scores.argmax(1) == labels).sum().item())


def main():
    image = torch.randn(1, 8)
    train_head_with_frozen_statistics()
    saliency(image, 0)
    attacked_accuracy()
    image_that_excites(1)
    forces(torch.randn(4, 8))
    jacobians()
    smoothness(torch.randn(4, 8)).backward()
    influence_of_each_batch()
    caller_differentiates()
    output, hidden = activations_for_the_optimizer(model, image)
    (output.sum() + hidden.sum()).backward()
    distilled()
    policy_gradient(nn.Linear(8, 3))
    gradient_by_hooks(image, 0)


if __name__ == "__main__":
    main()
