// SHA-256 (FIPS 180-4) in plain JavaScript: browsers offer their own only over https, which home networks rarely have.

/** The first 32 bits of the fractions of the roots of the first primes: square roots for the start, cube roots per round. */
const [START, ROUNDS] = constants()

function constants(): [number[], number[]] {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n)
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
  return [
    primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
    primes.map((prime) => fraction(Math.cbrt(prime))),
  ]
}

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** The text's bytes, a one bit, zeros, and the length in bits: whole blocks of 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const view = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6))
  bytes.forEach((byte, k) => view.setUint8(k, byte))
  view.setUint8(bytes.length, 0x80)
  view.setUint32(view.byteLength - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(view.byteLength - 4, bytes.length << 3)
  return view
}

/** The 64 words of one block. */
function schedule(view: DataView, at: number): Int32Array {
  const words = new Int32Array(64)
  for (let k = 0; k < 16; k++) words[k] = view.getInt32(at + 4 * k)
  for (let k = 16; k < 64; k++) {
    const early = words[k - 15] as number
    const late = words[k - 2] as number
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[k] = (words[k - 16] as number) + small + (words[k - 7] as number) + large
  }
  return words
}

function compress(state: Int32Array, words: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let k = 0; k < 64; k++) {
    const chosen = (e & f) ^ (~e & g)
    const first =
      (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + (ROUNDS[k] as number) + (words[k] as number)) | 0
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, k) => (state[k] = (state[k] as number) + word))
}

/** The hash of a text in UTF-8, in hexadecimal. */
export function sha256(text: string): string {
  const view = padded(new TextEncoder().encode(text))
  const state = new Int32Array(START)
  for (let at = 0; at < view.byteLength; at += 64) compress(state, schedule(view, at))
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
