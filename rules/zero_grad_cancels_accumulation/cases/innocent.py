import math

import torch
import torch.nn.functional as F


def after_the_step(net, optimizer, loader):
    for number, (x, y) in enumerate(loader):
        (F.cross_entropy(net(x), y) / 4).backward()
        if number % 4 == 3:
            optimizer.step()
            optimizer.zero_grad()


def before_the_first_of_a_group(net, optimizer, loader):
    for number, (x, y) in enumerate(loader):
        if number % 4 == 0:
            optimizer.zero_grad()
        (F.cross_entropy(net(x), y) / 4).backward()
        if number % 4 == 3:
            optimizer.step()


def only_finite_losses(net, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        if math.isfinite(loss.item()):
            optimizer.step()


def critic(generator, discriminator, noise, images, optimizer_g, optimizer_d):
    for number, x in enumerate(images):
        optimizer_d.zero_grad()
        fake = generator(noise())
        (discriminator(fake).mean() - discriminator(x).mean()).backward()
        optimizer_d.step()
        optimizer_g.zero_grad()
        if number % 5 == 0:
            (-discriminator(generator(noise())).mean()).backward()
            optimizer_g.step()


def everything_now_and_then(net, optimizer, loader):
    for number, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        out = net(x)
        if number % 4 == 0:
            F.cross_entropy(out, y).backward()
            optimizer.step()


def phases(net, optimizer, loaders):
    for phase, loader in loaders.items():
        for x, y in loader:
            optimizer.zero_grad()
            with torch.set_grad_enabled(phase == "train"):
                loss = F.cross_entropy(net(x), y)
                if phase == "train":
                    loss.backward()
                    optimizer.step()


def looks_at_gradients(net, optimizer, loader):
    for number, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
        if number % 10 == 0:
            print(number)


def small_batches_are_stepped_at_once(net, optimizer, loader, fewest):
    for number, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        if len(x) < fewest:
            optimizer.step()
        elif number % 4 == 3:
            F.cross_entropy(net(x.flip(-1)), y).backward()
            optimizer.step()
        else:
            optimizer.step()


def cleared_in_the_other_branch(net, optimizer, loader, at_once, every):
    for number, (x, y) in enumerate(loader):
        loss = F.cross_entropy(net(x), y)
        if at_once:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        else:
            (loss / every).backward()
            if (number + 1) % every == 0:
                optimizer.step()
                optimizer.zero_grad()


def all_but_every_few_batches(net, optimizer, loader, every):
    """The count decides when to rest, so all other batches have their own step."""
    waiting = 0
    for x, y in loader:
        waiting += 1
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        if waiting == every:
            waiting = 0
            print("rests")
        else:
            optimizer.step()
