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
  unit(out, 1);
}

/** Brings each of `n` rows to length one, in place; a row of zeros stays. */
export function unit(x: usize, n: i32): void {
  const bytes = <usize>WIDTH * F32;
  for (let t: usize = 0; t < <usize>n; t++) {
    const row = x + t * bytes;
    const length = sqrt<f32>(dot(row, row));
    const by = f32x4.splat(length > 0 ? 1 / length : 0);
    for (let i: usize = 0; i < bytes; i += 16) v128.store(row + i, f32x4.mul(v128.load(row + i), by));
  }
}

/** For each of `n` question rows, how near the nearest of `m` text rows comes. Rows have length one. */
export function maxSim(question: usize, n: i32, text: usize, m: i32, out: usize): void {
  const bytes = <usize>WIDTH * F32;
  for (let i: usize = 0; i < <usize>n; i++) {
    let best: f32 = -1;
    for (let j: usize = 0; j < <usize>m; j++) best = max(best, dot(question + i * bytes, text + j * bytes));
    store<f32>(out + i * F32, best);
  }
}

function dot(a: usize, b: usize): f32 {
  let even = f32x4.splat(0), odd = f32x4.splat(0);
  for (let i: usize = 0; i < <usize>WIDTH * F32; i += 32) {
    even = f32x4.add(even, f32x4.mul(v128.load(a + i), v128.load(b + i)));
    odd = f32x4.add(odd, f32x4.mul(v128.load(a + i, 16), v128.load(b + i, 16)));
  }
  return sum(f32x4.add(even, odd));
}
