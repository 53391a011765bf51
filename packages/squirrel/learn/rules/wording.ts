import { RIVALS } from '@sqrl/base/shell/programs.ts';

/**
 * Ways of saying the same, brought to the few that the grammar knows. Each is a rule of wording, not of any project. Of 70 such
 * rules 10 made a difference to 131 labelled rules and 3,824 real ones, of files and prompts.
 */
const ENGLISH: readonly (readonly [RegExp, string])[] = [
  // What is liked better is advice, up to what is said without a liking.
  [
    /(?<![\w`-])(?:(?:is |are )?preferred (?:to|over)|(?:i |we )?(?:always |strongly )?(?:prefer|bevorzugen?|préfér(?:er|ez|ons)|préfère|prefier[eo]))(?![\w-])(?:`[^`\n]{0,80}`|[^.;`\n]){0,200}?(?=[.;\n]|,? (?:and |but )?(?:never|don['’]t|do not|must)\b|$)/gi,
    '',
  ],
  // A call that needs leave is stopped, which is the moment to ask.
  [/(?<=[\w`] )(?:—|–|-) always (?:ask|confirm)(?: first)?\b/gi, 'is forbidden '],
  [
    /\b(?:(?:you|we|agents?) (?:are|may)|it is) (?:strictly )?(?:not allowed|forbidden|prohibited) to\b|\bunder no circumstances?\b|\b(?:no more|quit)\b/gi,
    'never',
  ],
  [/\b(?:is|are) (?:strictly )?(?:off[- ]limits|read[- ]only|immutable|frozen)\b/gi, 'must not be edited'],
  [/\bno (?:(?:direct|manual) )?(?:edits?|changes|modifications)(?: (?:to|in|of))?\b/gi, 'never edit'],
  [/\bpackage manager(?: is)?(?::?\*{0,2}|\*{0,2}:?) (?=\*{0,2}`?[a-z])/gi, '. Always use '],
  [/\b(?:in place of|as opposed to|in lieu of)\b/gi, 'instead of'],
  [/\bhard-cod(?=e|ing)/gi, 'hardcod'],
  [/\bleave no\b/gi, 'never leave'],
  // "Only change the css, nothing else."
  [
    /\bonly (edit|change|modify|touch|update)(?: (?:the|any))?(?: files?)?(?: (?:in|under|inside|within))?(?= )/gi,
    'never $1 anything outside',
  ],
];

/** What stands behind a Chinese "not", by its verb. */
const HAN_VERBS: readonly (readonly [string, string])[] = [
  ['使用|用|做', 'use'],
  ['修改|编辑|編輯|改动|触碰|动', 'edit'],
  ['提交', 'commit'],
  ['运行|執行|执行', 'run'],
  ['添加|引入', 'add'],
  ['创建|新建', 'create'],
  ['删除', 'delete'],
];

const HAN_SIGNS: ReadonlyMap<string, string> = new Map(
  [...'，、。；：（）'].map((sign, i) => [sign, [', ', ', ', '. ', '; ', ': ', ' (', ') '][i]!]),
);

/** Verbs of prohibition and choice in other languages, where the things themselves are code. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [
    /(?:禁止|严禁|嚴禁|不要|不得|切勿|请勿|請勿|不允许|绝不|絕不|不(?=使用|用|添加|做|提交|修改|编辑|执行|运行|调用|创建|引入))(?:直接|手动|手動)?/g,
    ' never ',
  ],
  ...HAN_VERBS.map(([said, means]) => [new RegExp(`(?<= never )(?:${said})`, 'g'), `${means} `] as const),
  [/(?:必须|必須|只能|统一|一律)(?:使用|用)/g, ' always use '],
  [/而不是|而非/g, ' instead of '],
  [
    /(?<!\p{L})(?:niemals|nie|keine?n?|bitte nicht|keinesfalls|jamais|nunca|mai|никогда(?: не)?|нельзя)(?!\p{L})/giu,
    'never',
  ],
  [
    /(?<!\p{L})(?:anstatt|statt|anstelle von|au lieu de|plutôt que|en lugar de|en vez de|em vez de|ao invés de|invece di|вместо)(?!\p{L})/giu,
    'instead of',
  ],
  [/(?<!\p{L})(?:immer|toujours|siempre|sempre|всегда)(?!\p{L})/giu, 'always'],
  [
    /(?<!\p{L})(?:verwenden?|benutzen?|nutzen?|utilis(?:e|er|ez)|us(?:a|ar|es|are)|использ\p{L}+)(?!\p{L})/giu,
    'use',
  ],
];

/** "Poetry" is also the program. */
const RIVAL_NAME = new RegExp(
  `\\b(?:${RIVALS.flatMap(([, programs]) => programs)
    .map((name) => `${name[0]!.toUpperCase()}${name.slice(1)}`)
    .join('|')})\\b(?![./])`,
  'g',
);

/** A rule in the wording that the grammar reads. */
export function plainWording(rule: string): string {
  let text = rule.replace(RIVAL_NAME, (name) => name.toLowerCase());
  for (const [said, means] of ENGLISH) text = text.replace(said, means);
  if (!FOREIGN_SIGN.test(text)) return text;
  text = text.replace(/[，、。；：（）]/g, (sign) => HAN_SIGNS.get(sign)!);
  for (const [said, means] of FOREIGN) text = text.replace(said, means);
  return text;
}

/** Letters and words that English has not. */
const FOREIGN_SIGN =
  /[\p{Script=Cyrillic}\p{Script=Han}]|(?<!\p{L})(?:niemals|nie|nicht|statt|anstatt|immer|jamais|toujours|nunca|siempre|sempre|keine?n?|au lieu de|en lugar de|en vez de|em vez de)(?!\p{L})/iu;
