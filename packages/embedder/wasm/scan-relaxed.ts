// The vector index's inner loop with relaxed SIMD: sixteen products an instruction where the CPU has one for it.
// It multiplies int8 with 7 bits, so the question's fourteen go through in two halves. Everything stays in the ranges
// where relaxed instructions are exact: the sums are the same integers as scan.ts's, on every machine.
// `dims` is a multiple of 16, rows follow each other without gaps, and the caller keeps sums below 2^31.

/** Dot products of `n` rows at `rows` with the question at `question`, as i32 at `out`. Behind the question is room for its halves. */
export function dots(rows: usize, question: usize, out: usize, n: i32, dims: i32): void {
  const size = <usize>dims;
  const parts = question + size * 2;
  split(question, size, parts);
  let i = 0;
  // Four rows at a time, so that each piece of the question is loaded once for all of them.
  for (; i + 4 <= n; i += 4) {
    const p = rows + <usize>i * size, p2 = p + size, p3 = p2 + size, p4 = p3 + size;
    let aLow = i32x4.splat(0), bLow = i32x4.splat(0), cLow = i32x4.splat(0), dLow = i32x4.splat(0);
    let aHigh = i32x4.splat(0), bHigh = i32x4.splat(0), cHigh = i32x4.splat(0), dHigh = i32x4.splat(0);
    let aAll = i32x4.splat(0), bAll = i32x4.splat(0), cAll = i32x4.splat(0), dAll = i32x4.splat(0);
    for (let j: usize = 0, part = parts; j < size; j += 16, part += 32) {
      const low = v128.load(part), high = v128.load(part, 16);
      const a = v128.load(p + j), b = v128.load(p2 + j), c = v128.load(p3 + j), d = v128.load(p4 + j);
      aLow = i32x4.relaxed_dot_i8x16_i7x16_add_s(a, low, aLow);
      bLow = i32x4.relaxed_dot_i8x16_i7x16_add_s(b, low, bLow);
      cLow = i32x4.relaxed_dot_i8x16_i7x16_add_s(c, low, cLow);
      dLow = i32x4.relaxed_dot_i8x16_i7x16_add_s(d, low, dLow);
      aHigh = i32x4.relaxed_dot_i8x16_i7x16_add_s(a, high, aHigh);
      bHigh = i32x4.relaxed_dot_i8x16_i7x16_add_s(b, high, bHigh);
      cHigh = i32x4.relaxed_dot_i8x16_i7x16_add_s(c, high, cHigh);
      dHigh = i32x4.relaxed_dot_i8x16_i7x16_add_s(d, high, dHigh);
      const one = i8x16.splat(1);
      aAll = i32x4.relaxed_dot_i8x16_i7x16_add_s(a, one, aAll);
      bAll = i32x4.relaxed_dot_i8x16_i7x16_add_s(b, one, bAll);
      cAll = i32x4.relaxed_dot_i8x16_i7x16_add_s(c, one, cAll);
      dAll = i32x4.relaxed_dot_i8x16_i7x16_add_s(d, one, dAll);
    }
    const o = out + <usize>i * 4;
    store<i32>(o, sum(aLow, aHigh, aAll));
    store<i32>(o, sum(bLow, bHigh, bAll), 4);
    store<i32>(o, sum(cLow, cHigh, cAll), 8);
    store<i32>(o, sum(dLow, dHigh, dAll), 12);
  }
  for (; i < n; i++) {
    const p = rows + <usize>i * size;
    let low = i32x4.splat(0), high = i32x4.splat(0), all = i32x4.splat(0);
    for (let j: usize = 0, part = parts; j < size; j += 16, part += 32) {
      const a = v128.load(p + j);
      low = i32x4.relaxed_dot_i8x16_i7x16_add_s(a, v128.load(part), low);
      high = i32x4.relaxed_dot_i8x16_i7x16_add_s(a, v128.load(part, 16), high);
      all = i32x4.relaxed_dot_i8x16_i7x16_add_s(a, i8x16.splat(1), all);
    }
    store<i32>(out + <usize>i * 4, sum(low, high, all));
  }
}

/** Writes the question, shifted up by 2^13 to be positive, as its low seven bits and its high seven. */
function split(question: usize, size: usize, parts: usize): void {
  const shift = i16x8.splat(0x2000);
  const seven = i16x8.splat(127);
  for (let j: usize = 0; j < size; j += 16) {
    const a = i16x8.add(v128.load(question + j * 2), shift), b = i16x8.add(v128.load(question + j * 2, 16), shift);
    v128.store(parts, i8x16.narrow_i16x8_u(v128.and(a, seven), v128.and(b, seven)));
    v128.store(parts, i8x16.narrow_i16x8_u(i16x8.shr_u(a, 7), i16x8.shr_u(b, 7)), 16);
    parts += 32;
  }
}

// Halves may wrap on their way; the sum of all of them fits, and wraps back.
// @ts-ignore: a decorator of AssemblyScript's
@inline
function sum(low: v128, high: v128, all: v128): i32 {
  const v = i32x4.sub(i32x4.add(low, i32x4.shl(high, 7)), i32x4.shl(all, 13));
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3);
}
