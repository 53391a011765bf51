import type { LogPiece } from '@sqrl/base/model/reader.ts';
import fc from 'fast-check';

/** Some way in which a piece may come damaged. */
export const damage = (): fc.Arbitrary<(piece: LogPiece) => LogPiece> =>
  fc.oneof(
    fc
      .array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 })
      .map(flipped),
    fc
      .nat()
      .map(
        (at) => (piece: LogPiece) => bytesOf(piece, (bytes) => bytes.subarray(0, at % (bytes.length + 1))),
      ),
    fc.tuple(fc.nat(), odd()).map(replaced),
    fc
      .constantFrom<BufferEncoding>('utf16le', 'latin1', 'base64', 'hex')
      .map(
        (encoding) => (piece: LogPiece) =>
          bytesOf(piece, (bytes) => Buffer.from(Buffer.from(bytes).toString(), encoding)),
      ),
    fc
      .constantFrom('\0\0\0', '\ufeff', '  ')
      .map(
        (before) => (piece: LogPiece) =>
          bytesOf(piece, (bytes) => Buffer.concat([Buffer.from(before), bytes])),
      ),
  );

const flipped = (flips: [number, number][]) => (piece: LogPiece) =>
  bytesOf(piece, (bytes) => {
    const copy = Uint8Array.from(bytes);
    for (const [at, byte] of flips) if (copy.length > 0) copy[at % copy.length] = byte;
    return copy;
  });

/** Values that a careless reader trips over. */
const odd = (): fc.Arbitrary<unknown> =>
  fc.constantFrom<unknown>(
    null,
    [],
    {},
    '',
    0,
    -1,
    1e308,
    2 ** 53,
    true,
    [null],
    [[]],
    { type: null },
    '\ud800',
    'x'.repeat(70_000),
  );

/** Puts something odd in the place of one value, wherever in the record it stands. */
const replaced =
  ([at, value]: [number, unknown]) =>
  (piece: LogPiece): LogPiece => {
    if (piece.row) return { ...piece, row: swap(piece.row, at, value) as Record<string, unknown> };
    return bytesOf(piece, (bytes) => {
      try {
        return Buffer.from(JSON.stringify(swap(JSON.parse(Buffer.from(bytes).toString()), at, value)));
      } catch {
        return bytes;
      }
    });
  };

function swap(whole: unknown, at: number, value: unknown): unknown {
  let left = at % Math.max(sizeOf(whole), 1);
  const visit = (node: unknown): unknown => {
    if (left-- === 0) return value;
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null || ArrayBuffer.isView(node)) return node;
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, visit(inner)]));
  };
  return visit(whole);
}

function sizeOf(node: unknown): number {
  if (typeof node !== 'object' || node === null || ArrayBuffer.isView(node)) return 1;
  return Object.values(node).reduce((sum: number, inner) => sum + sizeOf(inner), 1);
}

/** Changes the bytes of a piece; in a row, the first value that is text or bytes. */
function bytesOf(piece: LogPiece, change: (bytes: Uint8Array) => Uint8Array): LogPiece {
  if (!piece.row) return { ...piece, bytes: change(piece.bytes) };
  const row = { ...piece.row };
  for (const [key, value] of Object.entries(row)) {
    if (typeof value === 'string' && value.length > 20)
      row[key] = Buffer.from(change(Buffer.from(value))).toString();
    else if (value instanceof Uint8Array) row[key] = change(value);
  }
  return { ...piece, row };
}
