/** Reads JSON with comments and commas after the last item; undefined for what is none. */
export function parseJsonc(text: string): unknown {
  const bare = text
    .replace(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (match) => (match[0] === '"' ? match : ''))
    .replace(/"(?:\\.|[^"\\])*"|,(?=\s*[}\]])/g, (match) => (match[0] === '"' ? match : ''));
  try {
    return JSON.parse(bare.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
