"""`python -m hatbox.native GAME MACHINE …`: compiles the libraries of one game; `hatbox compile` calls it."""

import gc
import sys

from hatbox.native.build import write_one

gc.disable()  # a compiler makes millions of objects and ends soon
write_one(sys.argv[1], sys.argv[2:])
