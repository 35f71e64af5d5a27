// The fingerprint that chains the plies of a record: BLAKE2b without a key, see RFC 7693.

const START = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
] as const
/** Which words of a block a round mixes in, in order. */
const ROUNDS = [
  '0123456789abcdef',
  'ea489fd61c02b753',
  'b8c052fdae367194',
  '7931dcbe265a40f8',
  '905724afe1bc683d',
  '2c6a0b834d75fe19',
  'c51fed4a0763928b',
  'db7ec13950f4862a',
  '6fe9b308c2d714a5',
  'a2847615fb9e3cd0',
  '0123456789abcdef',
  'ea489fd61c02b753',
].map((order) => [...order].map((digit) => Number.parseInt(digit, 16)))
/** Columns, then diagonals. */
const QUARTERS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const
const BLOCK = 128
const WORD = (1n << 64n) - 1n
const turned = (word: bigint, bits: bigint) => ((word >> bits) | (word << (64n - bits))) & WORD

export function blake2b(data: Uint8Array, length: number): Uint8Array {
  const hash = BigUint64Array.from(START)
  hash[0] = START[0] ^ 0x01010000n ^ BigInt(length)
  const blocks = Math.max(1, Math.ceil(data.length / BLOCK))
  for (let k = 0; k < blocks; k++) {
    const block = new Uint8Array(BLOCK)
    block.set(data.subarray(k * BLOCK, (k + 1) * BLOCK))
    compress(hash, block, Math.min(data.length, (k + 1) * BLOCK), k === blocks - 1)
  }
  const bytes = new DataView(new ArrayBuffer(64))
  hash.forEach((word, k) => bytes.setBigUint64(8 * k, word, true))
  return new Uint8Array(bytes.buffer, 0, length)
}

function compress(hash: BigUint64Array, block: Uint8Array, count: number, last: boolean): void {
  const data = new DataView(block.buffer)
  const words = Array.from({ length: 16 }, (_, k) => data.getBigUint64(8 * k, true))
  const v = BigUint64Array.from([...hash, ...START])
  const at = (k: number) => v[k] as bigint
  v[12] = at(12) ^ BigInt(count)
  if (last) v[14] = at(14) ^ WORD
  const half = (a: number, b: number, c: number, d: number, word: bigint, first: bigint, second: bigint) => {
    v[a] = at(a) + at(b) + word
    v[d] = turned(at(d) ^ at(a), first)
    v[c] = at(c) + at(d)
    v[b] = turned(at(b) ^ at(c), second)
  }
  for (const order of ROUNDS) {
    QUARTERS.forEach(([a, b, c, d], k) => {
      half(a, b, c, d, words[order[2 * k] as number] as bigint, 32n, 24n)
      half(a, b, c, d, words[order[2 * k + 1] as number] as bigint, 16n, 63n)
    })
  }
  for (let k = 0; k < 8; k++) hash[k] = (hash[k] as bigint) ^ at(k) ^ at(k + 8)
}
