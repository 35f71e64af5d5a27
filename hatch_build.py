"""The build hook: packages carry the browser app, and wheels the libraries of all games as well."""

import importlib.util
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
NUMBA = ("linux-x86_64", "linux-aarch64", "darwin-arm64", "win32-x86_64")  # it has packages for these
LINKERS = ("cc", "gcc", "clang")
FRESH = ("scripts/stamp.mjs", "--check")
NO_NODE = "The browser app is not built, and node 20 or newer, which builds it, was not found."
INSTEAD = "Install node, or a wheel of Hatbox, which has the app inside."
RUN = "import sys; from hatbox.cli.main import main; sys.exit(main(sys.argv[1:]))"


class Package(BuildHookInterface):  # type: ignore[type-arg]
    """Builds `web/` and the libraries before a package is made; an editable install leaves that to make.

    HATBOX_MACHINE names the machine that a wheel is for, such as linux-aarch64; without it, it is this one. A wheel
    for `any` has no libraries: where it is installed, hatbox[compile] compiles the rules.
    """

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """An isolated build gets what compiles the rules, and what Hatbox itself needs to run."""
        wheel = self.target_name == "wheel" and machine_wanted() != ANY
        if not has_numba() or not (wheel or self._must_build()):
            return []
        return [*self.metadata.core.dependencies, *self.metadata.core.optional_dependencies["compile"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """A stale app never ships: without a fresh one and without node there is no wheel."""
        if version == "editable":
            return
        self._add_app(build_data)
        if self.target_name == "wheel" and machine_wanted() != ANY:
            self._add_libraries(machine_wanted(), build_data)

    def _add_app(self, build_data: dict[str, Any]) -> None:
        """The app as it is in a source package, or built now."""
        if self._must_build():
            if not has_node():
                if self.target_name == "wheel":
                    raise RuntimeError(f"{NO_NODE} {INSTEAD}")
                self.app.display_warning(f"{NO_NODE} This source package will need it where it is installed.")
                return
            self._build()
        build_data["artifacts"].append(f"{WEB_DIST.as_posix()}/**")

    def _must_build(self) -> bool:
        """Whether there is no app, or one older than its sources; a source package never changes."""
        root = Path(self.root)
        if not (root / WEB_DIST / "index.html").exists():
            return True
        if (root / "PKG-INFO").exists() or not (root / "web").exists():
            return False
        return (
            not has_node() or subprocess.run(["node", *FRESH], cwd=root / "web", check=False).returncode != 0
        )

    def _add_libraries(self, machine: str, build_data: dict[str, Any]) -> None:
        """Compile what is missing or old, and say which machines the wheel is for."""
        if machine not in TAGS:
            raise RuntimeError(f"There are wheels for {', '.join(TAGS)} and {ANY}, not for {machine}.")
        if self._hatbox("compile", "--for", machine):
            raise RuntimeError(
                "The rules could not be compiled, see above. HATBOX_MACHINE=any leaves that out."
            )
        build_data["artifacts"].append(f"{LIBRARIES.as_posix()}/*.{machine}.*")
        build_data["pure_python"], build_data["tag"] = False, f"py3-none-{TAGS[machine]}"

    def _build(self) -> None:
        """Install what the lock says, and build."""
        web, npm = Path(self.root, "web"), shutil.which("npm") or "npm"
        if not (web / "node_modules").exists():
            subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=web, check=True)
        self._compile_rules()
        subprocess.run([npm, "run", "build"], cwd=web, check=True)

    def _compile_rules(self) -> None:
        """The app carries the rules as WebAssembly; making them needs what Hatbox itself needs to run."""
        if self._hatbox("wasm", "web/src/generated"):
            raise RuntimeError(
                "The rules could not be compiled for browsers, see above. Run `make web` first."
            )

    def _hatbox(self, *command: str) -> int:
        """Run a command of the sources beside; gives its exit code."""
        here = os.environ | {
            "PYTHONPATH": os.pathsep.join(filter(None, ("src", os.environ.get("PYTHONPATH"))))
        }
        return subprocess.run(
            [sys.executable, "-c", RUN, *command], env=here, cwd=self.root, check=False
        ).returncode


def machine_wanted() -> str:
    """The machine that a wheel is for; where rules cannot be compiled, any."""
    named = os.environ.get("HATBOX_MACHINE")
    return named or (this_machine() if has_numba() and any(map(shutil.which, LINKERS)) else ANY)


def has_numba() -> bool:
    """Whether Numba is there, or can be installed on this machine."""
    if importlib.util.find_spec("numba"):
        return True
    return this_machine() in NUMBA and (sys.platform != "linux" or platform.libc_ver()[0] == "glibc")


def has_node() -> bool:
    """Whether the app can be built."""
    return bool(shutil.which("npm") and shutil.which("node"))


def this_machine() -> str:
    """The name of this machine, as hatbox compile has it."""
    return f"{sys.platform}-{platform.machine().lower().replace('amd64', 'x86_64')}"
