"""`hatbox new-game`: a folder with the functions of a game, ready for its rules."""

import re
from pathlib import Path
from string import Template

from hatbox.errors import HatboxError
from hatbox.game import slugs

TEMPLATES = Path(__file__).parent / "scaffold_files"


def write(name: str, into: Path) -> str:
    """Write the scaffold of a game; returns a sentence that says what to do next."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,30}", name):
        raise HatboxError(f"A game's name has 2 to 31 lower-case letters, digits and _, not {name!r}.")
    if name in slugs():
        raise HatboxError(f"There is already a game {name!r}; the games are {', '.join(slugs())}.")
    folder = into / name
    if folder.exists():
        raise HatboxError(f"{folder} already exists; choose another name or folder.")
    folder.mkdir(parents=True)
    title = name.replace("_", " ").title()
    for template in sorted(TEMPLATES.glob("*.txt")):
        text = Template(template.read_text("utf-8")).substitute(slug=name, title=title)
        elsewhere = {
            "test": into / f"test_{name}.py",
            "pyproject": into / "pyproject.toml",
            "page": folder / "rules.md",
        }
        file = elsewhere.get(template.stem, folder / f"{template.stem}.py")
        if not file.exists():  # a project may hold several games
            file.write_text(text, "utf-8")
    test = into / f"test_{name}.py"
    return f"{folder} is ready. Fill in state.py and rules.py, then run `pytest {test}` and `pip install -e {into}`."
