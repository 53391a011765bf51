/** What stands between the fences of a Markdown text. */
export interface Fence {
  language: string;
  text: string;
}

/** What stands between fences, and what stands around them. */
export function fencesIn(markdown: string): { fences: Fence[]; prose: string } {
  const fences: Fence[] = [];
  const prose: string[] = [];
  let open: { mark: string; language: string; lines: string[] } | null = null;
  const close = () => {
    if (open) fences.push({ language: open.language, text: open.lines.join('\n') });
    open = null;
  };
  for (const line of markdown.split('\n')) {
    const [, mark, rest = ''] = /^(`{3,}|~{3,})([^`]*)$/.exec(line) ?? [];
    if (open === null && mark !== undefined) open = { mark, language: rest.trim(), lines: [] };
    else if (open && mark?.startsWith(open.mark) && rest.trim() === '') close();
    else (open ? open.lines : prose).push(line);
  }
  close();
  return { fences, prose: prose.join('\n') };
}
