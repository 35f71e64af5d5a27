"""`python -m hatbox.native GAME PACKAGE MACHINE=FILE …`: compiles the libraries of one game for `hatbox compile`."""

import gc
import sys
from pathlib import Path

from hatbox.engine.numba_internals import make_portable
from hatbox.native.build import write_one

make_portable()
gc.disable()  # a compiler makes millions of objects and ends soon
slug, package, *files = sys.argv[1:]
write_one(slug, package, {machine: Path(file) for machine, _, file in (one.partition("=") for one in files)})
