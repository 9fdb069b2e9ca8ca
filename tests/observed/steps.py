"""Trains in many ways: what steps apply, what is cleared and clipped, right and wrong."""

import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_, clip_grad_value_
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import FlopCounterMode

torch.set_num_threads(1)
torch.manual_seed(0)
losses = []


class Net(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))


def trained(kind=torch.optim.SGD, **options):
    model = Net()
    return model, kind(model.parameters(), lr=0.01, **options)


def loss_of(model):
    loss = (model(torch.randn(8, 4)) - 1).square().mean()
    losses.append(loss.item())
    return loss


def never_cleared():
    model, optimizer = trained()
    for _ in range(9):
        loss_of(model).backward()
        optimizer.step()  # confirmed(stale_gradients): 5 of 5 steps looked at applied gradients that an earlier step had already applied


def never_cleared_and_fused():
    model, optimizer = trained(torch.optim.Adam, fused=True)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2)  # takes the place of optimizer.step
    for _ in range(9):
        loss_of(model).backward()
        optimizer.step()  # confirmed(stale_gradients): times as large as the new one
        scheduler.step()


def never_cleared_and_scaled():
    model, optimizer = trained()
    scaler = torch.amp.GradScaler("cpu")
    for _ in range(9):
        scaler.scale(loss_of(model)).backward()
        scaler.step(optimizer)  # undecided(stale_gradients): the old part is at most
        scaler.update()


def cleared():
    for to_none in (True, False):
        model, optimizer = trained(momentum=0.9)
        for _ in range(5):
            optimizer.zero_grad(set_to_none=to_none)
            loss_of(model).backward()
            optimizer.step()  # refuted(stale_gradients): 0 of


def cleared_by_hand():
    model, optimizer = trained()
    for i in range(20):
        for parameter in model.parameters():
            if i % 3 == 0:
                parameter.grad = None
            elif parameter.grad is not None and i % 3 == 1:
                parameter.grad.data.zero_()
            elif parameter.grad is not None:
                parameter.grad.zero_()
        loss_of(model).backward()
        optimizer.step()  # refuted(stale_gradients): the gradients are cleared before
        model.zero_grad()


def accumulated():
    model, optimizer = trained()
    for _ in range(6):
        for _ in range(3):
            (loss_of(model) / 3).backward()
        optimizer.step()  # refuted(stale_gradients): 0 of
        optimizer.zero_grad()


def adversaries():
    """Backward of the one runs through the other, before that is cleared."""
    generator = nn.Linear(2, 4)
    critic, optimizer_c = trained()
    optimizer_g = torch.optim.Adam(generator.parameters(), lr=0.01)
    for _ in range(9):
        fake = generator(torch.randn(8, 2))
        optimizer_c.zero_grad()
        critic(fake.detach()).mean().backward()
        optimizer_c.step()  # refuted(stale_gradients): 0 of
        optimizer_g.zero_grad()
        (-critic(fake).mean()).backward()
        optimizer_g.step()  # refuted(stale_gradients): 0 of


def in_turn():
    pairs = [trained(), trained(torch.optim.Adam)]
    for _ in range(9):
        for model, optimizer in pairs:
            optimizer.zero_grad()
            loss_of(model).backward()
            optimizer.step()  # refuted(stale_gradients): 0 of


def closures():
    model, optimizer = trained(torch.optim.LBFGS, max_iter=3)

    def closure():
        optimizer.zero_grad()
        loss = loss_of(model)
        loss.backward()
        return loss

    for _ in range(6):
        optimizer.step(closure)  # refuted(stale_gradients): 0 of


def skipped_by_the_scaler():
    model, optimizer = trained()
    scaler = torch.amp.GradScaler("cpu", init_scale=16.0)
    for i in range(9):
        optimizer.zero_grad()
        loss = loss_of(model)
        scaler.scale(loss * float("inf") if i in (0, 3) else loss).backward()
        scaler.step(optimizer)  # refuted(stale_gradients): 0 of
        scaler.update()


def changed_but_not_cleared():
    model, optimizer = trained()
    for _ in range(5):
        loss_of(model).backward()
        optimizer.step()  # undecided(stale_gradients): cleared before 0 of 4 steps
        for parameter in model.parameters():
            parameter.grad.mul_(0.9)


def only_once():
    model, optimizer = trained()
    loss_of(model).backward()
    optimizer.step()  # undecided(stale_gradients): 1 step: too few


def counted_by_a_mode():
    model, optimizer = trained()
    with FlopCounterMode(display=False):
        for _ in range(5):
            loss_of(model).backward()
            optimizer.step()  # undecided(stale_gradients): can't be read


class Operators(TorchDispatchMode):
    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        losses.append(str(function))
        return function(*args, **(kwargs or {}))


class Functions(TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        losses.append(getattr(function, "__name__", ""))
        return function(*args, **(kwargs or {}))


def counted_in_part():
    model, optimizer = trained()
    for _ in range(5):
        loss = loss_of(model)
        with Operators():
            loss.backward()
        clip_grad_norm_(model.parameters(), 0.1)  # refuted(clipped_gradients): a step applied
        with Functions():
            optimizer.step()  # undecided(stale_gradients): 5 steps: too few
        optimizer.zero_grad()


def emptied():
    for to_none in (True, False):
        model, optimizer = trained(torch.optim.AdamW)
        for _ in range(5):
            loss_of(model).backward()
            optimizer.zero_grad(to_none), optimizer.step()  # confirmed(gradients_at_step): had no gradient to apply


def emptied_while_sparse():
    for to_none in (True, False):
        model = nn.Embedding(9, 4, sparse=True)
        optimizer = torch.optim.SparseAdam(list(model.parameters()))
        for _ in range(5):
            model(torch.tensor([1, 2])).sum().backward()
            optimizer.zero_grad(to_none), optimizer.step()  # confirmed(gradients_at_step): can't be measured


def emptied_by_the_model():
    model, optimizer = trained()
    for _ in range(5):
        loss_of(model).backward()
        model.zero_grad(), optimizer.step()  # confirmed(gradients_at_step): 4 of 4 steps


def not_emptied():
    model, optimizer = trained()
    for _ in range(5):
        model.zero_grad(), loss_of(model).backward(), optimizer.step()  # refuted(gradients_at_step): 3 of 3 steps


def emptied_in_a_closure():
    model, optimizer = trained()

    def closure():
        loss = loss_of(model)
        loss.backward()
        return loss

    for _ in range(5):
        optimizer.zero_grad(), optimizer.step(closure)  # refuted(gradients_at_step): had gradients


def not_emptied_but_skipped():
    model, optimizer = trained()
    scaler = torch.amp.GradScaler("cpu")
    for _ in range(5):
        loss = loss_of(model) * float("inf")
        optimizer.zero_grad(), scaler.scale(loss).backward(), scaler.step(optimizer)  # refuted(gradients_at_step): 3 of 3
        scaler.update()


def sometimes_emptied():
    model, optimizer = trained()
    for i in range(5):
        loss_of(model).backward()
        optimizer.zero_grad(), i % 2 and loss_of(model).backward(), optimizer.step()  # undecided(gradients_at_step): 2 of


def nothing_to_empty():
    model, optimizer = trained()
    for _ in range(5):
        optimizer.zero_grad(), optimizer.step()  # undecided(gradients_at_step): no gradient to clear


def clipped_before():
    model, optimizer = trained()
    for _ in range(5):
        optimizer.zero_grad()
        clip_grad_norm_(model.parameters(), 0.1)  # confirmed(clipped_gradients): 4 of 4 calls looked at found no
        loss_of(model).backward()
        optimizer.step()


def clipped_zeros():
    model, optimizer = trained()
    loss_of(model).backward()
    for _ in range(5):
        optimizer.zero_grad(set_to_none=False)  # to clip None by value raises
        clip_grad_value_(model.parameters(), 0.1)  # confirmed(clipped_gradients): found no gradient
        loss_of(model).backward()
        optimizer.step()


def clipped_after():
    model, optimizer = trained()
    for _ in range(9):
        optimizer.zero_grad()
        loss_of(model).backward()
        optimizer.step()
        clip_grad_value_(list(model.parameters()), 0.1)  # confirmed(clipped_gradients): clipped gradients that were cleared


def clipped():
    model, optimizer = trained()
    for _ in range(5):
        loss_of(model).backward()
        clip_grad_norm_(filter(torch.is_tensor, model.parameters()), 0.1)  # refuted(clipped_gradients): a step applied the gradients that 3 of 4
        optimizer.step()
        optimizer.zero_grad()


class Descent:
    """An optimizer that PyTorch does not know."""

    def __init__(self, model):
        self.model = model

    def step(self):
        with torch.no_grad():
            for parameter in self.model.parameters():
                if parameter.grad is not None:
                    parameter -= 0.01 * parameter.grad


def of_another_kind():
    other, known = trained()
    loss_of(other).backward()
    known.step()
    model = Net()
    optimizer = Descent(model)
    for _ in range(5):
        loss_of(model).backward()
        clip_grad_value_(filter(torch.is_tensor, model.parameters()), 0.1)  # undecided(clipped_gradients): could not be seen
        optimizer.step()  # undecided(stale_gradients): no optimizer was seen
        loss_of(model).backward()
        model.zero_grad(), optimizer.step()  # undecided(gradients_at_step): does not know


def clipped_while_accumulated():
    model, optimizer = trained()
    for i in range(9):
        loss_of(model).backward()
        clip_grad_norm_(model.parameters(), 0.1)  # refuted(clipped_gradients): a step applied
        if i % 2:
            optimizer.step()
            optimizer.zero_grad()


def clipped_of_one_of_two():
    (one, optimizer), (other, optimizer_o) = trained(), trained()
    for _ in range(9):
        loss_of(one).backward()
        clip_grad_value_(one.parameters(), 0.1)  # refuted(clipped_gradients): a step applied
        optimizer.step()
        optimizer.zero_grad()
        loss_of(other).backward()
        optimizer_o.step()
        clip_grad_value_(other.parameters(), 0.1)  # confirmed(clipped_gradients): cleared before a step
        optimizer_o.zero_grad()


def clipped_while_scaled():
    model, optimizer = trained()
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    for i in range(5):
        optimizer.zero_grad()
        loss = loss_of(model)
        scaler.scale(loss * float("inf") if i == 1 else loss).backward()
        clip_grad_norm_(model.parameters(), 1.0), scaler.step(optimizer)  # confirmed(scaled_gradients): scaled by 512 in 4 of
        scaler.update()


def unscaled_and_clipped():
    model, optimizer = trained()
    scaler = torch.amp.GradScaler("cpu")
    for _ in range(5):
        optimizer.zero_grad()
        scaler.scale(loss_of(model)).backward()
        scaler.unscale_(optimizer)
        clip_grad_norm_(model.parameters(), 1.0), scaler.step(optimizer)  # refuted(scaled_gradients): unscaled before 3 of 4
        scaler.update()


def clipped_without_scale():
    model, optimizer = trained()
    scaler = torch.amp.GradScaler("cpu", enabled=False)
    for _ in range(5):
        optimizer.zero_grad()
        scaler.scale(loss_of(model)).backward()
        clip_grad_norm_(model.parameters(), 1.0), scaler.step(optimizer)  # undecided(scaled_gradients): the scaler was off
        scaler.update()


def made_anew(model, optimizer):
    for _ in range(5):
        optimizer.zero_grad(), (loss := model(torch.randn(2, 4)).sum()), loss.backward()  # refuted(changed_parameters): 0 of 4
        optimizer.step()


def not_noticed():
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        (out := model(torch.randn(2, 4)).sum()), shake(model), out.backward()  # confirmed(changed_parameters): had been changed
        optimizer.step()


def raised():
    for _ in range(3):
        model = Net()
        try:
            (out := model(torch.randn(2, 4)).sum()), shake(model), out.backward()  # confirmed(changed_parameters): raised
        except RuntimeError as error:
            losses.append(str(error)[:40])


def shake(model):
    """As the step of an optimizer does it."""
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.mul_(0.9)


never_cleared(), never_cleared_and_fused(), never_cleared_and_scaled(), cleared(), cleared_by_hand(), accumulated()
adversaries(), in_turn(), closures(), skipped_by_the_scaler(), changed_but_not_cleared(), only_once()
counted_by_a_mode(), counted_in_part(), emptied(), emptied_while_sparse(), emptied_by_the_model(), not_emptied(), not_emptied_but_skipped(), emptied_in_a_closure()
sometimes_emptied(), nothing_to_empty(), clipped_before(), clipped_zeros(), clipped_after(), clipped()
clipped_while_accumulated(), clipped_of_one_of_two(), clipped_while_scaled(), unscaled_and_clipped()
clipped_without_scale(), of_another_kind(), made_anew(*trained()), not_noticed(), raised()
print(losses, torch.rand(1))
