import scipy.misc
import torch
import torch.nn as nn
import torchvision
import warpctc_pytorch
from torch._six import inf  # finding: `torch._six` fails since PyTorch 2.0
from torch.autograd import Function, Variable
from torch.autograd.gradcheck import zero_gradients  # finding: set `x.grad` to `None`
from torch.optim import lr_scheduler
from torch.utils.data import DataLoader


def decompositions(a, b):
    values, vectors = torch.symeig(a)  # finding: `torch.symeig` fails since PyTorch 2.0; use `torch.linalg.eigh`
    solution, _ = torch.solve(b, a)  # finding: arguments swapped
    spectrum = torch.rfft(a, 2)  # finding: use `torch.fft.rfft`
    return values, vectors, solution, spectrum, torch.fft(a, 1)  # finding: `torch.fft.fft`


def today(a, b):
    return torch.linalg.eigh(a), torch.linalg.solve(a, b), torch.fft.rfft(a), torch.fft.fft(a)


def evaluate(model, x):
    x = Variable(x, volatile=True)  # finding: does nothing since PyTorch 0.4
    return model(x)


def named(count):
    images = torch.randn(count, 3, names=("N", "C"))  # finding: fails in PyTorch 2.13
    return images.align_to("C", "N")  # finding: name the dimensions in a comment


class Reverse(Function):
    def forward(self, x):  # finding: `Reverse.forward` fails since PyTorch 1.5 because it is not static
        return x

    def backward(self, gradient):
        return -gradient


class Static(Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, gradient):
        return -gradient


def schedulers(optimizer):
    steps = lr_scheduler.StepLR(optimizer, 30, verbose=False)  # finding: fails since PyTorch 2.7
    return steps, lr_scheduler.CosineAnnealingLR(optimizer, 30)


def batches(dataset):
    loader = DataLoader(dataset, batch_size=4)
    first = iter(loader).next()  # finding: use `next(...)`
    second = iter(loader)
    return first, second.next(), next(iter(loader))  # finding: `second.next()` fails since PyTorch 1.13


def unseen(train_loader, rows, steps):
    batches, others = iter(train_loader), iter(rows)
    numbers = iter(train_loader)
    values = iter(rows)
    for _ in range(steps):
        x, y = numbers.next()  # finding: `numbers.next()` fails since PyTorch 1.13
        z = values.next()  # suspected: `values.next()` fails since PyTorch 1.13
        print(x, y, z, next(batches), next(others))


def rows(lines):
    return lines.next()  # whatever these are


def total(model, loader, criterion):
    whole, parts = 0, 0
    for x, y in loader:
        whole += nn.functional.nll_loss(model(x), y).data[0]  # finding: use `.item()`
        parts += nn.functional.nll_loss(model(x), y, reduction="none").data[0]
        loss = criterion(model(x), y)
        loss.backward(torch.ones_like(loss))
        print(loss.data[0])  # one of several: it is given a gradient of its own
    return whole, parts, model.weight.data[0]


class Reader:
    """Its losses are those of a package that gives a tensor of shape (1,), which has a first number."""

    def __init__(self, model):
        self.model, self.count = model, 0
        self.criterion = warpctc_pytorch.CTCLoss().cuda()
        self.own = nn.CTCLoss().cuda()

    def train(self, x, y, sizes):
        loss = self.criterion(self.model(x), y, sizes) / len(sizes)
        loss.backward()
        print(loss.data[0])
        own = self.own(self.model(x), y, sizes, sizes)
        own.backward()
        mean = self.criterion(self.model(x), y, sizes).mean()
        mean.backward()
        return own.data[0], mean.data[0]  # finding: `own.data[0]` fails since  # finding: `mean.data[0]` fails since

    def given(self, criterion, x, y):
        loss = criterion(self.model(x), y)
        loss.backward()
        print(loss.data[0])  # finding: `loss.data[0]` fails since PyTorch 1.0


def pictures(path, crop):
    picture = scipy.misc.imresize(scipy.misc.imread(path), (8, 8))  # finding: PIL  # finding: imageio
    resize = torchvision.transforms.Scale(8)  # finding: `torchvision.transforms.Scale` has been removed; use `torchvision.transforms.Resize`
    return resize(picture), inf, zero_gradients, crop(names=("N",), verbose=True)


def adversarial(critic, real, fake, weights):
    of_real, of_fake = -critic(real).mean(), critic(fake).mean()
    each = critic(fake)
    loss = of_real + 0.5 * of_fake
    loss.backward()
    print(of_real.data[0])  # finding: `of_real.data[0]` fails since PyTorch 1.0
    print(of_fake.data[0])  # finding: `of_fake.data[0]` fails since PyTorch 1.0
    return each.data[0], weights.data[0]


def is_text(root):
    return isinstance(root, torch._six.string_classes)  # finding: `torch._six` fails since PyTorch 2.0


def solver(is_symmetric):
    solvers = {"symmetric": torch.symeig, "general": torch.eig}  # finding: `torch.symeig` fails  # finding: `torch.eig` fails
    return solvers["symmetric" if is_symmetric else "general"]


def first_of(make_prefetcher, options):
    loader = make_prefetcher(options)
    return iter(loader).next()  # suspected: `iter(loader).next()` fails since PyTorch 1.13
