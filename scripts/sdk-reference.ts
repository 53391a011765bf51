// Writes the reference in docs/SDK.md from the doc comments of the SDK's public types.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isolatedDeclarationSync } from 'rolldown/experimental';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The page, and the line after which the reference begins. */
const PAGE = `${root}docs/SDK.md`;
const BEGIN =
  '<!-- The rest is made by `npm run sdk-reference` from packages/sdk/types.ts and packages/sdk/window/. -->';

/** Files with public types, and those of the working memory. */
const TYPES = ['sdk/types.ts', 'squirrel/mcp/kept-memories.ts'];
const WINDOW = ['context-window', 'message-window', 'item'].map((name) => `packages/sdk/window/${name}.ts`);

/** The whole page with a reference that is as the types are. */
export function currentPage(): string {
  const page = readFileSync(PAGE, 'utf8');
  const [before] = page.split(BEGIN);
  const types = TYPES.map((path) => referenceOf(readFileSync(`${root}packages/${path}`, 'utf8'))).join('\n');
  const window = WINDOW.map((path) => referenceOf(declared(path))).join('\n');
  return `${before}${BEGIN}\n\n## Reference\n\n${types}\n## Reference of the working memory\n\n${window}`;
}

/** The declarations of a file, indented as its source: classes without what they do. */
function declared(path: string): string {
  const { code } = isolatedDeclarationSync(path, readFileSync(`${root}${path}`, 'utf8'));
  return code
    .replace(/^(\t+)(\*?)/gm, (_, tabs, star) => `${'  '.repeat(tabs.length)}${star && ' *'}`)
    .replace(/^ {2}#private;\n/gm, '')
    .replaceAll('"', "'");
}

/** Every type with its comment and its members with theirs. Relies on the formatter: members are indented by two. */
function referenceOf(source: string): string {
  const blocks = source.matchAll(
    /^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(?:export )?(?:declare )?(?:(?:interface|class) (\w+)[^\n]*\{\n([\s\S]*?)\n\}|type (\w+[\s\S]*?);)\n(?![ }])/gm,
  );
  return [...blocks]
    .map(([, comment, name, body, alias]) =>
      [
        `### ${name ?? /^\w+/.exec(alias!)![0]}`,
        '',
        plain(comment!),
        '',
        ...(alias === undefined ? membersIn(body!) : [`\`type ${alias.replace(/\s+/g, ' ')}\``]),
        '',
      ].join('\n'),
    )
    .join('\n');
}

/** A line for each member; one ends with the semicolon of a line that is indented by two. */
function membersIn(body: string): string[] {
  const members: string[] = [];
  let comment = '';
  let signature = '';
  for (const line of body.split('\n')) {
    if (signature === '' && line.trim() === '') continue;
    if (signature === '' && /^ {2}(?:\/\*\*| \*)/.test(line))
      comment += `${line.replace(/\/\*\*|\*\//g, '')}\n`;
    else if (!/^\s+\/\*\*/.test(line)) signature += `${line}\n`;
    if (!/^ {2}\S.*;$/.test(line) || signature === '') continue;
    const text = plain(comment);
    members.push(
      `- \`${signature.trim().replace(/;$/, '').replace(/\s+/g, ' ')}\`${text ? `: ${text}` : ''}`,
    );
    [comment, signature] = ['', ''];
  }
  return members;
}

/** A comment as one line. */
const plain = (comment: string): string =>
  comment
    .replace(/^\s*\*/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

if (import.meta.main) writeFileSync(PAGE, currentPage());
