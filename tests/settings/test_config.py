"""Settings: where they come from, which win, and what is said about those that make no sense."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from torchlint.rule import Rule
from torchlint.settings.config import ConfigError, Configs, Layer, Settings, inline_layer, merge, read_layers
from torchlint.settings.patterns import Patterns
from torchlint.settings.selection import Selector, refuse_unknown
from torchlint.settings.toml_text import Places, TomlError, parse
from torchlint.version import __version__

ROOT = os.path.abspath(os.sep)


@pytest.fixture(autouse=True)
def _away_from_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))


def rule(name: str, group: str = "memory", *, default: bool = True, preview: bool = False) -> Rule:
    return Rule(lambda file: iter(()), "What it finds.", group, "warning", default=default, preview=preview, name=name)


def said(name: str, severity: str = "warning") -> Rule:
    return Rule(None, "What it says.", "torchlint", "error" if severity == "error" else "warning", name=name)


CATALOG: Mapping[str, Rule] = {
    each.name: each
    for each in (
        rule("graph-kept"),
        rule("hook-kept"),
        rule("slow-loop", "speed"),
        rule("new-idea", "speed", preview=True),
        rule("opinion", "speed", default=False),
        said("parse-failure", "error"),
        said("useless-comment"),
    )
}
DEFAULT = "graph-kept hook-kept slow-loop parse-failure useless-comment"


def layer(**values: object) -> Layer:
    return Layer("a file", ROOT, {key.replace("_", "-"): value for key, value in values.items()})


def on(*layers: Layer, path: str = "/a.py") -> str:
    return " ".join(rule.name for rule in Selector(merge(layers), CATALOG).rules_for(path))


def error_of(text: str, name: str = "torchlint.toml") -> str:
    Path(name).write_text(text)
    with pytest.raises(ConfigError) as caught:
        refuse_unknown(merge(read_layers(os.path.abspath(name))), CATALOG)
    return str(caught.value)


def test_the_default_set() -> None:
    assert on() == DEFAULT
    assert on(layer(preview=True)) == "graph-kept hook-kept slow-loop new-idea parse-failure useless-comment"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"select": ["graph-kept"]}, "graph-kept parse-failure"),
        ({"select": ["speed"]}, "slow-loop opinion parse-failure"),
        ({"select": ["speed"], "preview": True}, "slow-loop new-idea opinion parse-failure"),
        ({"select": ["new-idea"]}, "new-idea parse-failure"),
        ({"select": ["ALL"]}, "graph-kept hook-kept slow-loop opinion parse-failure useless-comment"),
        ({"select": ["torchlint"]}, "parse-failure useless-comment"),
        ({"extend-select": ["opinion"]}, "graph-kept hook-kept slow-loop opinion parse-failure useless-comment"),
        ({"ignore": ["memory"]}, "slow-loop parse-failure useless-comment"),
        ({"ignore": ["ALL"]}, "parse-failure"),
        ({"ignore": ["torchlint"]}, "graph-kept hook-kept slow-loop parse-failure"),
        ({"ignore": ["parse-failure"]}, "graph-kept hook-kept slow-loop useless-comment"),
        ({"select": ["memory"], "ignore": ["hook-kept"]}, "graph-kept parse-failure"),
        ({"select": ["hook-kept"], "ignore": ["memory"]}, "hook-kept parse-failure"),
        ({"select": ["hook-kept"], "ignore": ["hook-kept"]}, "parse-failure"),
        ({"select": ["memory"], "ignore": ["ALL"]}, "graph-kept hook-kept parse-failure"),
    ],
)
def test_what_one_place_selects_and_ignores(given: dict[str, object], expected: str) -> None:
    assert on(Layer("a file", ROOT, given)) == expected


@pytest.mark.parametrize(
    ("below", "above", "expected"),
    [
        ({"select": ["speed"]}, {"select": ["memory"]}, "graph-kept hook-kept parse-failure"),
        ({"extend-select": ["opinion"]}, {"select": ["memory"]}, "graph-kept hook-kept parse-failure"),
        ({"ignore": ["hook-kept"]}, {"select": ["memory"]}, "graph-kept parse-failure"),
        ({"ignore": ["hook-kept"]}, {"select": ["hook-kept"]}, "hook-kept parse-failure"),
        ({"ignore": ["memory"]}, {"select": ["memory"]}, "graph-kept hook-kept parse-failure"),
        ({"select": ["hook-kept", "slow-loop"]}, {"ignore": ["memory"]}, "slow-loop parse-failure"),
        ({"ignore": ["slow-loop"]}, {"ignore": ["memory"]}, "parse-failure useless-comment"),
        ({"select": ["slow-loop"]}, {"extend-select": ["graph-kept"]}, "graph-kept slow-loop parse-failure"),
    ],
)
def test_what_the_command_line_makes_of_a_file(
    below: dict[str, object], above: dict[str, object], expected: str
) -> None:
    assert on(Layer("a file", ROOT, below), Layer("command line", ROOT, above)) == expected


def test_rules_are_off_per_file() -> None:
    settings = Layer(
        "a file", "/project", {"per-file-ignores": {"tests/**": ["memory"], "*_gen.py": ["ALL"], "!src/": ["speed"]}}
    )
    assert on(settings, path="/project/src/a.py") == DEFAULT
    assert on(settings, path="/project/a.py") == "graph-kept hook-kept parse-failure useless-comment"
    assert on(settings, path="/project/tests/deep/a.py") == "parse-failure useless-comment"
    assert on(settings, path="/project/src/x_gen.py") == "parse-failure"


def test_per_file_ignores_of_all_layers_hold() -> None:
    layers = layer(per_file_ignores={"a.py": ["memory"]}), layer(per_file_ignores={"a.py": ["speed"]})
    assert on(*layers) == "parse-failure useless-comment"


def test_fixes_can_be_barred() -> None:
    def fixable(**given: object) -> list[str]:
        selector = Selector(merge([Layer("a file", ROOT, given)]), CATALOG)
        return [name for name in ("graph-kept", "hook-kept", "slow-loop") if selector.fixable(name)]

    assert fixable() == ["graph-kept", "hook-kept", "slow-loop"]
    assert fixable(unfixable=["memory"]) == ["slow-loop"]
    assert fixable(fixable=["memory"], unfixable=["hook-kept"]) == ["graph-kept"]


def test_the_closest_file_holds_alone(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "torchlint.toml").write_text('fail-on = "error"\npreview = true\n')
    (tmp_path / "a" / "pyproject.toml").write_text('[tool.torchlint]\nfail-on = "info"\n')
    (inner / "pyproject.toml").write_text("[tool.other]\nname = 'no torchlint table'\n")
    configs = Configs()
    assert configs.of_file(str(tmp_path / "x.py")).preview
    settings = configs.of_file(str(inner / "x.py"))
    assert (settings.fail_on, settings.preview) == ("info", False)
    assert settings.origins == {"fail-on": (os.path.join("a", "pyproject.toml"),)}


@pytest.mark.parametrize("name", ["torchlint.toml", ".torchlint.toml"])
def test_a_file_of_our_own_goes_before_pyproject(name: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.torchlint]\npreview = false\n")
    (tmp_path / name).write_text("preview = true\n")
    assert Configs().of_folder(str(tmp_path)).preview


def test_a_pyproject_of_others_is_not_even_parsed(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("{{ a template }}\n")
    assert Configs().of_folder(str(tmp_path)) == Settings()


def test_the_users_own_file_comes_last(tmp_path: Path) -> None:
    (tmp_path / "home" / "torchlint").mkdir(parents=True)
    (tmp_path / "home" / "torchlint" / "torchlint.toml").write_text('extend-exclude = ["out"]\n')
    assert Configs().of_folder(ROOT).exclude[1:] == (Patterns(str(tmp_path), ("out",)),)
    assert len(Configs(isolated=True).of_folder(ROOT).exclude) == 1
    (tmp_path / "torchlint.toml").write_text("preview = true\n")
    assert len(Configs().of_folder(str(tmp_path)).exclude) == 1


def test_options_go_before_files() -> None:
    Path("torchlint.toml").write_text('fail-on = "error"\npreview = true\nignore = ["slow-loop"]\n')
    options = [inline_layer("preview = false"), Layer("command line", os.getcwd(), {"ignore": ["memory"]})]
    settings = Configs(options).of_folder(os.getcwd())
    assert (settings.fail_on, settings.preview) == ("error", False)
    assert settings.origins["preview"] == ("--config",)
    assert settings.origins["ignore"] == ("torchlint.toml", "command line")


def test_one_file_for_everything(tmp_path: Path) -> None:
    (tmp_path / "torchlint.toml").write_text("preview = true\n")
    (tmp_path / "other.toml").write_text('fail-on = "never"\n')
    settings = Configs(file="other.toml").of_folder(str(tmp_path))
    assert (settings.fail_on, settings.preview) == ("never", False)
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    with pytest.raises(ConfigError, match=r"^pyproject.toml: it has no table \[tool.torchlint\]$"):
        Configs(file="pyproject.toml")
    with pytest.raises(ConfigError, match=r"^nowhere.toml: No such file"):
        Configs(file="nowhere.toml")


def test_a_file_extends_another(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "base.toml").write_text(
        'preview = true\nfail-on = "error"\nexclude = ["gen"]\npacks = ["rules"]\n'
        '[per-file-ignores]\n"x/a.py" = ["memory"]\n'
    )
    (tmp_path / "torchlint.toml").write_text(
        'extend = "shared/base.toml"\nfail-on = "info"\n[per-file-ignores]\n"a.py" = ["speed"]\n'
    )
    settings = Configs(trust_packs=True).of_folder(str(tmp_path))
    assert (settings.preview, settings.fail_on) == (True, "info")
    assert settings.packs == (str(tmp_path / "shared" / "rules"),)
    # What a file says about paths is meant from where that file is.
    assert settings.exclude == (Patterns(str(tmp_path / "shared"), ("gen",)),)
    rules_for = Selector(settings, CATALOG).rules_for
    assert len(rules_for(str(tmp_path / "x" / "a.py"))) == len(rules_for(str(tmp_path / "shared" / "x" / "a.py"))) + 2


def test_extending_in_a_circle_or_nothing_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text('extend = "torchlint.toml"\n')
    assert error_of('extend = "other.toml"').startswith("other.toml:1:1: 'extend' is circular: it leads back to ")
    assert error_of('\nextend = "no.toml"').startswith("torchlint.toml:2:1: there is no file ")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    assert "no table [tool.torchlint]" in error_of('extend = "pyproject.toml"')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\nselct = []", "2:1: unknown key 'selct' (did you mean 'select'?)"),
        ("per_file_ignores = {}", "1:1: unknown key 'per_file_ignores' (did you mean 'per-file-ignores'?)"),
        ("zzz = 1", "1:1: unknown key 'zzz'"),
        ("[tool.torchlint]\n", "1:2: unknown key 'tool': in this file, write the keys at the top level, without"),
        ("select = 'a'", "1:1: 'select' must be a list of strings"),
        ("ignore = [1]", "1:1: 'ignore' must be a list of strings"),
        ("preview = 1", "1:1: 'preview' must be true or false"),
        ("fail-on = 'warn'", "1:1: 'fail-on' must be one of error, warning, info, never (did you mean 'warning'?)"),
        ("fail-on = 1", "1:1: 'fail-on' must be a string"),
        ("extend = []", "1:1: 'extend' must be a string"),
        ("exclude = ['a', '!']", "1:17: 'exclude' has an invalid pattern"),
        ("exclude = ['']", "1:12: 'exclude' has an invalid pattern: an empty pattern"),
        ("per-file-ignores = []", "1:1: 'per-file-ignores' must be a table"),
        ("per-file-ignores = {'a' = 'b'}", "1:21: 'a' in 'per-file-ignores' must be a list of strings"),
        ("select = [\n  'ALL',\n  'grph-kept',\n]", "3:3: unknown rule 'grph-kept' (did you mean 'graph-kept'?)"),
        ("ignore = ['Hook_Kept']", "1:11: unknown rule 'Hook_Kept' (did you mean 'hook-kept'?)"),
        ("[per-file-ignores]\n'a' = ['memory', 'sped']", "2:18: unknown rule 'sped' (did you mean 'speed'?)"),
        ("a = ", "1:5: invalid value"),
        ("x = 1\n" + "a." * 20_000 + "a = 1", "2:1: a key with more than 50 parts"),
        ("required-version = '>=" + "9" * 5_000 + "'", "1:"),
        ("select = [\n", "2:1: "),
        ("required-version = '>=99'", f"1:1: torchlint >=99 is required, but this is torchlint {__version__}"),
        ("required-version = 'new'", "1:1: 'required-version' must be a version or a range"),
        ("required-version = '>=0.1,'", "1:1: 'required-version' must be a version or a range"),
        ("torch-version = '>=2.1 <2.4'", "1:1: 'torch-version' must be a version or a range"),
        ("x = " + "[" * 5000, "1:1: nested too deeply"),
    ],
)
def test_mistakes_are_pointed_at(text: str, message: str) -> None:
    assert error_of(text).startswith(f"torchlint.toml:{message}")


def test_mistakes_in_pyproject_are_pointed_at() -> None:
    text = "[project]\nname = 'x'\n\n[tool.torchlint]\nselect = ['ALL']\npreveiw = true\n"
    assert error_of(text, "pyproject.toml") == "pyproject.toml:6:1: unknown key 'preveiw' (did you mean 'preview'?)"
    assert error_of("[tool]\ntorchlint = 1", "pyproject.toml") == "pyproject.toml:2:1: 'torchlint' must be a table"


def test_other_encodings_are_refused() -> None:
    Path("torchlint.toml").write_bytes(b"preview = true # \xff")
    with pytest.raises(ConfigError, match=r"^torchlint.toml:1:1: not valid UTF-8"):
        Configs().of_folder(os.getcwd())


def test_a_byte_order_mark_is_fine() -> None:
    Path("torchlint.toml").write_bytes(b"\xef\xbb\xbfpreview = true\r\n")
    assert Configs().of_folder(os.getcwd()).preview


@pytest.mark.parametrize(
    "wanted", ["0.1.0", "==0.1", ">=0.1,<0.2", "~=0.1.0", "!=0.2", "<=0.1.0", ">0.0.9", "0.1.*", "!=0.2.*", "<0.2rc1"]
)
def test_the_version_that_is_required(wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torchlint.version.__version__", "0.1.0")
    assert inline_layer(f"required-version = '{wanted}'").values["required-version"] == wanted
    monkeypatch.setattr("torchlint.version.__version__", "0.2.0" if wanted != ">0.0.9" else "0.0.9")
    with pytest.raises(ConfigError, match="is required"):
        inline_layer(f"required-version = '{wanted}'")


def test_a_version_before_the_release_counts_as_pep_440_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torchlint.version.__version__", "0.2.0rc1")
    assert inline_layer("required-version = '>=0.1'").values
    with pytest.raises(ConfigError, match="is required"):
        inline_layer("required-version = '>=0.2'")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("preview", "--config:1:8: expected '='"),
        ("", "--config: '' is neither an existing TOML file nor a setting"),
        ("prview = true", "--config:1:1: unknown key 'prview' (did you mean 'preview'?)"),
        ("extend = 'a.toml'", "--config:1:1: 'extend' only works in a file"),
    ],
)
def test_one_setting_on_the_command_line_can_be_wrong_too(text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        inline_layer(text)
    assert str(caught.value).startswith(message)


def test_another_tools_id_is_recognised() -> None:
    catalog = {"graph-kept": Rule(None, "x", "memory", "error", name="graph-kept", replaces=("TOR102", "S6985"))}
    with pytest.raises(ConfigError, match=r"^--select: unknown rule 'tor102' \(torchlint calls it 'graph-kept'\)$"):
        refuse_unknown(merge([Layer("command line", ROOT, {"select": ["tor102"]})]), catalog)


def test_every_key_and_string_of_toml_has_a_place() -> None:
    text = """\
a = 1
[tool.x]  # [no.header]
select = [
  "x", # "y"
  'z',
]
"quoted" = \"\"\"a
[b]
\"\"\"
nested = { "k/**" = ["E"], b = {c = "d"} }
dotted.y."z w" = [{k = 1}, {k = 2}]
[[list]]
empty = {}
last = 'it\\'
"""
    values, places = parse(text), Places(text)
    assert values["list"] == [{"empty": {}, "last": "it\\"}]
    lines = text.split("\n")

    def at(*path: str) -> str:
        row, column = places.find(path)
        return lines[row - 1][column - 1 :]

    assert at("a") == "a = 1"
    assert at("tool", "x", "select", "z") == "'z',"
    assert at("tool", "x", "select", "y") == "select = ["
    assert at("tool", "x", "quoted").startswith('"quoted"')
    assert at("tool", "x", "nested", "k/**", "E").startswith('"E"]')
    assert at("tool", "x", "nested", "b", "c").startswith('c = "d"')
    assert at("tool", "x", "dotted", "y", "z w", "k").startswith("k = 1")
    assert at("list", "0", "last") == "last = 'it\\'"
    assert at("list", "0", "empty") == "empty = {}"
    assert places.find(("nowhere",)) == (1, 1)


def test_where_toml_ends_to_be_toml() -> None:
    with pytest.raises(TomlError) as caught:
        parse('a = 1\nb = "\\q"\n')
    assert (caught.value.row, caught.value.column > 4) == (2, True)
