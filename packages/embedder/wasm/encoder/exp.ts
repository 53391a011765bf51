/** e^x in four lanes, for x up to 88; below -87 it is as good as nothing. Off by less than one part in ten million. */
// @ts-ignore: decorator
@inline
export function exp4(x: v128): v128 {
  const clamped = f32x4.pmax(f32x4.splat(-87), x);
  const n = f32x4.nearest(f32x4.mul(clamped, f32x4.splat(1.44269504)));
  // ln 2 in two parts: the first is short enough that n times it is exact.
  let f = f32x4.sub(clamped, f32x4.mul(n, f32x4.splat(0.693359375)));
  f = f32x4.add(f, f32x4.mul(n, f32x4.splat(2.12194440e-4)));
  let y = f32x4.splat(1.9875691500e-4);
  y = f32x4.add(f32x4.mul(y, f), f32x4.splat(1.3981999507e-3));
  y = f32x4.add(f32x4.mul(y, f), f32x4.splat(8.3334519073e-3));
  y = f32x4.add(f32x4.mul(y, f), f32x4.splat(4.1665795894e-2));
  y = f32x4.add(f32x4.mul(y, f), f32x4.splat(1.6666665459e-1));
  y = f32x4.add(f32x4.mul(y, f), f32x4.splat(5.0000001201e-1));
  y = f32x4.add(f32x4.add(f32x4.mul(f32x4.mul(y, f), f), f), f32x4.splat(1));
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  return f32x4.mul(y, power);
}
