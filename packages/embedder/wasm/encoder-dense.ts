// The encoder's matrix products with the SIMD every engine has. encoder-dense-relaxed.ts gives the same numbers.
import { F32 } from './encoder/shape';
import { integers, put, rowScale } from './encoder/dense';

/** Orders int8 rows as `dense` reads them: blocks of eight rows, and in each the rows' pairs of inputs side by side. */
export function pack(q: usize, rows: i32, k: i32, to: usize, offsets: usize): void {
  for (let block: usize = 0; block < <usize>rows; block += 8) {
    for (let i: usize = 0; i < <usize>k; i += 2) {
      for (let r: usize = 0; r < 8; r++) {
        store<u16>(to, load<u16>(q + (block + r) * k + i));
        to += 2;
      }
    }
  }
}

/** Writes each of `n` rows as integers of 14 bits and a scale, so that x = q * scale. */
export function quantise(x: usize, n: i32, k: i32, q: usize, scales: usize): void {
  for (let t: usize = 0; t < <usize>n; t++) {
    const row = x + t * k * F32;
    const by = rowScale(row, k, scales + t * F32);
    const to = q + t * k * 2;
    for (let i: usize = 0; i < <usize>k; i += 8) v128.store(to + i * 2, integers(row + i * F32, by));
  }
}

/**
 * out = x * weights' + bias, for `n` tokens rounded up to four. Four tokens times eight output rows at a time:
 * eight sums, two weights and one input stay in registers, and each loaded weight serves four tokens.
 * A 32-bit lane holds one output row: weights lie as pairs of inputs for four rows (see `pack`), and a token's pair is
 * repeated in every lane, so that nothing has to be added across lanes.
 */
export function dense(
  x: usize, xScales: usize, n: i32, weights: usize, scales: usize, bias: usize, offsets: usize,
  k: i32, rows: i32, out: usize,
): void {
  const kb = <usize>k * 2;
  for (let r = 0; r < rows; r += 8) {
    const block = weights + <usize>r * k;
    const scale0 = v128.load(scales + <usize>r * F32);
    const scale1 = v128.load(scales + <usize>r * F32, 16);
    const bias0 = v128.load(bias + <usize>r * F32);
    const bias1 = v128.load(bias + <usize>r * F32, 16);
    for (let t = 0; t < n; t += 4) {
      let a00 = i32x4.splat(0), a01 = i32x4.splat(0), a10 = i32x4.splat(0), a11 = i32x4.splat(0);
      let a20 = i32x4.splat(0), a21 = i32x4.splat(0), a30 = i32x4.splat(0), a31 = i32x4.splat(0);
      let p = x + <usize>t * kb;
      const end = p + kb;
      let w = block;
      while (p < end) {
        const w0 = v128.load_ext<i8>(w);
        const w1 = v128.load_ext<i8>(w, 8);
        const x0 = v128.load_splat<i32>(p);
        a00 = i32x4.add(a00, i32x4.dot_i16x8_s(w0, x0));
        a01 = i32x4.add(a01, i32x4.dot_i16x8_s(w1, x0));
        const x1 = v128.load_splat<i32>(p + kb);
        a10 = i32x4.add(a10, i32x4.dot_i16x8_s(w0, x1));
        a11 = i32x4.add(a11, i32x4.dot_i16x8_s(w1, x1));
        const x2 = v128.load_splat<i32>(p + 2 * kb);
        a20 = i32x4.add(a20, i32x4.dot_i16x8_s(w0, x2));
        a21 = i32x4.add(a21, i32x4.dot_i16x8_s(w1, x2));
        const x3 = v128.load_splat<i32>(p + 3 * kb);
        a30 = i32x4.add(a30, i32x4.dot_i16x8_s(w0, x3));
        a31 = i32x4.add(a31, i32x4.dot_i16x8_s(w1, x3));
        p += 4;
        w += 16;
      }
      const s = xScales + <usize>t * F32;
      const stride = <usize>rows * F32;
      const to = out + (<usize>t * rows + r) * F32;
      put(to, a00, a01, s, scale0, scale1, bias0, bias1);
      put(to + stride, a10, a11, s + 4, scale0, scale1, bias0, bias1);
      put(to + 2 * stride, a20, a21, s + 8, scale0, scale1, bias0, bias1);
      put(to + 3 * stride, a30, a31, s + 12, scale0, scale1, bias0, bias1);
    }
  }
}
