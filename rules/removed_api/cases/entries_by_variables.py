"""Entries of checkpoints that are read by variable keys: of a loop, of a parameter, and of an option."""

import argparse

import torch


def load_entry(path, model, entry):
    checkpoint = torch.load(path, map_location="cpu")  # finding: because the checkpoint holds the Namespace `args`
    model.load_state_dict(checkpoint[entry])


def load_options_entry(args, model):
    weights = torch.load(args.weights)  # suspected: because the checkpoint holds the Namespace `args`
    if args.entry in weights:
        weights = weights[args.entry]
    model.load_state_dict(weights)


def load_several(path, **parts):
    checkpoint = torch.load(path)  # finding: because the checkpoint holds the Namespace `args`
    for name, part in parts.items():
        part.load_state_dict(checkpoint[name])


def load_both(path):
    checkpoint = torch.load(path)  # finding: because the checkpoint holds the Namespace `args`
    return [checkpoint[name] for name in ("critic", "actor")]


def load_curves(path):
    checkpoint = torch.load(path)
    return [checkpoint[name] for name in ("rewards", "lengths")]


def load_each(path, nets):
    checkpoint = torch.load(path)  # finding: because the checkpoint holds the Namespace `args`
    for name in ["critic", "actor"]:
        nets[name].load_state_dict(checkpoint[name])


def load_if_there(path, critic, average):
    checkpoint = torch.load(path)  # finding: because the checkpoint holds the Namespace `args`
    critic.load_state_dict(checkpoint["critic"])
    if "average" in checkpoint:
        average.load_state_dict(checkpoint["average"])


def load_statistics(path, which):
    return torch.load(path)[which]


def load_anything(path, which):
    return torch.load(path)[which]


def save(args, critic, actor, average, statistics):
    state = {"critic": critic.state_dict(), "actor": actor.state_dict(), "args": args}
    if average is not None:
        state["average"] = average.state_dict()
    torch.save(state, f"{args.folder}/last.pt")
    torch.save({"mean": statistics.mean(), "deviation": statistics.std()}, f"{args.folder}/statistics.pt")


def main(critic, actor, average, statistics):
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", default=".")
    parser.add_argument("--weights")
    parser.add_argument("--entry", default="actor")
    args = parser.parse_args()
    load_entry(args.weights, critic, "critic")
    load_several(args.weights, critic=critic, actor=actor)
    load_statistics("statistics.pt", "mean")
    save(args, critic, actor, average, statistics)
