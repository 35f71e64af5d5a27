"""The two boards of the game as plain graphs (rules page 2.3 and 2.4)."""

from __future__ import annotations

from dataclasses import dataclass

Node = int


@dataclass(frozen=True)
class Board:
    """One side of the board: which fields touch, which are grey, where the homes are."""

    homes: int
    ring: int
    spoke: int
    grey: frozenset[Node]
    neighbours: dict[Node, frozenset[Node]]

    @property
    def centre(self) -> Node:
        """The ordinary yellow field where all spokes meet."""
        return self.ring + self.homes * self.spoke

    @property
    def nodes(self) -> range:
        """All nodes: ring, spokes, centre, homes."""
        return range(self.centre + 1 + self.homes)

    def junction(self, home: int) -> Node:
        """The ring field that touches this home."""
        return home * (self.ring // self.homes)

    def home_node(self, home: int) -> Node:
        """The node of this home."""
        return self.centre + 1 + home

    def is_home(self, node: Node) -> bool:
        """Whether the node is a home, used or not."""
        return node > self.centre

    def is_yellow(self, node: Node) -> bool:
        """Whether hats can be captured here: every track field that is not grey."""
        return not self.is_home(node) and node not in self.grey


def list_edges(homes: int, ring: int, spoke: int) -> list[tuple[Node, Node]]:
    """All edges of a wheel with this many homes, ring fields and fields per spoke."""
    centre = ring + homes * spoke
    edges = [(i, (i + 1) % ring) for i in range(ring)]
    for home in range(homes):
        junction = home * (ring // homes)
        outermost = ring + home * spoke
        innermost = outermost + spoke - 1
        edges.append((junction, outermost))
        edges.extend((i, i + 1) for i in range(outermost, innermost))
        edges.append((innermost, centre))
        edges.append((junction, centre + 1 + home))
    return edges


def build_board(homes: int, ring: int, spoke: int, grey: frozenset[Node]) -> Board:
    """A board with the neighbours of every node looked up from its edges."""
    touching: dict[Node, set[Node]] = {}
    for a, b in list_edges(homes, ring, spoke):
        touching.setdefault(a, set()).add(b)
        touching.setdefault(b, set()).add(a)
    neighbours = {node: frozenset(others) for node, others in touching.items()}
    return Board(homes, ring, spoke, grey, neighbours)


FOUR_HOMES = build_board(4, 52, 6, frozenset({3, 10, 16, 23, 29, 36, 42, 49, 54, 60, 66, 72}))
SIX_HOMES = build_board(6, 36, 5, frozenset({3, 9, 15, 21, 27, 33, 38, 43, 48, 53, 58, 63}))

# CH-04 and option `board`: (homes on the board, players) -> home of each seat.
HOMES_IN_USE: dict[tuple[int, int], tuple[int, ...]] = {
    (4, 2): (0, 2),
    (4, 3): (0, 1, 2),
    (4, 4): (0, 1, 2, 3),
    (6, 2): (0, 3),
    (6, 3): (0, 2, 4),
    (6, 4): (0, 1, 3, 4),
    (6, 5): (0, 1, 2, 3, 4),
    (6, 6): (0, 1, 2, 3, 4, 5),
}
