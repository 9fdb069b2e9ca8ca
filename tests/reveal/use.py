"""Use: what is done with a name proves what it is."""

import torch


def differentiated(compute, batch):
    loss = compute(batch)
    reveal(loss)  # tensor, grad
    loss.backward()


def differentiated_parameter(loss):
    reveal(loss)  # tensor, grad
    loss.backward()


def not_differentiated(compute, batch):
    loss = compute(batch)
    reveal(loss)  # unknown
    return loss


def scaled(compute, scaler, batch):
    loss = compute(batch)
    reveal(loss)  # tensor, grad
    scaler.scale(loss).backward()


def accelerated(compute, accelerator, batch):
    loss = compute(batch)
    reveal(loss)  # tensor, grad
    accelerator.backward(loss)


def manual(self, compute, batch):
    loss = compute(batch)
    reveal(loss)  # tensor, grad
    self.manual_backward(loss)


def item_of_outputs(model, batch):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    outputs = model(batch)
    reveal(outputs)  # output, grad
    loss = outputs.loss
    reveal(loss)  # output, grad
    loss.backward()
    optimizer.step()


def numbers_are_numbers(compute, batch):
    loss = compute(batch)
    loss.backward()
    loss = loss.item()
    reveal(loss)  # number


def detached_stays_detached(compute, batch):
    loss = compute(batch).detach()
    reveal(loss)  # tensor, no grad


def sum_of_losses(compute, batch):
    first, second = compute(batch)
    loss = first + second
    reveal(loss)  # tensor, grad
    loss.backward()


def by_another_name(compute, batch):
    inner = compute(batch)
    loss = inner
    reveal(inner)  # tensor, grad
    loss.backward()


def unpacked(compute, batch):
    loss, extra = compute(batch)
    reveal(loss)  # tensor, grad
    reveal(extra)  # unknown
    loss.backward()


def by_key(compute, batch):
    losses = compute(batch)
    loss = losses["total"]
    reveal(loss)  # tensor, grad
    loss.backward()


def known_to_have_no_graph(compute, batch):
    with torch.no_grad():
        loss = compute(batch)
        reveal(loss)  # unknown
    loss.backward()


def named_like_a_model(student, netG, tokenizer, pipeline, batch):
    reveal(student)  # module, named like a model, assumed
    reveal(student(batch))  # output, grad, assumed
    reveal(netG(batch))  # output, grad, assumed
    reveal(tokenizer(batch))  # unknown
    reveal(pipeline.generator("a text"))  # unknown


class Player:
    def __init__(self, policy, modeled):
        self.policy, self.modeled = policy, modeled

    def act(self, state):
        reveal(self.policy(state))  # output, grad, assumed
        reveal(self.modeled(state))  # unknown


def evaluated(net, x):
    net.eval()
    reveal(net)  # module
    reveal(net(x))  # output, grad


def evaluated_by_expression(frame, x):
    frame.eval("x + 1")
    reveal(frame)  # unknown


def has_parameters(net):
    reveal(net)  # module
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    reveal(optimizer)  # optimizer, torch.optim.SGD


def built_elsewhere(build):
    net = build()
    reveal(net)  # module
    net.eval()


def loaded(path):
    net = torch.load(path)
    reveal(net)  # module
    for name, parameter in net.named_parameters():
        reveal(parameter)  # tensor, grad, parameter


def hooked(net, hook):
    net.register_forward_hook(hook)
    reveal(net)  # module


def put_in_mode(build, flag):
    net = build()
    net.train(flag)
    reveal(net)  # unknown


class Trainer:
    def __init__(self, model, compute):
        self.model = model
        self.compute = compute

    def step(self, batch):
        self.model.eval()
        reveal(self.model)  # module
        self.loss = self.compute(batch)
        reveal(self.loss)  # tensor, grad
        self.loss.backward()


class Nowhere:
    def step(self, batch):
        self.model.eval()
        reveal(self.model)  # module
        reveal(self.model(batch))  # output, grad


def local(compute, batch):
    cost = compute(batch)
    cost.backward()
    return cost.item()


def of_all(batch):
    global price
    price = batch.price
    price.backward()


def switched(network):
    network.eval()
    taught.eval()


def told(student):
    student.train()


cost = local(torch.nn.Linear(2, 1), torch.rand(2))
of_all(cost)
for teacher, taught, student in torch.load("networks.pt"):
    cost = teacher.cost
    reveal(cost)  # unknown
    price = teacher.price
    reveal(price)  # tensor, grad
    reveal(taught)  # module
    told(student)
    student(cost)
    reveal(student)  # module
    network = teacher.network
    reveal(network)  # unknown


def held(build, x):
    kept = build()

    def inside():
        kept.eval()
        reveal(kept)  # module
        return kept(x)

    return inside()


def asked_for_a_parameter(x):
    layer = torch.nn.Linear(2, 2)
    made = layer
    if isinstance(layer, torch.nn.Parameter):
        made = 3.0
    reveal(made)  # module, torch.nn.Linear
    made = x
    if isinstance(x, torch.nn.Parameter):
        made = layer
    reveal(made)  # module, torch.nn.Linear, assumed


class Held:
    def __init__(self, inner):
        self.inner = inner

    def __call__(self, x):
        return self.inner(x)


class Mixed(Unknown):
    pass


def asked_for_a_class_beside_modules(x):
    layer = torch.nn.Linear(2, 2)
    made = layer if isinstance(layer, Held) else Held(layer)
    reveal(made(x))  # tensor, grad
    made = layer if isinstance(layer, Mixed) else Held(layer)
    reveal(made(x))  # unknown
    made = x if isinstance(x, Held) else Held(layer)
    reveal(made(x))  # unknown
    made = layer if isinstance(layer, torch.nn.Module) else Held(layer)
    reveal(made(x))  # unknown
