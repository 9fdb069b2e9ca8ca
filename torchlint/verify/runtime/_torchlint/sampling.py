"""At which of many visits, steps or backwards there is a closer look: 1, 2, 3, 4, 8, 16, ..."""

from __future__ import annotations


def look_after(count: int) -> int:
    """The number of the next one to look at, after a look at this one."""
    return count + 1 if count < 4 else count * 2


class Sampled:
    """Counts, and tells which of the counted are worth a closer look: 1, 2, 3, 4, 8, 16, ..."""

    def __init__(self) -> None:
        self.count = 0
        self.next = 1

    def is_due(self) -> bool:
        """Count one more; whether it is one to look at."""
        self.count += 1
        if self.count < self.next:
            return False
        self.next = look_after(self.count)
        return True
