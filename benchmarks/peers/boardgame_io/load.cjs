// The load of benchmarks/table_load.py in boardgame.io's own protocol: node load.cjs PORT API_PORT PID TABLES RATE SECONDS
const fs = require('fs');
const { io } = require('socket.io-client');
const [port, apiPort, pid, tables, rate, seconds] = process.argv.slice(2).map(Number);
const address = `http://127.0.0.1:${port}`;
const SEATS = 4;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

let flood = false;
let moves = 0;
let latencies = [];
const waiting = [];

async function post(path, body) {
  const answer = await fetch(`http://127.0.0.1:${apiPort}${path}`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

class Player {
  constructor(match, seat, credentials) {
    Object.assign(this, { match, seat, credentials, state: null, sent: 0, moving: -1 });
    this.line = io(`${address}/count_up`, { transports: ['websocket'] });
    const take = (id, state) => this.take(state);
    this.line.on('sync', (id, { state }) => this.take(state));
    this.line.on('update', take);
    this.line.on('connect', () => this.line.emit('sync', match, String(seat), credentials, SEATS));
  }

  take(state) {
    if (this.state && state._stateID <= this.state._stateID) return;
    this.state = state;
    if (this.sent && state._stateID > this.moving) {
      latencies.push(performance.now() - this.sent);
      this.sent = 0;
      moves += 1;
    }
    if (Number(state.ctx.currentPlayer) === this.seat) flood ? this.move() : waiting.push(this);
  }

  move() {
    this.moving = this.state._stateID;
    this.sent = performance.now();
    const payload = { type: 'add', args: [], playerID: String(this.seat), credentials: this.credentials };
    this.line.emit('update', { type: 'MAKE_MOVE', payload }, this.moving, this.match, String(this.seat));
  }
}

const cpu = () => {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
const megabytes = () => (Number(fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1e6;

async function main() {
  const everybody = [];
  for (let table = 0; table < tables; table++) {
    const { matchID } = await post('/games/count_up/create', { numPlayers: SEATS });
    for (let seat = 0; seat < SEATS; seat++) {
      const joined = await post(`/games/count_up/${matchID}/join`, { playerID: String(seat), playerName: `P${seat}` });
      everybody.push(new Player(matchID, seat, joined.playerCredentials));
    }
  }
  while (everybody.some((player) => !player.state)) await sleep(50);
  latencies = [];
  const begin = performance.now();
  for (let sent = 0, now; (now = performance.now() - begin) < seconds * 1000; await sleep(1)) {
    while (sent < (now / 1000) * rate && waiting.length) { waiting.shift().move(); sent += 1; }
  }
  await sleep(500);
  const waits = latencies.sort((a, b) => a - b);
  const paced = { n: waits.length, p50: waits[waits.length >> 1], p99: waits[Math.floor(waits.length * 0.99)] };
  moves = 0;
  latencies = [];
  const used = cpu();
  const began = performance.now();
  flood = true;
  while (waiting.length) waiting.shift().move();
  await sleep(seconds * 1000);
  console.log(JSON.stringify({
    game: 'count_up', tables, moves_per_cpu_second: Math.round(moves / (cpu() - used)),
    moves_per_second: Math.round((moves * 1000) / (performance.now() - began)),
    paced_moves: paced.n, paced_p50_ms: +paced.p50.toFixed(2), paced_p99_ms: +paced.p99.toFixed(2),
    server_mb: Math.round(megabytes()),
  }));
  process.exit(0);
}

main();
