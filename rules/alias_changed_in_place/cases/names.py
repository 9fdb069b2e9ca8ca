import torch
from torch import nn

criterion = nn.MSELoss()
rows = torch.rand(4, 3)


def parts(model: nn.Module, weight: float) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    loss = criterion(model(rows), rows)
    logs = {"error": loss}
    loss += weight * rows.mean()  # finding: changes `logs["error"]` too
    return loss, logs


def parts_by_key(model: nn.Module, weight: float) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    logs = {}
    loss = criterion(model(rows), rows)
    logs["error"] = loss
    if weight:
        loss += weight * rows.mean()  # finding: changes `logs["error"]` too
    logs["loss"] = loss
    return loss, logs


def positions(start: torch.Tensor, steps: int) -> list[torch.Tensor]:
    path = []
    position = start.clone()
    for _ in range(steps):
        path.append(position)
        position += torch.ones(3)  # finding: changes `path` too
    return path


def counters() -> tuple[torch.Tensor, torch.Tensor]:
    right = wrong = torch.zeros(3)
    right += 1  # finding: changes `wrong` too
    wrong -= 1
    return right, wrong


def moved(position: torch.Tensor) -> torch.Tensor:
    position = position.clone()
    before = position
    position *= 2  # finding: changes `before` too
    return (position - before).norm()


def on_one_way(model: nn.Module, weight: float) -> None:
    error = criterion(model(rows), rows)
    loss = error if weight == 0 else error * 2
    loss += 1
    print(error, loss)


def new_tensor(model: nn.Module) -> None:
    error = criterion(model(rows), rows)
    loss = error
    loss = loss + 1  # a new tensor
    print(error, loss)


def never_read_again(model: nn.Module) -> torch.Tensor:
    error = criterion(model(rows), rows)
    print(error)
    loss = error
    loss += 1
    print(error.shape, error.device)
    return loss


def set_again(model: nn.Module) -> None:
    error = criterion(model(rows), rows)
    loss = error
    error = error * 2
    loss += 1
    print(error, loss)


def numbers(model: nn.Module) -> None:
    error = criterion(model(rows), rows).item()
    loss = error
    loss += 1  # Python's numbers never change
    print(error, loss)
    first = count = 0
    count += 1
    print(first, count)


def copies(model: nn.Module, steps: int) -> list[torch.Tensor]:
    position, path = rows.clone(), []
    for _ in range(steps):
        path.append(position.clone())
        position += 1
    error = criterion(model(rows), rows)
    loss = error.clone()
    loss += 1
    print(error, loss)
    return path


def other_entry(model: nn.Module) -> dict[str, torch.Tensor]:
    loss = criterion(model(rows), rows)
    logs = {"loss": loss, "rows": rows}
    loss += 1
    print(logs["rows"])
    return {"loss": loss}


def each_its_own(steps: int) -> list[torch.Tensor]:
    path = []
    for step in range(steps):
        position = rows * step
        position += 1
        path.append(position)
    return path


def left_before(model: nn.Module, weight: float) -> torch.Tensor:
    error = criterion(model(rows), rows)
    loss = error
    if weight:
        loss += weight
        return loss
    return error + 1


def in_the_other_branch(model: nn.Module, weight: float) -> None:
    error = criterion(model(rows), rows)
    loss = error
    if weight:
        loss += weight
    else:
        print(error)
    print(loss)


def computed_again(model: nn.Module, weight: float) -> None:
    error = criterion(model(rows), rows)
    loss = error
    if weight:
        loss += weight
        error = criterion(model(rows), rows)
    print(error, loss)


def in_a_loop(model: nn.Module, weights: list[float]) -> None:
    for weight in weights:
        error = criterion(model(rows), rows)
        loss = error
        if weight:
            loss += weight  # finding: changes `error` too
        else:
            continue
        loss.backward()
        print(error)


def series(matrix: torch.Tensor, vector: torch.Tensor, terms: int) -> torch.Tensor:
    term = vector.clone()
    total = term
    for _ in range(terms):
        term -= matrix @ term  # finding: changes `total` too
        term = term.clone()
        total = total + term
    return total
