/** Whether a version of this product is newer than another; what is not a version is older than any. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)];
  for (const [i, part] of a.entries()) if (part !== b[i]) return part > b[i]!;
  return false;
}

/** One that is still to come stands before the one it comes to: 1.0.0-rc.1 is older than 1.0.0. */
function numbersOf(version: string): number[] {
  const [, major, minor, patch, early] = /^(\d+)\.(\d+)\.(\d+)(-.*)?/.exec(version) ?? [];
  if (major === undefined) return [-1, 0, 0, 0, 0];
  const nth = early === undefined ? 0 : Number(/\d+$/.exec(early)?.[0] ?? 0);
  return [Number(major), Number(minor), Number(patch), early === undefined ? 1 : 0, nth];
}
