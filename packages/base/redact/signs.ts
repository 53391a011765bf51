/** Tests character codes by a table of ASCII signs: it is asked of every letter of long texts. */
export function signTest(signs: RegExp): (code: number) => boolean {
  const table = Uint8Array.from({ length: 128 }, (_, code) => Number(signs.test(String.fromCharCode(code))));
  return (code) => table[code] === 1;
}

/** The index of the last of the sorted places that is not behind `place`; -1 where all are. */
export function lastAtMost(sorted: readonly number[], place: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
