import { F32, WIDTH, sum } from './shape';

/** Puts a text's words and positions together: x = norm(word row + position row). */
export function lookUp(
  ids: usize, n: i32, words: usize, wordScales: usize, places: usize, placeScales: usize,
  weight: usize, bias: usize, x: usize,
): void {
  for (let t = 0; t < n; t++) {
    const id = <usize>load<i32>(ids + <usize>t * 4);
    const word = words + id * WIDTH;
    const place = places + <usize>t * WIDTH;
    const wordScale = v128.load_splat<f32>(wordScales + id * F32);
    const placeScale = v128.load_splat<f32>(placeScales + <usize>t * F32);
    const to = x + <usize>t * WIDTH * F32;
    for (let i: usize = 0; i < <usize>WIDTH; i += 8) {
      const a = v128.load_ext<i8>(word + i);
      const b = v128.load_ext<i8>(place + i);
      v128.store(to + i * F32, f32x4.add(low(a, wordScale), low(b, placeScale)));
      v128.store(to + i * F32 + 16, f32x4.add(high(a, wordScale), high(b, placeScale)));
    }
    norm(to, weight, bias);
  }
}

/** x = norm(x + y), row by row. */
export function addNorm(x: usize, y: usize, n: i32, weight: usize, bias: usize): void {
  const bytes = <usize>WIDTH * F32;
  for (let t = 0; t < n; t++) {
    const row = x + <usize>t * bytes;
    const other = y + <usize>t * bytes;
    for (let i: usize = 0; i < bytes; i += 16) {
      v128.store(row + i, f32x4.add(v128.load(row + i), v128.load(other + i)));
    }
    norm(row, weight, bias);
  }
}

function norm(row: usize, weight: usize, bias: usize): void {
  const end = row + <usize>WIDTH * F32;
  let total = f32x4.splat(0);
  for (let p = row; p < end; p += 16) total = f32x4.add(total, v128.load(p));
  const mean = f32x4.splat(sum(total) / <f32>WIDTH);
  let squares = f32x4.splat(0);
  for (let p = row; p < end; p += 16) {
    const d = f32x4.sub(v128.load(p), mean);
    squares = f32x4.add(squares, f32x4.mul(d, d));
  }
  const by = f32x4.splat(1 / sqrt<f32>(sum(squares) / <f32>WIDTH + <f32>1e-12));
  for (let i: usize = 0; i < <usize>WIDTH * F32; i += 16) {
    const d = f32x4.mul(f32x4.sub(v128.load(row + i), mean), by);
    v128.store(row + i, f32x4.add(f32x4.mul(d, v128.load(weight + i)), v128.load(bias + i)));
  }
}

// @ts-ignore: decorator
@inline
function low(v: v128, scale: v128): v128 {
  return f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(v)), scale);
}

// @ts-ignore: decorator
@inline
function high(v: v128, scale: v128): v128 {
  return f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(v)), scale);
}
