/** The same work for texts that come again and again, done once each; what was met longest ago is forgotten in bulk. */
export function remembered<T>(work: (text: string) => T, most: number): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let made = known.get(text);
    if (made === undefined && !known.has(text)) {
      made = work(text);
      if (known.size >= most) known.clear();
      known.set(text, made);
    }
    return made as T;
  };
}
