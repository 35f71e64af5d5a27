"""The build hook: a wheel carries the web app, built from exactly the sources beside it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB_DIST = Path("src", "hatbox", "web_dist")


class WebApp(BuildHookInterface):  # type: ignore[type-arg]
    """Builds `web/` before the wheel is packed; an editable install leaves that to make."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """A stale app never ships: without a fresh one and without node the build fails."""
        if version == "editable":
            return
        root = Path(self.root)
        if (root / "web").exists():
            self._build(root / "web")
        elif not (root / WEB_DIST / "index.html").exists():
            raise RuntimeError("There is neither web/ nor a built web app.")
        build_data["artifacts"].append(f"{WEB_DIST.as_posix()}/**")

    def _build(self, web: Path) -> None:
        """Install what the lock says and build, unless the stamp says that nothing changed."""
        npm, node = shutil.which("npm"), shutil.which("node")
        if npm is None or node is None:
            raise RuntimeError("Building the wheel needs node 20 or newer for the web app.")
        fresh = subprocess.run([node, "scripts/stamp.mjs", "--check"], cwd=web, check=False)
        if fresh.returncode == 0:
            return
        if not (web / "node_modules").exists():
            subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=web, check=True)
        self._compile_rules()
        subprocess.run([npm, "run", "build"], cwd=web, check=True)

    def _compile_rules(self) -> None:
        """The app carries the rules as WebAssembly; making them needs what Hatbox itself needs to run."""
        hatbox = "import sys; from hatbox.cli.main import main; sys.exit(main(sys.argv[1:]))"
        command = [sys.executable, "-c", hatbox, "wasm", "web/src/generated"]
        found = subprocess.run(command, env=os.environ | {"PYTHONPATH": "src"}, cwd=self.root, check=False)
        if found.returncode:
            raise RuntimeError("Run `make web` first, or build without isolation where Hatbox is installed.")
