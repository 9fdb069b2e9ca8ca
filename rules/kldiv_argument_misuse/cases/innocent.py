import torch
import torch.nn.functional as F
from torch import nn

net, teacher = nn.Linear(4, 3), nn.Linear(4, 3)
batchmean = nn.KLDivLoss(reduction="batchmean")
of_logarithms = nn.KLDivLoss(reduction="batchmean", log_target=True)
old_sum = nn.KLDivLoss(size_average=False)
kept = nn.KLDivLoss(reduction="none")
NUM_CLASSES = 3


class FromElsewhere(nn.Module):
    def __init__(self, **settings):
        super().__init__()
        self.loss = nn.KLDivLoss(**settings)

    def forward(self, log_p, q):
        return self.loss(log_p, q)


def losses(x, unknown):
    student, soft = net(x), F.softmax(teacher(x), dim=1).detach()
    log_p = F.log_softmax(student, dim=1)
    total = batchmean(log_p, soft) + old_sum(log_p, soft)
    total = total + of_logarithms(log_p, F.log_softmax(teacher(x), dim=1))
    total = total + kept(log_p, soft).sum(1).mean()
    total = total + F.kl_div(log_p, soft, reduction="none").sum()
    total = total + F.kl_div(log_p, soft) * log_p.size(1)  # made up for
    total = total + NUM_CLASSES * F.kl_div(log_p, soft)
    total = total + F.kl_div(torch.log(unknown + 1e-8), soft, reduction="batchmean")
    total = total + F.kl_div(unknown, soft, reduction="sum")  # logarithms, for all that is known
    total = total + FromElsewhere(reduction="batchmean")(log_p, soft)
    total = total + torch.distributions.kl_divergence(
        torch.distributions.Categorical(logits=student), torch.distributions.Categorical(probs=soft)
    ).mean()
    total.backward()


def by_position(student, soft, size_average, reduction):
    log_p = F.log_softmax(student, dim=1)
    return F.kl_div(log_p, soft, size_average) + F.kl_div(log_p, soft, reduction=reduction)
