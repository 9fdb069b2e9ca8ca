"""Which PyTorch versions a project supports, according to its requirements."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

Version = tuple[int, int]

NEWEST: Version = (2, 13)  # the one that torchlint's own facts were read from
_LAST_OF = {0: 4, 1: 13}  # the last minor version of each major one that has ended

# Where a project declares its requirements, the clearest first; a folder's files apply to all folders below.
FILES = (
    "pyproject.toml",
    "setup.cfg",
    "setup.py",
    "requirements.txt",
    "environment.yml",
    "environment.yaml",
    "Pipfile",
)
# The names of other requirements files, and the folders that contain them under any name.
_CALLED = re.compile(
    r"(?i)[\w.-]*requirements?[\w.-]*\.(?:txt|in)|(?:[\w.-]*[_.-])?(?:conda|env(?:ironment)?)[\w.-]*\.ya?ml|pipfile"
)
_HOLDING = re.compile(r"(?i)(?:conda|docker|envs?|environments?|requirements?)")
_LISTS = (".txt", ".in", ".yml", ".yaml")
# Files in these folders are not part of the project, or only concern a part of it that few people use.
_OF_OTHERS = frozenset(
    "benchmark benchmarks doc docs example examples external node_modules site-packages submodules test tests"
    " third_party thirdparty vendor".split()
)
# A part of a specifier: a sign, which conda and Poetry may leave out, and the version, as far as it is one.
_PART = re.compile(r"(===?|!=|<=?|>=?|~=?|\^|=)?\s*(v?\d[\w+!]*(?:\.[\w+!]+)*)(\.\*)?")
_LONGEST_VERSION = 50  # characters: more are no release
# `torch>=1.7` in quotes, on a line or in a list of its own; `torch = "^2.0"`; `- pytorch=1.12`, `pytorch-cpu=0.4`.
_REQUIRED = (
    r"""(?:^|["'])[ \t]*(?:-[ \t]*)?(?:[\w-]+::)?NAME(?:-[cg]pu)?(?:\[[^\[\]\n]*\])?[ \t]*(?:=[ \t]*(?=["'{]))?"""
    r"""(?:\{[ \t]*version[ \t]*=[ \t]*)?["'(]?[ \t]*((?:[<>=!~^]+[ \t]*)?v?\d[^"';#\n)]*|[<>=!~^][^"';#\n)]*)"""
)
_TORCH = re.compile(_REQUIRED.replace("NAME", "(?:py)?torch"), re.MULTILINE)
_TORCHVISION = re.compile(_REQUIRED.replace("NAME", "torchvision"), re.MULTILINE)
# `torch = {file = "https://.../torch-1.1.0-cp36-cp36m-linux_x86_64.whl"}`
_WHEEL = re.compile(r"(?<![\w-])torch-(\d{1,5}\.\d{1,5}(?:\.\d{1,5})?)[^/\s\"']*\.whl")
# Other names of what is required: `python_requires=">=3.6"`.
_SPELLED = {"lightning": "(?:pytorch[-_])?lightning", "python": "(?:requires-)?python(?:_requires)?"}
# Where setuptools may find packages: pip has ignored it since 19.0, and it requires nothing.
_LINKS = re.compile(r"\bdependency_links\s*=\s*\[[^\[\]]*\]")


class Supported(NamedTuple):
    """The supported versions, as (major, minor): from `oldest` on, and below `before`."""

    oldest: Version = NEWEST
    before: Version = (NEWEST[0], NEWEST[1] + 1)

    @classmethod
    def only(cls, version: Version) -> Supported:
        """One version alone."""
        return cls(version, (version[0], version[1] + 1))

    def reaches(self, version: Version) -> bool:
        """Whether one of them is this version or newer."""
        return version < self.before

    def begins_before(self, version: Version) -> bool:
        """Whether one of them is older than this version."""
        return self.oldest < version


def supported(specifier: str) -> Supported | None:
    """What `>=1.7,<2.4`, `2.3`, `~=2.1.0` or `^2.0` allows; None if it contains no version."""
    bounds = [_bounds(part) for part in specifier.partition("||")[0].split(",")]
    oldest = max((oldest for oldest, _ in bounds if oldest is not None), default=None)
    before = min((before for _, before in bounds if before is not None), default=None)
    if oldest is None and before is None:
        return None
    return Supported(oldest or _last_before(before or Supported().before), before or Supported().before)


def _bounds(part: str) -> tuple[Version | None, Version | None]:
    """The oldest version that one part of a specifier allows, and the one it ends before; None where it has none."""
    found = _PART.match(part.strip())
    if found is None or found[1] == "!=" or len(found[2]) > _LONGEST_VERSION:
        return None, None
    from packaging.version import InvalidVersion  # only requirements with versions need it
    from packaging.version import Version as Release

    sign, is_prefix = found[1] or "=", found[3] is not None
    try:
        release = Release(found[2])
    except InvalidVersion:
        return None, None
    here, next_major = (release.major, release.minor), (release.major + 1, 0)
    next_minor = (release.major, release.minor + 1)
    if sign in (">", ">="):
        return here, None
    if sign == "<":
        return None, next_minor if release > Release(f"{release.major}.{release.minor}") else here
    if sign == "<=":
        return None, next_minor
    is_major_alone = len(release.release) == 1 and (is_prefix or sign == "=")
    ends_at_major = (sign == "~=" and len(release.release) == 2) or (sign == "^" and release.major > 0)
    return here, next_major if is_major_alone or ends_at_major else next_minor


def _last_before(version: Version) -> Version:
    """The version just before one, which is installed if there is only an upper bound."""
    major, minor = version
    return (major, minor - 1) if minor else (major - 1, _LAST_OF.get(major - 1, NEWEST[1]))


def required(text: str) -> Supported | None:
    """What a requirements file allows for PyTorch; None if it does not say."""
    if "torch" not in text:
        return None
    return _first(_TORCH, text) or _first(_WHEEL, _LINKS.sub("", text))


def says_what_is_needed(path: str) -> bool:
    """Whether a file is a requirements file, by its path relative to the project."""
    *folders, name = path.replace("\\", "/").split("/")
    if not _OF_OTHERS.isdisjoint(folder.lower() for folder in folders):
        return False
    is_listed = bool(folders) and _HOLDING.fullmatch(folders[-1]) is not None and name.endswith(_LISTS)
    return is_listed or _CALLED.fullmatch(name) is not None


def is_about_a_part(folder: str) -> bool:
    """Whether requirements in a folder of this name are for that part only: `docker/`, `docs/`.

    They do not make the folder a project: `docker/requirements.txt`.
    """
    return folder.lower() in _OF_OTHERS or _HOLDING.fullmatch(folder) is not None


def any_of(texts: Iterable[str]) -> Supported | None:
    """The union of the versions that these requirements files allow; None if none says."""
    found = [one for text in texts if (one := required(text) or goes_with_torchvision(text)) is not None]
    return Supported(min(one.oldest for one in found), max(one.before for one in found)) if found else None


def goes_with_torchvision(text: str) -> Supported | None:
    """The PyTorch version that belongs to the pinned torchvision; None if none is pinned."""
    found = _first(_TORCHVISION, text) if "torchvision" in text else None
    if found is None or found.before[0] or found.oldest[1] < 2:
        return None  # without an upper bound, or older than that table
    return Supported(_beside(found.oldest[1])[0], _beside(found.before[1] - 1)[1])


def _beside(minor: int) -> tuple[Version, Version]:
    """The PyTorch version for torchvision 0.`minor`, and the next: https://github.com/pytorch/vision#installation."""
    if minor < 5:
        return {2: ((0, 4), (1, 1)), 3: ((1, 1), (1, 2)), 4: ((1, 2), (1, 4))}[minor]
    return of_release(minor), of_release(minor + 1)


def of_release(minor: int) -> Version:
    """The PyTorch version for torchvision 0.5 and later: each goes with the next one, 0.14 with the last before 2.0."""
    return (1, minor - 1) if minor < 15 else (2, minor - 15)


def required_of(text: str, package: str, newest: Version) -> Supported | None:
    """What a requirements file allows for another package, whose `newest` version is known; None if it does not say."""
    if package not in text:
        return None
    found = _first(_of_package(package), text)
    is_open = found is not None and found.before == Supported().before
    return found._replace(before=(newest[0], newest[1] + 1)) if found is not None and is_open else found


@cache
def _of_package(package: str) -> re.Pattern[str]:
    name = _SPELLED.get(package, re.escape(package))
    return re.compile(_REQUIRED.replace("NAME", name), re.MULTILINE)


def _first(requirement: re.Pattern[str], text: str) -> Supported | None:
    return next((found for match in requirement.finditer(text) if (found := supported(match[1]))), None)
