/** The words two texts share, whatever their case; what the demo may claim depends on it. */
export function sharedWords(one: string, other: string): string[] {
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const others = words(other);
  return [...words(one)].filter((word) => others.has(word));
}
