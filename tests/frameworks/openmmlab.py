"""OpenMMLab's modules are ones, and its wrapper of an optimizer differentiates, steps and clears the gradients."""

import torch
from mmcv.cnn import ConvModule, build_norm_layer
from mmcv.parallel import MMDataParallel, MMDistributedDataParallel
from mmcv.runner import BaseModule, build_optimizer, load_checkpoint
from mmengine.model import BaseModel
from mmengine.optim import OptimWrapper, build_optim_wrapper
from torch.utils.data import DataLoader


class Net(BaseModule):
    def __init__(self):
        super().__init__()
        self.name, self.norm = build_norm_layer({"type": "BN"}, 8)
        self.conv = ConvModule(3, 8, 3)

    def forward(self, x):
        return self.norm(self.conv(x))


class Head(BaseModule):
    def __init__(self):
        super().__init__()
        self.body = torch.nn.Sequential(torch.nn.Linear(8, 2), torch.nn.Dropout())

    def forward(self, x):
        return self.body(x)


class Detector(BaseModel):
    def forward(self, inputs, data_samples=None, mode="tensor"):
        return inputs


net = Net()
reveal(net)  # module, Net
reveal(net.norm)  # module
reveal(Detector())  # module, Detector
reveal(MMDataParallel(net, device_ids=[0]))  # module, Net
reveal(MMDistributedDataParallel(net))  # module, Net
optimizer = build_optimizer(net, {"type": "SGD", "lr": 0.1})
reveal(optimizer)  # optimizer
loader = DataLoader([], batch_size=4, shuffle=True)
wrapper = OptimWrapper(torch.optim.SGD(net.parameters(), lr=0.1))
reveal(build_optim_wrapper(net, {}))  # framework, mmengine.OptimWrapper
total = 0
for x, y in loader:
    with wrapper.optim_context(net):
        loss = torch.nn.functional.cross_entropy(net(x), y)
    wrapper.update_params(loss)
    total += loss  # finding: `total` keeps the graph of every `loss`

for x, y in loader:
    torch.nn.functional.cross_entropy(net(x), y).backward()
    optimizer.step()  # finding: applies the gradients of all earlier steps again


def test(loader):
    head = Head()
    load_checkpoint(head, "best.pth", map_location="cpu")
    with torch.no_grad():
        print([head(x).argmax(1) for x, y in loader])  # finding: `head` is evaluated in train mode


def test_in_eval_mode(loader):
    head = Head()
    load_checkpoint(head, "best.pth", map_location="cpu")
    head.eval()
    with torch.no_grad():
        print([head(x).argmax(1) for x, y in loader])


test(loader)
test_in_eval_mode(loader)
