/** Cuts every long text in a value of the vendor's (prompts, tool schemas), and says that it did. */
export function cutLong(value: unknown, deep = 3): unknown {
  if (typeof value === 'string')
    return SHORT.test(value) ? value : `[cut: ${value.length} characters of the vendor's text]`;
  if (typeof value !== 'object' || value === null) return value;
  if (deep === 0) return '[cut]';
  if (Array.isArray(value)) {
    const kept = value.slice(0, 2).map((item) => cutLong(item, deep - 1));
    return value.length > 2 ? [...kept, `[cut: ${value.length - 2} more]`] : kept;
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutLong(item, deep - 1)]));
}

/** Ids, hashes and times are kept, and what is no more than a few words. */
const SHORT = /^(?:[\w:.-]{0,64}|.{0,40})$/;
