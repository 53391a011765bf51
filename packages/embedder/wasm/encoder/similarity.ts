import { F32, WIDTH, sum } from './shape';

/** The mean of `n` rows, at length one. */
export function mean(x: usize, n: i32, out: usize): void {
  const bytes = <usize>WIDTH * F32;
  const by = f32x4.splat(1 / <f32>n);
  for (let i: usize = 0; i < bytes; i += 16) {
    let total = f32x4.splat(0);
    for (let t: usize = 0; t < <usize>n; t++) total = f32x4.add(total, v128.load(x + t * bytes + i));
    v128.store(out + i, f32x4.mul(total, by));
  }
  unit(out);
}

/** Brings a row to length one, in place; a row of zeros stays. */
function unit(row: usize): void {
  const length = sqrt<f32>(dot(row, row));
  const by = f32x4.splat(length > 0 ? 1 / length : 0);
  for (let i: usize = 0; i < <usize>WIDTH * F32; i += 16) v128.store(row + i, f32x4.mul(v128.load(row + i), by));
}

/**
 * For each of `n` question rows, the cosine with the nearest of `m` text rows. Rows are of eight bits, at whatever scale:
 * a cosine does not ask how long they are. The sums stay below 2^24, so that singles hold them exactly.
 */
export function maxSim(question: usize, n: i32, text: usize, m: i32, out: usize): void {
  const ends = out + <usize>n * F32;
  for (let o = out; o < ends; o += F32) store<f32>(o, -f32.MAX_VALUE);
  for (let j: usize = 0; j < <usize>m; j++) {
    const row = text + j * WIDTH;
    const by = inverse(dotOfBytes(row, row));
    for (let o = out, p = question; o < ends; o += F32, p += WIDTH)
      store<f32>(o, max(load<f32>(o), <f32>dotOfBytes(p, row) * by));
  }
  for (let o = out, p = question; o < ends; o += F32, p += WIDTH)
    store<f32>(o, max<f32>(-1, load<f32>(o) * inverse(dotOfBytes(p, p))));
}

/** One through a row's length; nothing is near a row of zeros. */
function inverse(square: i32): f32 {
  return square > 0 ? 1 / sqrt<f32>(<f32>square) : 0;
}

function dotOfBytes(a: usize, b: usize): i32 {
  let low = i32x4.splat(0), high = i32x4.splat(0);
  for (let i: usize = 0; i < <usize>WIDTH; i += 16) {
    const x = v128.load(a + i), y = v128.load(b + i);
    low = i32x4.add(low, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(x), i16x8.extend_low_i8x16_s(y)));
    high = i32x4.add(high, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(x), i16x8.extend_high_i8x16_s(y)));
  }
  const v = i32x4.add(low, high);
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + (i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3));
}

function dot(a: usize, b: usize): f32 {
  let even = f32x4.splat(0), odd = f32x4.splat(0);
  for (let i: usize = 0; i < <usize>WIDTH * F32; i += 32) {
    even = f32x4.add(even, f32x4.mul(v128.load(a + i), v128.load(b + i)));
    odd = f32x4.add(odd, f32x4.mul(v128.load(a + i, 16), v128.load(b + i, 16)));
  }
  return sum(f32x4.add(even, odd));
}
