"""Settings decide which models are wrapped, so only a run shows under which names they are saved."""

import io

import torch
from torch import nn

SETTINGS = {"student": {"several": False}, "teacher": {"several": True}}


def save_student(file, several):
    student = nn.Linear(8, 2)
    if several:
        student = nn.DataParallel(student)
    torch.save(student.state_dict(), file)  # finding: save the model that was wrapped  # refuted


def save_teacher(file, several):
    teacher = nn.Linear(8, 2)
    if several:
        teacher = nn.DataParallel(teacher)
    torch.save({"weights": teacher.state_dict()}, file)  # finding: saves keys with the prefix `module.`


for name, save in (("student", save_student), ("teacher", save_teacher)):
    save(io.BytesIO(), **SETTINGS[name])
