"""Scores that are objects which compare themselves."""

import torch
from saving import resume_model

from training import evaluate, one_epoch


class Score:
    def __init__(self, value):
        self.value = value.value if isinstance(value, Score) else value

    def better_than(self, other):
        return self.value > other.value


def wrapped_again(args, model, optimizer, loaders):
    start, best = 0, Score(0.0)
    if args.resume:
        start, best_score = resume_model(model, args.resume)
        best = Score(best)  # finding: `best` restarts at `Score(best)` on resume, so a worse epoch can replace the
    for _ in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        score = Score(evaluate(model, loaders[1]))
        if score.better_than(best):
            best = score
            torch.save(model.state_dict(), "best.pt")


def given_back(args, model, optimizer, loaders):
    start, best = 0, Score(0.0)
    if args.resume:
        start, best_score = resume_model(model, args.resume)
        best = Score(best_score)
    for _ in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        score = Score(evaluate(model, loaders[1]))
        if score.better_than(best):
            best = score
            torch.save(model.state_dict(), "best.pt")


def a_second_score(args, model, optimizer, loaders):
    start, best = resume_model(model, args.resume)
    best_of_ten = Score(0.0)  # finding: `best_of_ten` restarts at `Score(0.0)` on resume
    for _ in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        score = Score(evaluate(model, loaders[1]))
        better = score.better_than(best)
        if better:
            best = score
            torch.save(model.state_dict(), "best.pt")
        vote = Score(max(evaluate(model, loaders[1]) for _ in range(10)))
        if vote.better_than(best_of_ten):
            best_of_ten = vote
            torch.save(model.state_dict(), "best_of_ten.pt")
