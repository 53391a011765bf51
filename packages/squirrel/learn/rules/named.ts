import {
  COLOR,
  COMMENT,
  EMOJI,
  SPACE_INDENT,
  TAB_INDENT,
  type TextPattern,
} from '@sqrl/base/model/rule-trigger.ts';
import { NAME_STYLES } from './globs.ts';

/** What people call files, signs and languages by, as data of the compiler. */

/** Up to four words that describe what is meant. */
const OURS = "(?:[\\w'’-]+ ){0,4}";

const FILES: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`^${OURS}(?:auto-?)?generated (?:\\w+ )?(?:files|code)$`),
    'generated/ __generated__/ *.generated.* *_generated.* *.pb.go *_pb2.py *.g.dart',
  ],
  [new RegExp(`^${OURS}lock ?files?$`), '*.lock package-lock.json pnpm-lock.yaml bun.lockb go.sum'],
  [new RegExp(`^${OURS}(?:database |db )?migrations?(?: files)?$`), 'migrations/ migrate/ drizzle/*.sql'],
  [new RegExp(`^${OURS}snapshots?(?: files?)?(?: or .*)?$`), '*.snap __snapshots__/ snapshots/'],
  [
    new RegExp(`^${OURS}(?:compiled|built|build|bundled) (?:files|output|artifacts|assets)$`),
    'dist/ build/ out/',
  ],
  [new RegExp(`^${OURS}vendor(?:ed)? (?:files|code)$`), 'vendor/ third_party/'],
  [new RegExp(`^${OURS}(?:ci|github actions?) (?:config|workflows?|files)$`), '.github/workflows/'],
];

/** The globs of what must not be committed, by what it is called. */
export const secretFiles = (words: string): string[] =>
  /^(?:any |the |your |local |real )*(?:secrets?|credentials?|api keys?|keys|tokens?|passwords?)\b/.test(
    words,
  )
    ? ['<secrets>']
    : [];

/** "New file names must be `snake_case`": the glob of those that are not. */
export function misnamedFiles(rule: string): string[] {
  const [, style] =
    /\b(?:file ?names?|files|names of files)\b[^.\n]{0,60}?\b(kebab-case|snake_case|camelcase|pascalcase)\b/i.exec(
      rule,
    ) ??
    /\b(kebab-case|snake_case|camelcase|pascalcase)`?\*{0,2} (?:for|in) (?:all |new )?(?:file ?names?|files)\b/i.exec(
      rule,
    ) ??
    [];
  const name = style?.toLowerCase() ?? '';
  return NAME_STYLES.has(name) ? [`<not ${name}>`] : [];
}

/** The globs of files that are called by what they are: "lock files", "the target directory". */
export const namedFiles = (words: string): string[] => {
  const noun = words.replace(/(?: (?:directly|manually|by hand|yourself|in place|at all|ever))+$/, '');
  const known = FILES.flatMap(([name, globs]) => (name.test(noun) ? globs.split(' ') : []));
  const [, folder] =
    /^(?:(?:all |any )?files (?:in|under|inside|below) )?(?:the |any |existing )*([a-z][\w.-]{2,}) (?:folders?|director(?:y|ies))\b/.exec(
      words,
    ) ?? [];
  return known.length > 0 || folder === undefined || COMMON_FOLDER.test(folder) ? known : [`${folder}/`];
};

const COMMON_FOLDER =
  /^(?:new|other|these|those|this|that|all|root|current|working|source|parent|project|whole|entire|home|empty|nested|separate|top-level|user|temp|temporary|same|different|existing|shared|another|extra|additional)$/;

const NEW_FILES: ReadonlyMap<string, string> = new Map([
  ['docs', 'docs/ *.md'],
  ['documentation', '*.md'],
  ['markdown', '*.md'],
  ['readme', 'README*'],
  ['readmes', 'README*'],
  ['javascript', '*.js *.jsx'],
  ...'md mdx txt sh json yml yaml css scss sql js jsx'.split(' ').map((kind) => [kind, `*.${kind}`] as const),
]);

/** The globs of new files of a kind: "md", "docs/README". */
export function newFiles(word: string): string[] {
  const parts = word
    .toLowerCase()
    .replace(/^\*?\./, '')
    .split('/');
  return parts.every((part) => NEW_FILES.has(part))
    ? parts.flatMap((part) => NEW_FILES.get(part)!.split(' '))
    : [];
}

const CODE = 'ts tsx js jsx mjs py rs go rb java kt cs cpp c h swift php vue svelte';
const SCRIPTS = 'ts tsx js jsx mjs cjs vue svelte';

/** `name` is what a clause begins with; the text is looked for in files with these endings. */
const SIGNS: readonly (TextPattern & { name: RegExp; kinds: string })[] = [
  ...signs('the )?em[- ]?dash(?:es)?\\b', 'any', '*', ['—']),
  ...signs('any |the )*emojis?\\b', 'any', '*', [EMOJI]),
  ...signs('any |the )*default exports?\\b', 'code', SCRIPTS, ['export default', 'as default']),
  ...signs('any |the )*(?:todos?|fixmes?)\\b', 'any', CODE, ['TODO', 'FIXME']),
  ...signs('an |the |any |code )*comments?(?:$| (?:to|in|on) (?:the |your )?code\\b)', 'comment', CODE, [
    COMMENT,
  ]),
  ...signs('any |the )*console(?: log(?:s|ging)?| statements?)\\b', 'code', SCRIPTS, ['console.*']),
  ...signs('the )?vars?(?:$| (?:declarations?|ever|in)\\b)', 'code', SCRIPTS, ['var']),
  ...signs('any |the |typescript |new )*enums?\\b', 'code', 'ts tsx', ['enum']),
  ...signs('any |the |flaky |arbitrary |fixed |hard-?coded )*sleeps?\\b', 'code', CODE, [
    'sleep()',
    'sleep_for()',
    'usleep()',
  ]),
  ...signs('any |the )*any(?: types?)?(?:$| (?:everywhere|anywhere|in)\\b)', 'code', 'ts tsx mts cts vue', [
    'any',
  ]),
  ...signs(
    '(?:hardcoded|raw|inline) |any |the |a )*(?:(?<=hardcoded )(?:the )?colou?rs?|hex(?:adecimal)?|rgb)(?: (?:values?|codes?|literals?|colou?rs?))?(?:$| (?:directly|in)\\b)',
    'any',
    'css scss less tsx jsx vue svelte html',
    [COLOR],
  ),
  ...signs('any |the )*tabs?\\b(?! ?bar)', 'any', CODE, [TAB_INDENT]),
  ...signs('any |the |[248] )*spaces?(?:$| for indent)', 'any', CODE, [SPACE_INDENT]),
];

function signs(name: string, where: TextPattern['where'], kinds: string, texts: readonly string[]) {
  return texts.map((text) => ({ name: new RegExp(`^(?:${name}`), text, where, kinds }));
}

/** Signs that are called by their names, and the endings of the files that they are looked for in. */
export const namedSigns = (words: string): (TextPattern & { places: string[] })[] =>
  SIGNS.flatMap(({ name, text, where, kinds }) =>
    words.split(/ (?:or|and) (?:use )?/).some((part) => name.test(part))
      ? { text, where, places: endingGlobs(kinds) }
      : [],
  );

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\btypescript\b|(?:^|\W)\.tsx?\b/, 'ts tsx mts cts vue svelte'],
  [/\bjavascript\b/, 'js jsx mjs cjs ts tsx vue svelte'],
  [/\bpython\b|\bdocstrings?\b/, 'py pyi'],
  [/\brust\b/, 'rs'],
  [/\bc\+\+(?!\w)/, 'cpp cc cxx h hpp'],
  [/\bc#/, 'cs'],
  [/\bruby\b/, 'rb erb'],
  [/\bkotlin\b/, 'kt kts'],
  [/\bswift\b/, 'swift'],
  [/\b(?:golang|go code)\b/, 'go'],
  [/\b(?:css|stylesheets?)\b/, 'css scss less vue svelte'],
  [
    /\bin (?:[\w`-]+ ){0,2}`?\*?\.md\b|\b(?:in|to) (?:the )?(?:docs|documentation|readme|markdown)\b/,
    'md mdx rst txt adoc',
  ],
  [/\bsql\b/, 'sql'],
];

/** The endings of the files that a rule is about, as globs; empty where it does not say. */
export function kindGlobs(rule: string): string[] {
  const words = rule.toLowerCase().replace(/https?:\S{1,300}/g, '');
  return [...new Set(KINDS.flatMap(([name, endings]) => (name.test(words) ? endingGlobs(endings) : [])))];
}

const endingGlobs = (endings: string): string[] =>
  endings.split(' ').map((ending) => (ending === '*' ? ending : `*.${ending}`));
