/** What stands between a tag and its end; empty where it does not occur. */
export function inTag(said: string, tag: string): string {
  const start = said.indexOf(`<${tag}>`);
  const end = start < 0 ? -1 : said.indexOf(`</${tag}>`, start);
  return end < 0 ? '' : said.slice(start + tag.length + 2, end).trim();
}
