"""What `make docs` does beyond MkDocs: pages of the repository's root, and links to files that are no pages."""

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
ALSO = {"CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md", "CHANGELOG.md": "changelog.md"}
FOREIGN = re.compile(r"<script src=\"?https://unpkg\.com/iframe-worker/shim\"?></script>")
LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")

TYPE = re.compile(r"\| (u?int\d+(?:\[\d+\])+) \|")  # `int8[4][10]` would be read as a link


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Take the pages in that live beside the sources."""
    for name, page in ALSO.items():
        text = (ROOT / name).read_text("utf-8").replace("](docs/", "](")
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links to pages of the site, and show other files of the repository by their names."""
    here = Path(config.docs_dir, page.file.src_uri).parent

    def led(found: re.Match[str]) -> str:
        text, target, anchor = found[1], found[2], found[3] or ""
        if "://" in target or target.startswith("mailto:"):
            return found[0]
        file = (here / target).resolve()
        if file.is_relative_to(config.docs_dir):
            return found[0]
        if file.name in ALSO and file.parent == ROOT:
            up = "../" * page.file.src_uri.count("/")
            return f"[{text}]({up}{ALSO[file.name]}{anchor})"
        return text

    return TYPE.sub(r"| `\1` |", LINK.sub(led, markdown))


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """The theme would load a script from elsewhere to search pages that are opened from a disk."""
    up = "../" * page.file.src_uri.count("/")
    return FOREIGN.sub(f'<script src="{up}assets/search_from_disk.js"></script>', output)


def on_post_build(config: MkDocsConfig, **_: Any) -> None:
    """The page for missing addresses has absolute links, which lead nowhere in a sub-folder."""
    Path(config.site_dir, "404.html").unlink(missing_ok=True)
