"""Checkpoints that are handed to what restores them, an object that is not seen here."""

import torch


class Workspace:
    def __init__(self, agent, replay):
        self.agent = agent.to("cuda")
        self.replay = replay

    def save(self, path):
        torch.save(self.agent.state(), path)

    def resume(self, path):
        with open(path, "rb") as file:
            payload = torch.load(file)  # suspected: fails without the GPU that the file was saved from
        states = {}
        for key, value in payload.items():
            if key != "step":
                states[key] = value
        self.agent.load_snapshot(states)

    def resume_whole(self, path):
        payload = torch.load(path)  # suspected: fails without the GPU
        self.agent.load_snapshot(payload["agent"], strict=True)

    def resume_on_the_host(self, path):
        payload = torch.load(path, map_location="cpu")
        self.agent.load_snapshot(payload)

    def resume_episodes(self, path):
        episodes = torch.load(path)
        settings = self.agent.settings
        self.agent.load_settings(settings)
        self.replay.extend(episodes)


def begun_from(make, path):
    weights = torch.load(path) if path else {}  # suspected: fails without the GPU
    return make.from_pretrained("sizes.json", state_dict=weights)


def begun_from_a_file(make, path):
    weights = torch.load(path)  # suspected: fails without the GPU
    return make.from_pretrained("sizes.json", state_dict=weights)


def begun_with_settings(make, path):
    settings = torch.load(path)
    return make.from_pretrained("sizes.json", settings=settings)


class Files:
    def load_checkpoint(self, path):
        saved = torch.load(path + "training.pt")  # suspected: fails without the GPU that the file was saved from
        saved["state_dict"] = {name.removeprefix("module."): value for name, value in saved["state_dict"].items()}
        return saved

    def load_scores(self, path):
        saved = torch.load(path + "scores.pt")
        saved["mean"] = saved["sum"] / saved["count"]
        return saved
