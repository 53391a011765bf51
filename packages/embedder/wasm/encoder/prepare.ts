import { F32, largest } from './shape';

/** Half precision to single, `count` (a multiple of eight) values. */
export function fromHalf(from: usize, count: i32, to: usize): void {
  // Shifted into a single's bits, the exponent is 112 too small; one multiplication mends that, subnormals included.
  const scale = f32x4.splat(5.192296858534828e33);
  for (let i: usize = 0; i < <usize>count; i += 8) {
    const h = v128.load(from + i * 2);
    v128.store(to + i * F32, single(i32x4.extend_low_i16x8_s(h), scale));
    v128.store(to + i * F32 + 16, single(i32x4.extend_high_i16x8_s(h), scale));
  }
}

// @ts-ignore: decorator
@inline
function single(h: v128, scale: v128): v128 {
  const sign = v128.and(h, i32x4.splat(0x80000000));
  const rest = i32x4.shl(v128.and(h, i32x4.splat(0x7fff)), 13);
  return v128.or(sign, f32x4.mul(rest, scale));
}

/** Writes rows as int8 with a scale each, so that x = q * scale. */
export function quantiseRows(x: usize, rows: i32, k: i32, q: usize, scales: usize): void {
  for (let r: usize = 0; r < <usize>rows; r++) {
    const row = x + r * k * F32;
    const end = row + <usize>k * F32;
    let peak = f32x4.splat(0);
    for (let p = row; p < end; p += 16) peak = f32x4.pmax(peak, f32x4.abs(v128.load(p)));
    const top = largest(peak);
    const by: f32 = top > 0 ? 127 / top : 0;
    let to = q + r * k;
    for (let p = row; p < end; p += F32) store<i8>(to++, <i8>nearest<f32>(load<f32>(p) * by));
    store<f32>(scales + r * F32, top / 127);
  }
}
