"""`python -m hatbox.native GAME`: compiles one library; `hatbox warmup` calls it for every game."""

import gc
import sys

from hatbox.native.build import write_one

gc.disable()  # a compiler makes millions of objects and ends soon
write_one(sys.argv[1])
