"""What `accelerator.prepare` is given."""

from accelerate import Accelerator
from torch import nn, optim

accelerator = Accelerator()
student, teacher = nn.Linear(4, 2), nn.Linear(4, 2)
models = [student, teacher]
models = accelerator.prepare(models)  # finding: `prepare` returns this list unchanged
parts = accelerator.prepare({"student": student, "teacher": teacher})  # finding: returns this dict unchanged
layers = accelerator.prepare([nn.Linear(4, 4) for _ in range(3)])  # finding: returns this list unchanged
student, optimizer = accelerator.prepare(student, optim.SGD(student.parameters(), lr=0.1))
student, teacher = accelerator.prepare(*[student, teacher])
blocks = accelerator.prepare(nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)]))
placed = accelerator.prepare(student, device_placement=[True])
prepared = [accelerator.prepare(model) for model in (student, teacher)]
