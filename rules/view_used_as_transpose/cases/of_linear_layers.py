"""What a linear layer gives has its rows first, whatever its columns are to be."""

from torch import nn


class Caption(nn.Module):
    def __init__(self, code, width, words, depth=1, both=False):
        super().__init__()
        self.width = width
        self.states = (2 if both else 1) * depth
        self.start = nn.Linear(code, width * self.states)
        self.cell = nn.GRU(width, width, num_layers=depth, bidirectional=both, batch_first=True)
        self.words = nn.Linear(width, words)

    def forward(self, x, code):
        batch = code.size(0)
        state = self.start(code)
        wrong = state.view(self.states, batch, self.width)  # finding: elements, so it scrambles `state`; permute it first
        right = state.view(batch, self.states, self.width).transpose(0, 1).contiguous()
        return self.words(self.cell(x, wrong)[0]), self.words(self.cell(x, right)[0])

    def of_one(self, x, code):
        state = self.start(code)
        return self.cell(x, state.view(self.states, -1, self.width)), state.view(self.states, self.width)


class Several(nn.Module):
    def __init__(self, width, heads, each, kernel):
        super().__init__()
        self.heads, self.each, self.kernel = heads, each, kernel
        self.to_heads = nn.Linear(width, heads * each)
        self.to_kernel = nn.Linear(width, width * kernel)
        self.wide = width
        self.kernel *= 2

    def forward(self, x, code):
        length, batch, width = x.shape
        q = self.to_heads(x)
        right = q.view(length, batch * self.heads, self.each), q.view(length, batch, self.heads, self.each)
        wrong = q.view(self.heads, length * batch, self.each)  # finding: elements, so it scrambles
        other = self.to_kernel(x[0]).view(self.kernel, batch, self.wide)  # finding: so it scrambles
        unknown = self.to_kernel(code).view(self.kernel, batch, self.wide)  # `self.kernel` is another number
        moved = q.transpose(1, 2).reshape(length, self.heads, self.each, batch)
        of_first = q[0].view(self.heads, batch, self.each)  # finding: so it scrambles `q[0]`
        return right, wrong, other, unknown, moved, of_first


class Given(nn.Module):
    def __init__(self, start, width, states):
        super().__init__()
        self.start, self.width, self.states = start, width, states

    def forward(self, code, batch):
        return self.start(code).view(self.states, batch, self.width)
