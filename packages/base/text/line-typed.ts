/** A line of a file as people and editors write it, `src/cart.ts:12` or `src/cart.ts:12:5`; undefined where it is none. */
export function lineTyped(typed: string): { path: string; line: number } | undefined {
  const [, path, line] = /^(.+?):([1-9]\d{0,6})(?::\d{1,6})?$/.exec(typed) ?? [];
  return path === undefined || /^(?:said|commit)$/.test(path) ? undefined : { path, line: Number(line) };
}
