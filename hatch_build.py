"""The build hook: a wheel carries the web app and the libraries of all games, made from the sources beside it."""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB_DIST = Path("src", "hatbox", "web_dist")
LIBRARIES = Path("src", "hatbox", "libraries")
TAGS = {  # of the machines that hatbox compile knows; one library serves every C library of Linux
    "linux-x86_64": "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
    "linux-aarch64": "manylinux_2_17_aarch64.musllinux_1_1_aarch64",
    "darwin-arm64": "macosx_11_0_arm64",
    "darwin-x86_64": "macosx_10_15_x86_64",
    "win32-x86_64": "win_amd64",
}
ANY = "any"
RUN = "import sys; from hatbox.cli.main import main; sys.exit(main(sys.argv[1:]))"


class Wheel(BuildHookInterface):  # type: ignore[type-arg]
    """Builds `web/` and the libraries before the wheel is packed; an editable install leaves that to make.

    HATBOX_MACHINE names the machine that the wheel is for, such as linux-aarch64; without it, it is this one. A wheel
    for `any` has no libraries: where it is installed, hatbox[compile] compiles the rules.
    """

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
        machine = os.environ.get("HATBOX_MACHINE") or this_machine()
        if machine != ANY:
            self._add_libraries(machine, build_data)

    def _add_libraries(self, machine: str, build_data: dict[str, Any]) -> None:
        """Compile what is missing or old, and say which machines the wheel is for."""
        if machine not in TAGS:
            raise RuntimeError(f"There are wheels for {', '.join(TAGS)} and {ANY}, not for {machine}.")
        if self._hatbox("compile", "--for", machine):
            raise RuntimeError(
                "Build without isolation where hatbox[compile] is installed, or set HATBOX_MACHINE=any."
            )
        build_data["artifacts"].append(f"{LIBRARIES.as_posix()}/*.{machine}.*")
        build_data["pure_python"], build_data["tag"] = False, f"py3-none-{TAGS[machine]}"

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
        if self._hatbox("wasm", "web/src/generated"):
            raise RuntimeError("Run `make web` first, or build without isolation where Hatbox is installed.")

    def _hatbox(self, *command: str) -> int:
        """Run a command of the sources beside; gives its exit code."""
        here = os.environ | {
            "PYTHONPATH": os.pathsep.join(filter(None, ("src", os.environ.get("PYTHONPATH"))))
        }
        return subprocess.run(
            [sys.executable, "-c", RUN, *command], env=here, cwd=self.root, check=False
        ).returncode


def this_machine() -> str:
    """The name of this machine, as hatbox compile has it."""
    return f"{sys.platform}-{platform.machine().lower().replace('amd64', 'x86_64')}"
