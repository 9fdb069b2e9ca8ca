"""Which PyTorch a project is for: what its requirements say, what its configuration says, and which files count."""

from __future__ import annotations

from pathlib import Path

import pytest

from torchlint.project.requirements import NEWEST, Supported, goes_with_torchvision, required, required_of, supported
from torchlint.queries import File
from torchlint.runner.projects import Projects
from torchlint.settings.config import ConfigError, Configs, inline_layer

AFTER = (NEWEST[0], NEWEST[1] + 1)


@pytest.mark.parametrize(
    ("specifier", "oldest", "before"),
    [
        (">=1.7", (1, 7), AFTER),
        (">=1.7,<2.4", (1, 7), (2, 4)),
        ("==1.7.1", (1, 7), (1, 8)),
        ("1.0.1.post2", (1, 0), (1, 1)),
        ("==2.1.*", (2, 1), (2, 2)),
        ("2", (2, 0), (3, 0)),
        ("~=2.1", (2, 1), (3, 0)),
        ("~=2.1.0", (2, 1), (2, 2)),
        ("^2.0", (2, 0), (3, 0)),
        ("<=2.3", (2, 3), (2, 4)),
        ("<2", (1, 13), (2, 0)),
        ("<2.4.1", (2, 4), (2, 5)),
        (">=2.2, !=2.4.0", (2, 2), AFTER),
        ("==2", (2, 0), (2, 1)),
        ("==2.*", (2, 0), (3, 0)),
        ("<2.4.0a0", (2, 3), (2, 4)),
        ("==2.1.0+cu118", (2, 1), (2, 2)),
        ("^0.4", (0, 4), (0, 5)),
        ("1.12=py37_cu113", (1, 12), (1, 13)),
        (">=1.8.0rc1", (1, 8), AFTER),
    ],
)
def test_a_specifier(specifier: str, oldest: tuple[int, int], before: tuple[int, int]) -> None:
    assert supported(specifier) == Supported(oldest, before)


def test_what_it_admits() -> None:
    found = Supported((1, 7), (2, 4))
    assert found.reaches((2, 3))
    assert not found.reaches((2, 4))
    assert found.begins_before((1, 8))
    assert not found.begins_before((1, 7))
    assert supported("") is None


@pytest.mark.parametrize(
    "text",
    [
        'dependencies = [\n    "numpy",\n    "torch>=1.7,<2.4",\n]\n',
        '[tool.poetry.dependencies]\ntorchvision = "0.9"\ntorch = ">=1.7,<2.4"\n',
        '[tool.poetry.dependencies]\ntorch = {version = ">=1.7,<2.4", source = "cpu"}\n',
        "install_requires=['torchvision>=0.5', 'torch >= 1.7, <2.4; python_version > \"3\"']",
        "install_requires =\n    torchmetrics>=1.0.0\n    torch>=1.7,<2.4\n",
        "torch_geometric==2.0\n# torch==9.9\ntorch[opt]>=1.7,<2.4  # for amp\n",
        "dependencies:\n  - python=3.9\n  - pytorch::pytorch>=1.7,<2.4\n",
        "dependencies:\n  - pip:\n      - torch>=1.7,<2.4\n",
        '[packages]\ntorchvision = "*"\ntorch = ">=1.7,<2.4"\n',
    ],
)
def test_a_file_of_requirements(text: str) -> None:
    assert required(text) == Supported((1, 7), (2, 4))


@pytest.mark.parametrize(
    "text",
    [
        "pytorch=0.4.0=py35_cpu_1",
        "# platform: win-64\npytorch-cpu=0.4.0=py35_cpu_1\ntorchvision-cpu=0.5.0=py35_1\n",
        "dependencies:\n  - pytorch-gpu=0.4\n",
    ],
)
def test_what_conda_writes(text: str) -> None:
    assert required(text) == Supported((0, 4), (0, 5))


@pytest.mark.parametrize(
    "text",
    [
        '[packages]\ntorch = {file = "https://example.org/whl/cu91/torch-1.1.0-cp36-cp36m-linux_x86_64.whl"}\n',
        "torch @ https://example.org/whl/torch-1.1.0%2Bcpu-cp37-cp37m-linux_x86_64.whl\n",
        '[packages]\ntorch = "==1.1.0"\n',
    ],
)
def test_a_wheel_and_a_pipfile(text: str) -> None:
    assert required(text) == Supported((1, 1), (1, 2))


def test_a_link_to_a_wheel_requires_nothing() -> None:
    links = 'dependency_links = [\n    "https://example.org/torch-1.7.0%2Bcpu-cp36-cp36m-linux_x86_64.whl"\n]\n'
    assert required(links) is None
    assert required(f'{links}install_requires=["torch>=2.1"]\n') == required("torch>=2.1\n")


def test_other_wheels_say_nothing_of_it() -> None:
    assert (
        required("https://example.org/extra-torch-1.1.0-py3-none-any.whl\nhttps://example.org/torch-1.1.0.zip") is None
    )


@pytest.mark.parametrize(
    "text", ["torch\ntorchvision==0.9\n", "torch-geometric==2.0", "'pytorch', '1.0'", "cuda", "pytorch-cuda=11.8"]
)
def test_what_says_nothing_of_it(text: str) -> None:
    assert required(text) is None


@pytest.mark.parametrize(
    ("pin", "oldest", "before"),
    [
        ("==0.2.1", (0, 4), (1, 1)),
        ("-cpu=0.3.0=py36", (1, 1), (1, 2)),
        ("==0.4.0", (1, 2), (1, 4)),
        (">=0.9, <0.12", (1, 8), (1, 11)),
        ("==0.14.1+cu117", (1, 13), (2, 0)),
        ("==0.15.2", (2, 0), (2, 1)),
        ("~=0.21.0", (2, 6), (2, 7)),
    ],
)
def test_a_torchvision_goes_with_a_torch(pin: str, oldest: tuple[int, int], before: tuple[int, int]) -> None:
    assert goes_with_torchvision(f"torch\ntorchvision{pin}\n") == Supported(oldest, before)


@pytest.mark.parametrize("pin", ["", ">=0.9", "==1.0", "<1", "==0.1.8", "-extra==0.9"])
def test_a_torchvision_that_tells_no_torch(pin: str) -> None:
    assert goes_with_torchvision(f"torchvision{pin}\n") is None


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_the_nearest_requirements_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    write(tmp_path / "pyproject.toml", '[project]\ndependencies = ["torch>=2.1"]\n')
    write(tmp_path / "old" / "requirements.txt", "torch==1.4.0\n")
    write(tmp_path / "free" / "requirements.txt", "torch\n")
    write(tmp_path / "beside" / "pyproject.toml", '[project]\ndependencies = ["torchvision==0.9.1"]\n')
    write(tmp_path / "both" / "setup.cfg", "torchvision==0.9.1\n")
    write(tmp_path / "both" / "requirements.txt", "torch==1.4.0\n")

    def torch_of(path: str, *options: str) -> Supported:
        place = write(tmp_path / path, "import torch\n")
        around = Projects(Configs([inline_layer(option) for option in options])).around(str(place))
        return File(str(place), "import torch\n", around).torch

    assert torch_of("train.py") == Supported((2, 1), AFTER)
    assert torch_of("beside/train.py") == Supported((1, 8), (1, 9))
    assert torch_of("both/train.py") == Supported((1, 4), (1, 5))
    assert torch_of("free/deep/train.py") == Supported((2, 1), AFTER)
    assert torch_of("old/deep/train.py") == Supported((1, 4), (1, 5))
    assert torch_of("old/train.py", "torch-version = '2.6'") == Supported((2, 6), (2, 7))
    assert torch_of("old/train.py", "torch-version = ''") == Supported((1, 4), (1, 5))
    write(tmp_path / "old" / "torchlint.toml", 'torch-version = "<2"\n')
    assert torch_of("old/deep/train.py") == Supported((1, 13), (2, 0))
    assert File("train.py", "import torch\n").torch == Supported(NEWEST, AFTER)


@pytest.mark.parametrize(
    "path",
    [
        "envs/requirements.txt",
        "requirements-gpu.txt",
        "docker/cuda/base_requirements.txt",
        "env/main.txt",
        "requirements/train.in",
        "tools/Pipfile",
        "conda_gpu.yml",
        "speech_env.yml",
        "env.cpu.yml",
    ],
)
def test_requirements_that_stand_beside_the_code_hold(path: str, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path / path, "torch\n")
    code = write(tmp_path / "package" / "model.py", "import torch\n")
    assert Projects(Configs()).around(str(code)).torch(str(code)) == Supported(NEWEST, AFTER)
    write(tmp_path / path, "torch==1.8.1\n" if not path.endswith("Pipfile") else 'torch = "==1.8.1"\n')
    assert Projects(Configs()).around(str(code)).torch(str(code)) == Supported((1, 8), (1, 9))


@pytest.mark.parametrize(
    "path",
    [
        "docs/requirements.txt",
        "tests/requirements.txt",
        "third_party/part/requirements.txt",
        "data/notes.txt",
        "envs/results.json",
        "env/deep/words.txt",
    ],
)
def test_what_others_need_does_not_hold(path: str, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path / path, "torch==1.8.1\n")
    code = write(tmp_path / "package" / "model.py", "import torch\n")
    assert Projects(Configs()).around(str(code)).torch(str(code)) == Supported(NEWEST, AFTER)


def test_all_that_any_of_them_admits_holds_where_none_is_above(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path / "envs" / "old.txt", "torch==1.8.1\n")
    write(tmp_path / "envs" / "new.yml", "dependencies:\n  - pytorch=2.1\n")
    write(tmp_path / "envs" / "list.txt", "torch==0.4\n" + "#" * 200_000)
    write(tmp_path / "near" / "requirements.txt", "torch==2.3.1\n")
    code, near = (write(tmp_path / folder / "model.py", "import torch\n") for folder in ("package", "near"))
    around = Projects(Configs()).around(str(code))
    assert around.torch(str(code)) == Supported((1, 8), (2, 4))
    assert around.torch(str(near)) == Supported((2, 3), (2, 4))


def test_a_version_that_is_none_is_refused() -> None:
    with pytest.raises(ConfigError, match="'torch-version' must be a version or a range"):
        inline_layer("torch-version = 'newest'")


@pytest.mark.parametrize(
    "text", ["torch>=" + "9" * 5000, "torch>=1." + "9" * 5000, "torch==2.3." + "1" * 5000, "torch[" * 50_000]
)
def test_hostile_requirements_say_nothing(text: str) -> None:
    assert required(text) in (None, required("torch>=1"), required("torch==2.3"))


@pytest.mark.parametrize(
    ("text", "oldest", "before"),
    [
        ('requires-python = ">=3.7,<3.9"', (3, 7), (3, 9)),
        ('setup(\n    python_requires=">=3.6",\n)', (3, 6), (3, 12)),
        ("[options]\npython_requires = >=3.6, <3.9\n", (3, 8), (3, 9)),
        ("dependencies:\n  - python=3.7\n", (3, 7), (3, 8)),
    ],
)
def test_the_python_of_a_project(text: str, oldest: tuple[int, int], before: tuple[int, int]) -> None:
    assert required_of(text, "python", (3, 11)) == Supported(oldest, before)


def test_packages_with_python_in_their_names() -> None:
    assert required_of("python-dateutil==2.8\nopencv-python==4.5\n", "python", (3, 11)) is None
