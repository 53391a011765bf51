import type { Scope } from '@sqrl/base/model/memory.ts';
import { matchesOf } from '@sqrl/base/text/matches.ts';

export function namedFilesAndSymbols(whole: string): { files: string[]; symbols: string[] } {
  const text = whole.slice(0, MAX_STATEMENT_CHARS);
  const files = unique(matchesOf(PATH, text).map(([path]) => path.replace(/^@|^\.\/|[.,:]+$/g, '')));
  const rest = files.reduce((left, file) => left.replaceAll(file, ' '), text);
  const symbols = unique(matchesOf(SYMBOL, rest).map(([symbol]) => symbol.replace(/\(\)$/, '')));
  return {
    files: files.slice(0, MAX_MENTIONS),
    symbols: symbols.filter((each) => !NAMES.test(each)).slice(0, MAX_MENTIONS),
  };
}

/** The folder a statement is limited to, where it names one as the place it is about and not as what it says. */
function mentionedFolder(text: string): string | null {
  const found = FOLDER.exec(text);
  if (!found || PLACING.test(text)) return null;
  const folder = (found[1] ?? found[2])!.replace(/^@|^\.\/|\/$|`/g, '');
  return /\.\w{1,5}$/.test(folder) ? null : folder;
}

const MAX_MENTIONS = 6;
/** In characters: what somebody says in one statement is shorter. */
const MAX_STATEMENT_CHARS = 1000;
const ENDING =
  '(?:[cm]?[jt]sx?|json|ya?ml|toml|md|mdx|py|rs|go|java|kt|rb|php|cs|cpp|c|h|css|scss|html|sql|sh|env|lock|proto|graphql|vue|svelte|txt|xml|ini|cfg|prisma|tf)';
const PATH = new RegExp(
  `(?<![\\w:/])@?(?:\\.{1,2}/)?(?:[\\w.@-]+/)+(?:[\\w.@-]*\\w)?|(?<![\\w:/.])@?\\.?[\\w-]+(?:\\.[\\w-]+)*\\.${ENDING}\\b(?![\\w/])`,
  'g',
);
const SYMBOL =
  /(?<![\w./-])(?:[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+(?:\(\))?|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+(?:\(\))?|[a-z]\w*\(\))(?![\w/-])/g;
const NAMES =
  /^(?:camelCase|snake_case|PascalCase|JavaScript|TypeScript|GitHub|GitLab|PostgreSQL|MongoDB|OpenAI|macOS|iOS|ESLint|VSCode|NodeJS|NextJS|kebab_case|SCREAMING_SNAKE_CASE|DynamoDB|GraphQL|YouTube|LinkedIn|WebSocket|DevOps|OAuth)$/;
const FOLDER =
  /\b(?:in|inside|under|within|below|dans|im|in|en|unter)(?: the| our| le| la| el| dem| der)? (`?@?(?:[\w.@-]+\/)+(?:[\w.@-]*\w)?\/?`?)(?![\w.])|\b(?:in|inside|under|within)(?: the| our) `?([\w.-]+)`? (?:folder|directory|package|workspace)\b/i;
/** Verbs whose place is what is said. */
const PLACING =
  /\b(?:put|place|store|keep|create|add|move|live|lives|write|save|located|stored|kept|defined|found|generated|is|are|belongs?|goes?|sits?|should be|must be|mets|crée|lege|pon)\b[^,]*\b(?:in|inside|under|within|into|dans|en)\b/i;

const unique = (list: string[]): string[] => [...new Set(list.filter((each) => each.length > 1))];

/** Where a statement holds: in the project, unless its words say otherwise. */
export function scopeOf(text: string, isFact: boolean): { scope: Scope; scopeOf: string | null } {
  if (EVERYWHERE.test(text)) return { scope: 'global', scopeOf: null };
  // What a fact names as a place is what it says.
  const folder = isFact ? null : mentionedFolder(text);
  return folder ? { scope: 'path', scopeOf: folder } : { scope: 'project', scopeOf: null };
}

const EVERYWHERE =
  /\b(?:in|across|for) (?:all|every|each|any)(?: of)? (?:my|our) (?:projects?|repos?|repositories|codebases)\b|\bin (?:every|any|all) (?:projects?|repos?|repositor(?:y|ies))\b|^(?!.*\b(?:stop|don't|never|no)\b).*\beverywhere$|\bin general,? i\b|\bgenerally,? i\b|\bi (?:generally|always|never) (?:prefer|want|use)\b|\bno matter (?:which|what) (?:project|repo)\b|\bdans tous mes projets\b|\bpartout\b|\bin allen (?:meinen )?projekten\b|(?<!\w)überall\b|\ben todos mis proyectos\b|\ben todas partes\b/i;
