// The vector index's inner loop: many eight-bit rows against one question, whose fourteen bits lie in sixteen.
// Both sides are widened to sixteen bits, so each instruction multiplies eight pairs and adds them by twos.
// `dims` is a multiple of 16, rows follow each other without gaps, and the caller keeps sums below 2^31.

/** Dot products of `n` rows at `rows` with the question at `question`, as i32 at `out`. */
export function dots(rows: usize, question: usize, out: usize, n: i32, dims: i32): void {
  let i = 0;
  // Four rows at a time, so that each piece of the question is loaded once for all of them.
  for (; i + 4 <= n; i += 4) {
    let p = rows + <usize>i * <usize>dims;
    let a = i32x4.splat(0), b = i32x4.splat(0), c = i32x4.splat(0), d = i32x4.splat(0);
    const p2 = p + <usize>dims, p3 = p2 + <usize>dims, p4 = p3 + <usize>dims;
    for (let j: usize = 0; j < <usize>dims; j += 16) {
      const low = v128.load(question + j * 2), high = v128.load(question + j * 2, 16);
      const w = v128.load(p + j), x = v128.load(p2 + j), y = v128.load(p3 + j), z = v128.load(p4 + j);
      a = i32x4.add(a, i32x4.add(i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(w), low), i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(w), high)));
      b = i32x4.add(b, i32x4.add(i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(x), low), i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(x), high)));
      c = i32x4.add(c, i32x4.add(i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(y), low), i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(y), high)));
      d = i32x4.add(d, i32x4.add(i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(z), low), i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(z), high)));
    }
    const o = out + <usize>i * 4;
    store<i32>(o, sum(a));
    store<i32>(o, sum(b), 4);
    store<i32>(o, sum(c), 8);
    store<i32>(o, sum(d), 12);
  }
  for (; i < n; i++) {
    const p = rows + <usize>i * <usize>dims;
    let a = i32x4.splat(0);
    for (let j: usize = 0; j < <usize>dims; j += 16) {
      const w = v128.load(p + j);
      a = i32x4.add(a, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(w), v128.load(question + j * 2)));
      a = i32x4.add(a, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(w), v128.load(question + j * 2, 16)));
    }
    store<i32>(out + <usize>i * 4, sum(a));
  }
}

// @ts-ignore: a decorator of AssemblyScript's
@inline
function sum(v: v128): i32 {
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3);
}
