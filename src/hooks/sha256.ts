/**
 * The HMAC-SHA-256 of a short text, in hexadecimal. Written out, since loading Node's own takes as long as all the rest of
 * this program: a sixth of what starting Node takes.
 */
export function hmac(key: string, text: string): string {
  const bytes = utf8(key);
  const block = new Uint8Array(64);
  block.set(bytes.length > 64 ? sha256(bytes) : bytes);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      utf8(text),
    ),
  );
  return hex(
    sha256(
      joined(
        block.map((byte) => byte ^ 0x5c),
        inner,
      ),
    ),
  );
}

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** SHA-256 as FIPS 180-4 has it. */
function sha256(message: Uint8Array): Uint8Array {
  const { roots, cubes } = constants();
  const state = Int32Array.from(roots);
  const length = ((message.length + 72) >> 6) << 6;
  const padded = Buffer.alloc(length);
  padded.set(message);
  padded[message.length] = 0x80;
  padded.writeUInt32BE(message.length * 8, length - 4);
  const words = new Int32Array(64);
  for (let from = 0; from < length; from += 64) {
    for (let i = 0; i < 16; i++) words[i] = padded.readInt32BE(from + i * 4);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [words[i - 15]!, words[i - 2]!];
      const s0 = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
      const s1 = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
      words[i] = (words[i - 16]! + s0 + words[i - 7]! + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
    for (let i = 0; i < 64; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + cubes[i]! + words[i]!) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      state[i] = (state[i]! + value) | 0;
    });
  }
  const out = Buffer.alloc(32);
  for (const [i, word] of state.entries()) out.writeInt32BE(word, i * 4);
  return out;
}

type Eight = [number, number, number, number, number, number, number, number];

const turned = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

let made: { roots: Int32Array; cubes: Int32Array } | undefined;

/** The first bits behind the point of the square and cube roots of the first primes. */
function constants() {
  if (made) return made;
  const roots = new Int32Array(8);
  const cubes = new Int32Array(64);
  for (let n = 2, found = 0; found < 64; n++) {
    let isPrime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false;
    if (!isPrime) continue;
    if (found < 8) roots[found] = behindPoint(Math.sqrt(n));
    cubes[found++] = behindPoint(Math.cbrt(n));
  }
  made = { roots, cubes };
  return made;
}

const behindPoint = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;
