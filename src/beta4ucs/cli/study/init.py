"""The command `study init`: the beginning of a study of one's own."""

from pathlib import Path

from beta4ucs.cli.option_groups import argument
from beta4ucs.errors import InputError

START = "start.toml"


def init(*, file: Path = argument("The file to write.", "FILE")) -> int:
    """Write a commented template for your own study."""
    import beta4ucs.study

    file = file.expanduser()
    if file.suffix != ".toml":
        raise InputError(f"a study is a .toml file, got '{file}'; try '{file}.toml'")
    if file.exists():
        raise InputError(f"'{file}' exists; choose another name or remove it")
    file.parent.mkdir(parents=True, exist_ok=True)
    text = Path(beta4ucs.study.__file__).with_name(START).read_text(encoding="utf-8")
    name = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in file.stem)
    file.write_text(text.replace("{file}", str(file)).replace("{name}", name), encoding="utf-8")
    print(f"Written: {file}. Edit it, then: beta4ucs study run {file} --dry-run")
    return 0
