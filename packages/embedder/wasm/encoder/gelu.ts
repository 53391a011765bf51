import { exp4 } from './exp';
import { F32 } from './shape';

/** x/2 * (1 + erf(x / sqrt 2)) in place; erf by Abramowitz and Stegun 7.1.26, within 1.5e-7. */
export function gelu(x: usize, count: i32): void {
  const end = x + <usize>count * F32;
  for (let p = x; p < end; p += 16) {
    const v = v128.load(p);
    const z = f32x4.mul(f32x4.abs(v), f32x4.splat(0.70710678));
    const t = f32x4.div(f32x4.splat(1), f32x4.add(f32x4.splat(1), f32x4.mul(f32x4.splat(0.3275911), z)));
    let y = f32x4.splat(1.061405429);
    y = f32x4.add(f32x4.mul(y, t), f32x4.splat(-1.453152027));
    y = f32x4.add(f32x4.mul(y, t), f32x4.splat(1.421413741));
    y = f32x4.add(f32x4.mul(y, t), f32x4.splat(-0.284496736));
    y = f32x4.add(f32x4.mul(y, t), f32x4.splat(0.254829592));
    const erf = f32x4.sub(f32x4.splat(1), f32x4.mul(f32x4.mul(y, t), exp4(f32x4.neg(f32x4.mul(z, z)))));
    const half = f32x4.mul(v, f32x4.splat(0.5));
    // erf is odd: |x| * erf(|z|) has the sign right already.
    v128.store(p, f32x4.add(half, f32x4.mul(f32x4.abs(half), erf)));
  }
}
