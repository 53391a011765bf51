import { F32, largest } from './shape';

// 14 bits with the sign: 1,536 products with int8 weights still fit a 32-bit sum.
const LIMIT: f32 = 8191;

/** Stores a row's scale (x = q * scale) and returns what to multiply the row with to get its integers. */
export function rowScale(row: usize, k: i32, scale: usize): f32 {
  let peak = f32x4.splat(0);
  // pmax, not max: one instruction instead of a chain that keeps NaN and the sign of zero right.
  for (let p = row; p < row + <usize>k * F32; p += 16) peak = f32x4.pmax(peak, f32x4.abs(v128.load(p)));
  const top = largest(peak);
  store<f32>(scale, top / LIMIT);
  return top > 0 ? LIMIT / top : 0;
}

/** The integers nearest to eight values times `by`. */
// @ts-ignore: decorator
@inline
export function integers(p: usize, by: f32): v128 {
  const scale = f32x4.splat(by);
  const low = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(p), scale)));
  const high = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(p, 16), scale)));
  return i16x8.narrow_i32x4_s(low, high);
}

/** Turns eight sums of one token back into numbers. */
// @ts-ignore: decorator
@inline
export function put(
  to: usize, dot0: v128, dot1: v128, scale: usize, scale0: v128, scale1: v128, bias0: v128, bias1: v128,
): void {
  const token = v128.load_splat<f32>(scale);
  v128.store(to, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(dot0), f32x4.mul(token, scale0)), bias0));
  v128.store(to, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(dot1), f32x4.mul(token, scale1)), bias1), 16);
}
