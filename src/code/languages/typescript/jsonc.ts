/** Reads JSON with comments and commas after the last item; undefined for what is none. */
export function parseJsonc(text: string): unknown {
  const bare = text
    // What nothing closes goes to the end: to look for its end again from each sign would take the square of the length.
    .replace(/"(?:\\[\s\S]?|[^"\\])*(?:"|$)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, (match) =>
      match[0] === '"' ? match : '',
    )
    .replace(/"(?:\\[\s\S]?|[^"\\])*(?:"|$)|,(?=\s*[}\]])/g, (match) => (match[0] === '"' ? match : ''));
  try {
    return JSON.parse(bare.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
