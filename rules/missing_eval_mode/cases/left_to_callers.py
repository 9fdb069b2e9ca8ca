"""Evaluations of a model that is a parameter, in functions that nothing here calls."""

import torch


def forgets_both(net, loader):
    hits = 0
    for images, labels in loader:
        hits += (net(images).argmax(1) == labels).sum().item()  # suspected: is evaluated in the mode other code leaves
    return hits


def forgets_the_mode(student, batches):
    hits = 0
    with torch.no_grad():
        for images, labels in batches:
            scores = student(images)  # suspected: is evaluated in the mode other code leaves it in
            hits += (scores.argmax(1) == labels).sum().item()
    return hits


def decodes_with_what_it_is_given(net, loader, decode):
    total = 0.0
    with torch.no_grad():
        for images, wanted in loader:
            output = net(images)  # suspected: is evaluated in the mode other code leaves it in
            total += torch.nn.functional.mse_loss(decode(output), wanted).item()
    return total


def of_one_batch(net, images, labels):
    return (net(images).argmax(1) == labels).float().mean().item()


def switched(net, loader):
    net.eval()
    return [net(images).argmax(1).tolist() for images, _ in loader]


def switched_by_flag(net, loader, training):
    net.train(training)
    hits = 0
    for images, labels in loader:
        hits += (net(images).argmax(1) == labels).sum().item()
    return hits


def part_switched(net, loader):
    net.backbone.eval()
    hits = 0
    for images, labels in loader:
        hits += (net(images).argmax(1) == labels).sum().item()
    return hits


def with_caller(net, loader):
    hits = 0
    for images, labels in loader:
        hits += (net(images).argmax(1) == labels).sum().item()
    return hits


def measure(build, loader):
    net = build()
    net.eval()
    return with_caller(net, loader)


def as_callback(net, loader):
    hits = 0
    for images, labels in loader:
        hits += (net(images).argmax(1) == labels).sum().item()
    return hits


def registered(hub):
    hub.after_each_epoch(as_callback)
