import torch


class Stopper:
    def __init__(self, model):
        self.model = model
        self.best_acc = float("inf")
        self.best_f1 = float("-inf")
        self.waited = 0

    def by_accuracy(self, acc):
        if acc <= self.best_acc:  # finding: is never
            self.waited += 1
        else:
            self.best_acc = acc
            torch.save(self.model.state_dict(), "best.pt")
        return self.waited > 5

    def by_f1(self, f1):
        if f1 <= self.best_f1:
            self.waited += 1
        else:
            self.best_f1 = f1
            torch.save(self.model.state_dict(), "best.pt")
        return self.waited > 5
