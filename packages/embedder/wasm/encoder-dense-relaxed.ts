// The encoder's matrix products with relaxed SIMD: sixteen products an instruction where the CPU has one for it.
// It multiplies int8 with 7 bits, so an input of 14 bits goes through in two halves. Everything stays in the ranges
// where relaxed instructions are exact: the sums are the same integers as encoder-dense.ts's, on every machine.
import { F32 } from './encoder/shape';
import { integers, put, rowScale } from './encoder/dense';

/** Inputs are shifted up by this to be positive; `offsets` take it off again. */
const SHIFT: i32 = 8192;

/** Orders int8 rows as `dense` reads them: blocks of eight rows, and in each the rows' quads of inputs side by side. */
export function pack(q: usize, rows: i32, k: i32, to: usize, offsets: usize): void {
  for (let block: usize = 0; block < <usize>rows; block += 8) {
    for (let i: usize = 0; i < <usize>k; i += 4) {
      for (let r: usize = 0; r < 8; r++) {
        store<u32>(to, load<u32>(q + (block + r) * k + i));
        to += 4;
      }
    }
  }
  for (let r: usize = 0; r < <usize>rows; r++) {
    let sums = i32x4.splat(0);
    for (let p = q + r * k; p < q + (r + 1) * k; p += 16) {
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_s(i16x8.extadd_pairwise_i8x16_s(v128.load(p))));
    }
    const sum = i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
    store<i32>(offsets + r * 4, -SHIFT * sum);
  }
}

/** Writes each of `n` rows as integers of 14 bits and a scale: first all high halves, then all low ones. */
export function quantise(x: usize, n: i32, k: i32, q: usize, scales: usize): void {
  const shift = i16x8.splat(<i16>SHIFT);
  const low = i16x8.splat(127);
  for (let t: usize = 0; t < <usize>n; t++) {
    const row = x + t * k * F32;
    const by = rowScale(row, k, scales + t * F32);
    const to = q + t * k * 2;
    for (let i: usize = 0; i < <usize>k; i += 16) {
      const a = i16x8.add(integers(row + i * F32, by), shift);
      const b = i16x8.add(integers(row + i * F32 + 32, by), shift);
      v128.store(to + i, i8x16.narrow_i16x8_u(i16x8.shr_u(a, 7), i16x8.shr_u(b, 7)));
      v128.store(to + k + i, i8x16.narrow_i16x8_u(v128.and(a, low), v128.and(b, low)));
    }
  }
}

/**
 * out = x * weights' + bias, for `n` tokens rounded up to six. Six tokens times eight output rows at a time, because
 * the instruction takes five cycles: twelve sums keep it busy. Two rounds over the inputs, high halves first.
 */
export function dense(
  x: usize, xScales: usize, n: i32, weights: usize, scales: usize, bias: usize, offsets: usize,
  k: i32, rows: i32, out: usize,
): void {
  const kb = <usize>k * 2;
  for (let r = 0; r < rows; r += 8) {
    const block = weights + <usize>r * k;
    for (let t = 0; t < n; t += 6) {
      let a00 = i32x4.splat(0), a01 = i32x4.splat(0), a10 = i32x4.splat(0), a11 = i32x4.splat(0);
      let a20 = i32x4.splat(0), a21 = i32x4.splat(0), a30 = i32x4.splat(0), a31 = i32x4.splat(0);
      let a40 = i32x4.splat(0), a41 = i32x4.splat(0), a50 = i32x4.splat(0), a51 = i32x4.splat(0);
      let p = x + <usize>t * kb;
      for (let half = 0; half < 2; half++) {
        const end = p + k;
        let w = block;
        while (p < end) {
          const w0 = v128.load(w);
          const w1 = v128.load(w, 16);
          const x0 = v128.load_splat<i32>(p);
          a00 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w0, x0, a00);
          a01 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w1, x0, a01);
          const x1 = v128.load_splat<i32>(p + kb);
          a10 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w0, x1, a10);
          a11 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w1, x1, a11);
          const x2 = v128.load_splat<i32>(p + 2 * kb);
          a20 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w0, x2, a20);
          a21 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w1, x2, a21);
          const x3 = v128.load_splat<i32>(p + 3 * kb);
          a30 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w0, x3, a30);
          a31 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w1, x3, a31);
          const x4 = v128.load_splat<i32>(p + 4 * kb);
          a40 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w0, x4, a40);
          a41 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w1, x4, a41);
          const x5 = v128.load_splat<i32>(p + 5 * kb);
          a50 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w0, x5, a50);
          a51 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w1, x5, a51);
          p += 4;
          w += 32;
        }
        if (half == 1) break;
        // The high halves are worth 128 times the low ones; the sum may wrap on its way, and wraps back.
        const o0 = v128.load(offsets + <usize>r * 4);
        const o1 = v128.load(offsets + <usize>r * 4, 16);
        a00 = i32x4.add(i32x4.shl(a00, 7), o0);
        a01 = i32x4.add(i32x4.shl(a01, 7), o1);
        a10 = i32x4.add(i32x4.shl(a10, 7), o0);
        a11 = i32x4.add(i32x4.shl(a11, 7), o1);
        a20 = i32x4.add(i32x4.shl(a20, 7), o0);
        a21 = i32x4.add(i32x4.shl(a21, 7), o1);
        a30 = i32x4.add(i32x4.shl(a30, 7), o0);
        a31 = i32x4.add(i32x4.shl(a31, 7), o1);
        a40 = i32x4.add(i32x4.shl(a40, 7), o0);
        a41 = i32x4.add(i32x4.shl(a41, 7), o1);
        a50 = i32x4.add(i32x4.shl(a50, 7), o0);
        a51 = i32x4.add(i32x4.shl(a51, 7), o1);
      }
      const scale0 = v128.load(scales + <usize>r * F32);
      const scale1 = v128.load(scales + <usize>r * F32, 16);
      const bias0 = v128.load(bias + <usize>r * F32);
      const bias1 = v128.load(bias + <usize>r * F32, 16);
      const s = xScales + <usize>t * F32;
      const stride = <usize>rows * F32;
      const to = out + (<usize>t * rows + r) * F32;
      put(to, a00, a01, s, scale0, scale1, bias0, bias1);
      put(to + stride, a10, a11, s + 4, scale0, scale1, bias0, bias1);
      put(to + 2 * stride, a20, a21, s + 8, scale0, scale1, bias0, bias1);
      put(to + 3 * stride, a30, a31, s + 12, scale0, scale1, bias0, bias1);
      put(to + 4 * stride, a40, a41, s + 16, scale0, scale1, bias0, bias1);
      put(to + 5 * stride, a50, a51, s + 20, scale0, scale1, bias0, bias1);
    }
  }
}
