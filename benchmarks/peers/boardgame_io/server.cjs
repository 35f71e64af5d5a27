// boardgame.io's server with the trivial game: everybody in turn adds one. In-memory store, undo off.
process.env.NODE_ENV = "production";
const { Server, Origins } = require('boardgame.io/server');

const game = {
  name: 'count_up',
  setup: () => ({ count: 0 }),
  moves: { add: { move: ({ G }) => ({ ...G, count: G.count + 1 }), undoable: false } },
  turn: { minMoves: 1, maxMoves: 1 },
  disableUndo: true,
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST, true] });
const [port, apiPort] = process.argv.slice(2).map(Number);
// The lobby has a port of its own: on the game's port it answers 404 with the koa that npm installs today.
server.run({ port, lobbyConfig: { apiPort }, callback: () => process.stdout.write('open\n') });
