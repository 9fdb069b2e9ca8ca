"""Probabilities, logarithms, dropped results and bare tuples: harmful ones, harmless ones and what can't be told."""

import functools
import random
import weakref
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import nn

torch.set_num_threads(1)
torch.manual_seed(0)
random.seed(0)

spread = torch.tensor([18.0, -2.0, 30.0, 1.0, -19.0, 3.0])
wanted = torch.tensor([0.0, 0.0, 1.0, 1.0, 1.0, 1.0])
rows, labels = torch.randn(6, 4), torch.tensor([0, 1, 2, 3, -100, 1])


class Tagged(torch.Tensor):
    """A tensor of a class of its own."""


class Counting(torch.Tensor):
    """A tensor whose operations are not PyTorch's own."""

    operations = []

    @staticmethod
    def __new__(cls, inner):
        return torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype)

    def __init__(self, inner):
        self.inner = inner

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        cls.operations.append(str(function))
        return function(*[each.inner if isinstance(each, cls) else each for each in args], **(kwargs or {}))


def leaf(numbers, kind=torch.float32):
    return numbers.to(kind).clone().requires_grad_()


def watched():
    """What hooks hear of, and what is still there when a statement is over."""
    heard = []
    for _ in range(5):
        p = torch.sigmoid(leaf(spread))
        p.register_hook(lambda gradient: heard.append(gradient.shape))
        loss = F.binary_cross_entropy(p, wanted)  # confirmed(saturation): wrong side
        loss.backward()
        gone = weakref.ref(p)
        del p, loss
        heard.append(gone() is None)
    return heard


def saturated():
    for _ in range(5):
        z = leaf(spread)
        loss = F.binary_cross_entropy(torch.sigmoid(z), wanted)  # confirmed(saturation): on the wrong side of
        loss.backward()
        z = leaf(spread / 10)
        loss = F.binary_cross_entropy(torch.sigmoid(z), wanted)  # undecided(saturation): largest logit 3
        loss.backward()
        z = leaf(spread)
        p = torch.sigmoid(z).clamp(1e-7, 1 - 1e-7)
        loss = F.binary_cross_entropy(p, wanted)  # confirmed(saturation): % of the gradient lost; 0 of 24 values
        loss.backward()
        z = leaf(spread)
        logs = torch.log(torch.sigmoid(z) + 1e-12)  # undecided(saturation): no harm so far
        (logs[1:4].mean()).backward()  # where something is lost, no gradient is wanted
        z = leaf(-5 * spread)
        logs = torch.log(torch.sigmoid(z))  # confirmed(saturation): 2 of 6 gradients not finite
        logs.mean().backward()
        z = leaf(spread)
        logs = torch.log1p(-torch.sigmoid(z))  # confirmed(saturation): 2 of 6 gradients not finite
        logs.mean().backward()
        z = leaf(spread / 2, torch.bfloat16)
        loss = F.binary_cross_entropy(torch.sigmoid(z), wanted.bfloat16())  # confirmed(saturation): wrong side
        loss.backward()
        z = leaf(spread)
        loss = F.mse_loss(torch.sigmoid(z), wanted)  # undecided(saturation): the gradient could not be determined
        loss.backward()
        z = leaf(spread.reshape(2, 3) * 10)
        logs = torch.log(F.softmax(z, dim=1) + 1e-12)  # confirmed(saturation): % of the gradient lost
        F.nll_loss(logs, torch.tensor([1, 2])).backward()
        z = leaf(spread.reshape(2, 3) * 10)
        logs = torch.log(F.softmax(z, dim=1) + 1e-12)  # undecided(saturation): no harm so far
        F.nll_loss(logs, torch.tensor([2, 0])).backward()
        with torch.no_grad():
            loss = F.binary_cross_entropy(torch.sigmoid(spread), wanted)  # confirmed(saturation): where logits give
        loss = torch.log(spread.abs() + 2)  # refuted(saturation): not probabilities
        loss = F.binary_cross_entropy(Tagged(torch.sigmoid(spread)), wanted)  # confirmed(saturation): wrong side
        loss = torch.log(torch.zeros(0))  # undecided(saturation): no probabilities could be read
        loss = torch.log(torch.full((3,), float("nan")))  # undecided(saturation): nothing but NaN
        p = torch.sigmoid(spread)
        gone = weakref.ref(p)
        try:
            loss = F.binary_cross_entropy(p, None)  # undecided(saturation): no harm so far
        except AttributeError as problem:
            print(problem)
        del p
        print(gone() is None)
    return loss


def softmaxed():
    cross_entropy, with_logits, of_logarithms = nn.CrossEntropyLoss(), nn.BCEWithLogitsLoss(), nn.NLLLoss()
    for _ in range(5):
        z = leaf(rows)
        loss = F.cross_entropy(z.softmax(1), labels)  # confirmed(softmaxed_input): 0.744 with 4 classes: given rows
        loss.backward()
        loss = F.cross_entropy(target=labels, input=rows.softmax(1))  # confirmed(softmaxed_input): 1.358 now, 1.351 from logits
        soft = rows.softmax(1)
        loss = cross_entropy(torch.sigmoid(z), soft)  # confirmed(softmaxed_input): 0.744 with 4 classes: given numbers
        loss = F.cross_entropy(z.log_softmax(1), labels)  # refuted(softmaxed_input): harmless
        loss = F.cross_entropy(z, labels)  # refuted(softmaxed_input): no probabilities in 4 calls
        loss = F.cross_entropy(z.bfloat16().softmax(1), labels)  # confirmed(softmaxed_input): sum to 1
        loss = with_logits(torch.sigmoid(spread), wanted)  # confirmed(softmaxed_input): with these targets
        loss = with_logits(spread, wanted)  # refuted(softmaxed_input): from -19 to 30
        loss = with_logits(spread[1:2].sigmoid(), wanted[:1])  # undecided(softmaxed_input): too few
        mixed = random.choice((rows.softmax(1), rows))
        loss = F.cross_entropy(mixed, labels)  # undecided(softmaxed_input): calls looked at were given
        loss = F.cross_entropy(torch.zeros(0, 4), labels[:0])  # undecided(softmaxed_input): empty
        loss = F.cross_entropy(rows.log() * 0, labels)  # undecided(softmaxed_input): held NaN
        loss = F.cross_entropy(rows.new_zeros(4).softmax(0), labels[0])  # confirmed(softmaxed_input): 4 classes
        loss = F.cross_entropy(rows.softmax(1)[..., None], labels[:, None])  # confirmed(softmaxed_input): 4 classes
        loss = of_logarithms(rows.softmax(1), labels)  # undecided(softmaxed_input): was `NLLLoss` in 4 calls
    return loss


def misplaced():
    nll_loss = F.nll_loss
    for step in range(5):
        loss = F.nll_loss(rows, labels)  # confirmed(value_domain): 24 of 24 rows are not log-probabilities
        loss = F.nll_loss(rows.softmax(1), labels)  # confirmed(value_domain): instead of 1
        loss = F.nll_loss(rows.log_softmax(1), labels)  # refuted(value_domain): 24 rows of log-probabilities
        loss = nll_loss(rows.bfloat16().log_softmax(1), labels)  # refuted(value_domain): sum to 1
        loss = nll_loss(rows.log_softmax(1)[..., None], labels[:, None])  # refuted(value_domain): sum to 1
        logs = torch.log(spread)  # confirmed(value_domain): 8 of 24 values looked at are not greater than 0
        logs = torch.log(spread.abs())  # undecided(value_domain): from 1 to 30
        logs = torch.log(torch.arange(3))  # confirmed(value_domain): 4 of 12 values
        roots = torch.sqrt(spread - spread)  # undecided(value_domain): no harm
        roots = torch.sqrt(leaf(spread - spread))  # confirmed(value_domain): have an infinite gradient
        roots = torch.sqrt(-spread)  # confirmed(value_domain): 16 of 24 values looked at are less than 0; 16 results
        angles = torch.acos(wanted * 2)  # confirmed(value_domain): 16 of 24 values looked at are not between
        quotient = torch.div(1, spread + 2)  # confirmed(value_domain): 4 of 24 values looked at are 0
        roots = torch.sqrt(rows.to_sparse())  # undecided(value_domain): nothing whose numbers
        logs = torch.log(Counting(rows))  # undecided(value_domain): nothing whose numbers
        if step == 9:
            logs = torch.log(rows)  # not reached(value_domain)
    scores = torch.vmap(only_in_vmap)(spread.reshape(2, 3))
    return loss, logs[:0], angles, quotient, scores


def only_in_vmap(row):
    logs = torch.log(row)  # undecided(value_domain): can't be read
    return logs


class Pair(NamedTuple):
    first: torch.Tensor
    second: torch.Tensor


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x, labels=None):
        made = self.layer(x)
        loss = None if labels is None else F.cross_entropy(made, labels)
        named = self.named(made)
        either = self.either(made)
        return made, loss, named, either  # confirmed(output_structure): 4 of 4 calls returned a bare tuple that differs

    def named(self, made):
        return Pair(made, made)  # refuted(output_structure): no bare tuple is returned: Pair in 4 calls

    def either(self, made):
        x = self.layer.weight
        return (made, x) if self.training else [made]  # confirmed(output_structure): tuple(Tensor 2d, Tensor 2d)

    def counted(self, made):
        return (made.sum().item(), len(made), None)  # confirmed(output_structure): tuple(float, int, None)

    def alone(self, made):
        return made.sum()  # refuted(output_structure): Tensor 0d in 2 calls


def paired(forward):
    @functools.wraps(forward)
    def call(*given):
        return Pair(*forward(*given))

    return call


class Named(nn.Module):
    @paired
    def forward(self, x):
        return x, self.gain * x  # undecided(output_structure): in 3 calls, a decorator or another forward got it

    gain = 2


class Watched(nn.Module):
    gain = 2

    @torch.no_grad()
    def forward(self, x):
        return x, self.gain * x  # confirmed(output_structure): 2 of 2 calls returned tuple(Tensor 2d, Tensor 2d)


class PairOfWatched(Watched):
    def forward(self, x):
        return Pair(*super().forward(x))


class Plain(nn.Module):
    gain = 2

    def forward(self, x):
        return x, self.gain * x  # undecided(output_structure): in 4 calls, a decorator or another forward got it


class Replaced(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = 2
        self.forward = paired(self.forward)

    def forward(self, x):
        return x, self.gain * x  # undecided(output_structure): in 3 calls, a decorator or another forward got it


class PairOfPlain(Plain):
    def forward(self, x):
        return Pair(*super().forward(x))


def returned_to_others():
    for _ in range(3):
        Named()(rows[:2]), PairOfWatched()(rows[:2]), PairOfPlain()(rows[:2]), Replaced()(rows[:2])
    PairOfPlain()(rows[:2])
    bound = Watched()
    bound.forward = bound.forward
    return Watched()(rows[:2]), bound(rows[:2])


def returned():
    model = Model()
    for labels in (None, torch.tensor([0, 1])):
        model.train()(rows[:2], labels)
        out = model.eval()(rows[:2], labels)
        model.alone(out[0])
        model.counted(out[0])
    return out[0]


class Batch:
    def __init__(self):
        self.device = "cpu"

    def to(self, device):
        self.device = device
        return self


def dropped():
    model, batch, some, half = nn.Linear(2, 2), Batch(), torch.rand(3), {"rows": torch.rand(3)}
    carrying = some.clone().requires_grad_() * 2
    counting = Counting(torch.rand(2))
    for _ in range(3):
        some.to("cpu")  # undecided(discarded_result): 3 calls had nothing to do
        some.double()  # confirmed(discarded_result): 3 results dropped: float32 -> float64, 72 B copied for nothing
        some.clamp(0.0, 0.1)  # confirmed(discarded_result): other values
        some.clamp(-1, 2)  # undecided(discarded_result): nothing to do
        some.unsqueeze(0)  # confirmed(discarded_result): shape (3,) -> shape (1, 3)
        some.contiguous()  # undecided(discarded_result): nothing to do
        some.mul_(1.5)  # refuted(discarded_result): changed the tensor itself
        some.detach()  # undecided(discarded_result): nothing to do
        carrying.detach()  # confirmed(discarded_result): graph -> no graph
        carrying.requires_grad_()  # undecided(discarded_result): nothing to do
        model.double()  # refuted(discarded_result): an object that changes in place
        batch.to("cpu")  # refuted(discarded_result): an object that changes in place
        half.get("rows")  # undecided(discarded_result): no tensor was seen
        some.max(0)  # undecided(discarded_result): no tensor was seen
        counting.double()  # undecided(discarded_result): no tensor was seen
        some.to_sparse()  # confirmed(discarded_result): strided -> sparse_coo
    return some


print(watched(), repr(saturated()), repr(softmaxed()), repr(misplaced()), repr(returned()), repr(returned_to_others()), repr(dropped()))
print(Counting.operations, torch.rand(2), random.random())
