/** Cuts texts into batches limited by count and by characters; a text longer than that goes alone. */
export function batches(texts: readonly string[], most: { count: number; characters: number }): string[][] {
  const cut: string[][] = [];
  let size = 0;
  for (const text of texts) {
    const last = cut.at(-1);
    if (last && last.length < most.count && size + text.length <= most.characters) {
      last.push(text);
      size += text.length;
    } else {
      cut.push([text]);
      size = text.length;
    }
  }
  return cut;
}
