import { extname } from 'node:path/posix';

/** The code of a component's file: of Vue and Svelte what stands in `<script>`, with spaces for all else; others whole. */
export function scriptOf(path: string, source: string): string {
  if (!COMPONENTS.has(extname(path).toLowerCase())) return source;
  let code = '';
  for (let at = 0; ; ) {
    const tag = source.indexOf('<script', at);
    const start = tag === -1 ? -1 : source.indexOf('>', tag) + 1;
    if (start <= 0) return code + blank(source.slice(at));
    const found = source.indexOf('</script', start);
    const end = found === -1 ? source.length : found;
    code += blank(source.slice(at, start)) + source.slice(start, end);
    at = end;
  }
}

const COMPONENTS = new Set(['.vue', '.svelte']);

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
