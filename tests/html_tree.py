"""HTML as a tree of elements, for tests that read pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

NO_END = ("meta", "input", "wbr")  # elements that HTML gives no end tag


@dataclass
class Node:
    """An element with its attributes and what is in it."""

    name: str
    attributes: dict[str, str]
    content: list[Node | str] = field(default_factory=list)

    def all(self, name: str, **attributes: str) -> list[Node]:
        """The elements below that have a name, and attributes that hold these words."""
        wanted = {key.rstrip("_").replace("_", "-"): set(words.split()) for key, words in attributes.items()}
        return [
            node
            for node in self.walk()
            if node.name == name
            and all(words <= set(node.attributes.get(key, "").split()) for key, words in wanted.items())
        ]

    def one(self, name: str, **attributes: str) -> Node:
        (found,) = self.all(name, **attributes)
        return found

    def walk(self) -> Iterator[Node]:
        for each in self.content:
            if isinstance(each, Node):
                yield each
                yield from each.walk()

    @property
    def text(self) -> str:
        return "".join(each if isinstance(each, str) else each.text for each in self.content)

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]


class Parser(HTMLParser):
    """Builds the tree, and refuses what is not closed, or closed twice."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Node("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"an attribute twice: {attrs}"
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].content.append(node)
        if tag not in NO_END:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().name == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].content.append(data)


def parsed(html: str) -> Node:
    parser = Parser()
    parser.feed(html)
    parser.close()
    (document,) = parser.open
    return document
