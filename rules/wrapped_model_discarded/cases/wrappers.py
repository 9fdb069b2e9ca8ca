import torch
from accelerate import Accelerator
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

model = nn.Linear(4, 2)
torch.compile(model, mode="reduce-overhead")  # finding: `model` is not compiled
compiled = torch.compile(model)
model.compile()  # in place
nn.SyncBatchNorm.convert_sync_batchnorm(model)  # in place, but for the model itself
accelerator = Accelerator()
accelerator.prepare(model)  # finding: assign the result
model = accelerator.prepare(model)


def quantise(net):
    torch.quantization.quantize_dynamic(net, {nn.Linear}, dtype=torch.qint8, inplace=True)
    torch.quantization.quantize_dynamic(net, {nn.Linear}, dtype=torch.qint8)  # finding: `net` is not quantised
    try:
        torch.compile(net)
    except RuntimeError:
        print("no compiler here")
    return net


class Trainer:
    def __init__(self, rank):
        self.model = nn.Linear(4, 2)
        DDP(self.model, device_ids=[rank])  # finding: and `self.model` trains without
        self.wrapped = DDP(self.model, device_ids=[rank])
        nn.DataParallel(nn.Linear(2, 2))  # nothing has a name
