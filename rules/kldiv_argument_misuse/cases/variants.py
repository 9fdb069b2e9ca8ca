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
    total = criterion(student.log_softmax(1), soft)  # finding: over the classes
    total = total + criterion(student.softmax(1), soft)  # finding: `KLDivLoss` expects log-probabilities, so its result for `student.softmax(1)` is wrong
    total = total + per_sample(student, soft)  # finding: its result for `student` is wrong
    total = total + per_sample(torch.sigmoid(student), soft)  # finding: expects log-probabilities, so its result for `torch.sigmoid(student)` is
    total = total + F.kl_div(input=student.log_softmax(1), target=soft, reduction="mean")  # finding: batchmean
    total = total + F.kl_div(F.log_softmax(student, 1), teacher(x), reduction="sum")  # finding: `teacher(x)`
    total = total + of_logarithms(F.log_softmax(student, 1), soft)  # finding: log-probabilities
    total.backward()
