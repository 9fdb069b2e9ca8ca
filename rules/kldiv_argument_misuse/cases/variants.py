import torch
import torch.nn.functional as F
from torch import nn
from torch.nn import KLDivLoss

net, teacher = nn.Linear(4, 3), nn.Linear(4, 3)
criterion = KLDivLoss()
per_sample = KLDivLoss(reduction="batchmean")
of_logarithms = nn.KLDivLoss(reduction="batchmean", log_target=True)


def losses(x):
    student, soft = net(x), F.softmax(teacher(x), dim=1).detach()
    total = criterion(student.log_softmax(1), soft)  # finding: by the number of classes
    total = total + criterion(student.softmax(1), soft)  # finding: is not a log-probability, so `KLDivLoss` is not a
    total = total + per_sample(student, soft)  # finding: `student` is not a log-probability, so `KLDivLoss` is not a
    total = total + per_sample(torch.sigmoid(student), soft)  # finding: is not a log-probability, so `KLDivLoss` is
    total = total + F.kl_div(input=student.log_softmax(1), target=soft, reduction="mean")  # finding: batchmean
    total = total + F.kl_div(F.log_softmax(student, 1), teacher(x), reduction="sum")  # finding: `teacher(x)` is not
    total = total + of_logarithms(F.log_softmax(student, 1), soft)  # finding: here: log-probabilities
    total.backward()
