import { F32, largest } from './shape';

/**
 * Writes each of `n` rows as integers in [-limit, limit] and its scale, so that x = q * scale.
 * The caller chooses `limit` so that no dot product can leave 32 bits.
 */
export function quantise(x: usize, n: i32, k: i32, limit: f32, q: usize, scales: usize): void {
  for (let t = 0; t < n; t++) {
    const row = x + <usize>t * k * F32;
    const end = row + <usize>k * F32;
    let peak = f32x4.splat(0);
    for (let p = row; p < end; p += 16) peak = f32x4.max(peak, f32x4.abs(v128.load(p)));
    const top = largest(peak);
    const by = f32x4.splat(top > 0 ? limit / top : 0);
    let to = q + <usize>t * k * 2;
    for (let p = row; p < end; p += 32) {
      const low = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(p), by)));
      const high = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(p, 16), by)));
      v128.store(to, i16x8.narrow_i32x4_s(low, high));
      to += 16;
    }
    store<f32>(scales + <usize>t * F32, top / limit);
  }
}

/**
 * out = x * weights' + bias, for `n` tokens rounded up to four. Four tokens times eight output rows at a time:
 * eight sums, two weights and one input stay in registers, and each loaded weight serves four tokens.
 * A 32-bit lane holds one output row: weights lie as pairs of inputs for four rows (see `pack`), and a token's pair is
 * repeated in every lane, so that nothing has to be added across lanes.
 */
export function dense(
  x: usize, xScales: usize, n: i32, weights: usize, scales: usize, bias: usize, k: i32, rows: i32, out: usize,
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
      put(to, a00, v128.load_splat<f32>(s), scale0, bias0);
      put(to + 16, a01, v128.load_splat<f32>(s), scale1, bias1);
      put(to + stride, a10, v128.load_splat<f32>(s, 4), scale0, bias0);
      put(to + stride + 16, a11, v128.load_splat<f32>(s, 4), scale1, bias1);
      put(to + 2 * stride, a20, v128.load_splat<f32>(s, 8), scale0, bias0);
      put(to + 2 * stride + 16, a21, v128.load_splat<f32>(s, 8), scale1, bias1);
      put(to + 3 * stride, a30, v128.load_splat<f32>(s, 12), scale0, bias0);
      put(to + 3 * stride + 16, a31, v128.load_splat<f32>(s, 12), scale1, bias1);
    }
  }
}

// @ts-ignore: decorator
@inline
function put(to: usize, dot: v128, token: v128, row: v128, bias: v128): void {
  v128.store(to, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(dot), f32x4.mul(token, row)), bias));
}
