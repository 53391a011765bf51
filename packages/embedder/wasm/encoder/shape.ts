/** Width of a token's state, and of one attention head. Every model we read has these; the loader checks. */
export const WIDTH: i32 = 384;
export const HEAD: i32 = 32;

export const F32: usize = 4;

// @ts-ignore: decorator
@inline
export function sum(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}

// @ts-ignore: decorator
@inline
export function largest(v: v128): f32 {
  return max(
    max(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)),
    max(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)),
  );
}
