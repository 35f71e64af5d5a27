"""`python -m hatbox.native GAME PACKAGE 1|2 MACHINE=FILE …`: compiles one game in one or two processes."""

import gc
import sys
from pathlib import Path

from hatbox.engine.numba_internals import make_portable
from hatbox.native.build import write_one

make_portable()
gc.disable()  # a compiler creates millions of objects and exits soon
slug, package, processes, *given = sys.argv[1:]
files = {machine: Path(file) for machine, _, file in (one.partition("=") for one in given)}
write_one(slug, package, processes == "2", files)
