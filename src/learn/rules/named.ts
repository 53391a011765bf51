import { EMOJI, type TextPattern } from '../../model/rule-trigger.ts';

/** What people call files, signs and languages by, as data of the compiler. */

const OURS = '(?:the |any |our |your |existing |old |new )*';

const FILES: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`^${OURS}(?:auto-?)?generated (?:files|code)$`),
    'generated/ __generated__/ *.generated.* *_generated.* *.pb.go *_pb2.py *.g.dart',
  ],
  [new RegExp(`^${OURS}lock ?files?$`), '*.lock package-lock.json pnpm-lock.yaml bun.lockb go.sum'],
  [new RegExp(`^${OURS}(?:database |db )?migrations?(?: files)?$`), 'migrations/'],
  [new RegExp(`^${OURS}vendor(?:ed)? (?:files|code)$`), 'vendor/ third_party/'],
  [new RegExp(`^${OURS}(?:ci|github actions?) (?:config|workflows?|files)$`), '.github/workflows/'],
];

/** The globs of files that are called by what they are. */
export const namedFiles = (words: string): string[] =>
  FILES.flatMap(([name, globs]) => (name.test(words) ? globs.split(' ') : []));

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

const SIGNS: readonly (TextPattern & { name: RegExp; kinds: string })[] = [
  { name: /^(?:the )?em[- ]dash(?:es)?\b/, text: '—', where: 'any', kinds: '*' },
  { name: /^(?:any |the )*emojis?\b/, text: EMOJI, where: 'any', kinds: '*' },
  { name: /^default exports?\b/, text: 'export default', where: 'code', kinds: 'ts tsx js jsx mjs' },
  {
    name: /^(?:any |the )*todos?\b/,
    text: 'TODO',
    where: 'any',
    kinds: 'ts tsx js jsx py rs go rb java kt cs cpp c h swift php vue svelte',
  },
  {
    name: /^any(?: types?)?(?:$| (?:everywhere|anywhere|in)\b)/,
    text: 'any',
    where: 'code',
    kinds: 'ts tsx mts cts vue',
  },
];

/** Signs that are called by their names, and the endings of the files that they are looked for in. */
export const namedSigns = (words: string): (TextPattern & { kinds: string[] })[] =>
  SIGNS.flatMap(({ name, text, where, kinds }) =>
    name.test(words) ? { text, where, kinds: kinds.split(' ') } : [],
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
  [/\b(?:in|to) (?:the )?(?:docs|documentation|readme|markdown)\b/, 'md mdx rst txt adoc'],
  [/\bsql\b/, 'sql'],
];

/** The endings of the files that a rule is about; empty where it does not say. */
export const kindsIn = (rule: string): string[] => [
  ...new Set(KINDS.flatMap(([name, endings]) => (name.test(rule.toLowerCase()) ? endings.split(' ') : []))),
];
