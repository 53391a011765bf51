import { exp4 } from './exp';
import { F32, HEAD, WIDTH, largest, sum } from './shape';

/**
 * Multi-head attention over one text: `qkv` holds query, key and value of each token side by side.
 * `scratch` needs (HEAD + 1) * n floats, n rounded up to 32.
 */
export function attend(qkv: usize, n: i32, out: usize, scratch: usize): void {
  const padded = (n + 31) & ~31;
  const stride = <usize>WIDTH * 3 * F32;
  const keyStride = <usize>padded * F32;
  const scores = scratch + <usize>HEAD * keyStride;
  const root: f32 = <f32>1 / sqrt<f32>(<f32>HEAD);
  for (let head = 0; head < WIDTH; head += HEAD) {
    const queries = qkv + <usize>head * F32;
    const values = queries + <usize>WIDTH * 2 * F32;
    transpose(queries + <usize>WIDTH * F32, stride, n, scratch, keyStride);
    for (let t = 0; t < n; t++) {
      const query = queries + <usize>t * stride;
      for (let j: usize = 0; j < <usize>padded; j += 32) {
        rowTimes(query, HEAD, scratch + j * F32, keyStride, root, scores + j * F32);
      }
      const whole = softmax(scores, n);
      rowTimes(scores, n, values, stride, 1 / whole, out + (<usize>t * WIDTH + head) * F32);
    }
  }
}

/** Keys of one head, turned so that one dimension of all tokens lies together. */
function transpose(keys: usize, stride: usize, n: i32, to: usize, toStride: usize): void {
  for (let d: usize = 0; d < <usize>HEAD; d++) {
    const line = to + d * toStride;
    for (let t: usize = 0; t < <usize>n; t++) store<f32>(line + t * F32, load<f32>(keys + t * stride + d * F32));
    for (let end = line + <usize>n * F32; end < line + toStride; end += F32) store<f32>(end, 0);
  }
}

/** out[0..32) = by * sum over i of row[i] * matrix[i][0..32). */
function rowTimes(row: usize, n: i32, matrix: usize, stride: usize, by: f32, out: usize): void {
  let a = f32x4.splat(0), b = f32x4.splat(0), c = f32x4.splat(0), d = f32x4.splat(0);
  let e = f32x4.splat(0), f = f32x4.splat(0), g = f32x4.splat(0), h = f32x4.splat(0);
  let m = matrix;
  const end = row + <usize>n * F32;
  for (let p = row; p < end; p += F32) {
    const x = v128.load_splat<f32>(p);
    a = f32x4.add(a, f32x4.mul(x, v128.load(m)));
    b = f32x4.add(b, f32x4.mul(x, v128.load(m, 16)));
    c = f32x4.add(c, f32x4.mul(x, v128.load(m, 32)));
    d = f32x4.add(d, f32x4.mul(x, v128.load(m, 48)));
    e = f32x4.add(e, f32x4.mul(x, v128.load(m, 64)));
    f = f32x4.add(f, f32x4.mul(x, v128.load(m, 80)));
    g = f32x4.add(g, f32x4.mul(x, v128.load(m, 96)));
    h = f32x4.add(h, f32x4.mul(x, v128.load(m, 112)));
    m += stride;
  }
  const scale = f32x4.splat(by);
  v128.store(out, f32x4.mul(a, scale));
  v128.store(out, f32x4.mul(b, scale), 16);
  v128.store(out, f32x4.mul(c, scale), 32);
  v128.store(out, f32x4.mul(d, scale), 48);
  v128.store(out, f32x4.mul(e, scale), 64);
  v128.store(out, f32x4.mul(f, scale), 80);
  v128.store(out, f32x4.mul(g, scale), 96);
  v128.store(out, f32x4.mul(h, scale), 112);
}

/** Turns `n` scores into e^(score - highest) in place and returns their sum. */
function softmax(scores: usize, n: i32): f32 {
  const end = scores + <usize>n * F32;
  // The tail of the last four lanes must neither be the highest nor count.
  for (let p = end; p < scores + <usize>((n + 3) & ~3) * F32; p += F32) store<f32>(p, -1e30);
  let peak = f32x4.splat(-1e30);
  for (let p = scores; p < end; p += 16) peak = f32x4.pmax(peak, v128.load(p));
  const top = f32x4.splat(largest(peak));
  let whole = f32x4.splat(0);
  for (let p = scores; p < end; p += 16) {
    const e = exp4(f32x4.sub(v128.load(p), top));
    v128.store(p, e);
    whole = f32x4.add(whole, e);
  }
  return sum(whole);
}
