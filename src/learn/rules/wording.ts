/** Ways of saying the same, brought to the few that the grammar knows. Each is a rule of wording, not of any project. */
const ENGLISH: readonly (readonly [RegExp, string])[] = [
  // A call that needs leave is stopped, which is the moment to ask.
  [
    /\bask(?: (?:the|me|for|user|first|permission|approval|confirmation|them)){0,4},? before (?=\w+ing\b)/gi,
    'never ',
  ],
  [
    /\bbefore (\w+ing [^,.\n]{1,120}), (?:you must |always |please |first ){0,2}(?:stop|ask|confirm|get|request|wait|check with)\b(?!:| yourself| whether)/gi,
    'never $1 without asking. ',
  ],
  [
    /(?<!\b(?:must|should|may|will|can) )\b(?:requires?|needs?) (?:\w+ ){0,2}(?:approval|permission|confirmation|consent|sign-?off)\b/gi,
    'is forbidden ',
  ],
  [/(?<=[\w`] )(?:—|–|-) always (?:ask|confirm)(?: first)?\b/gi, 'is forbidden '],
  [
    /\b(?:(?:you|we|agents?) (?:are|may)|you['’]re|it is|it['’]s) (?:strictly )?(?:not allowed|forbidden|prohibited|not permitted) to\b/gi,
    'never',
  ],
  [
    /\bunder no circumstances?(?: (?:should|may|must) you)?\b|\bat no (?:point|time)\b|\b(?:i|we) (?:do not|don['’]t) (?:want|need|like)(?: (?:you to|to see|any))?\b|\b(?:no more|quit)\b/gi,
    'never',
  ],
  [/\b(?:stay away from|keep (?:your )?hands off|leave alone|hands off)\b/gi, 'never touch'],
  [
    /\b(?:is|are) (?:strictly )?(?:off[- ]limits|read[- ]only|immutable|frozen|not yours to (?:edit|change))\b/gi,
    'must not be edited',
  ],
  [/\b(?:in place of|as opposed to|in lieu of)\b/gi, 'instead of'],
  [/\b(?:is |are |should be )?preferred (?:to|over)\b/gi, 'instead of'],
  // "`a` over `b`" where nothing else is said.
  [
    /(?<=^|[:;,(]|\s[—–-])(\s?\*{0,2}`[^`\n]{1,60}`\*{0,2}) over (\*{0,2}`[^`\n]{1,60}`)/gm,
    ' use $1 instead of $2',
  ],
  [/\(examples?: /gi, '(e.g. '],
  [/\bnever,? (?:ever,? )?under any circumstances?\b,?/gi, 'never'],
  [/\s#\s+(?=(?:never|do not|don['’]t)\b)/gi, '. '],
  [/\bcomment(?:ing)? out\b/gi, 'skip'],
  // "git add -A/."
  [
    /(?<![\w-])([a-z][a-z-]{1,30}(?: [a-z][a-z-]{1,30})?) (-{1,2}[\w-]{1,40})\/([-.][\w-]{0,40})(?=[\s).,;]|$)/g,
    '`$1 $2` or `$1 $3`',
  ],
  [/\bhand[- ]?edit/gi, 'edit'],
  [/\bauto-(?=commit|push|merge|deploy|publish)/gi, ''],
  [/\bleave no\b/gi, 'never leave'],
  [/\bleave (\S{1,80}(?: \S{1,40})?) alone\b/gi, 'never touch $1'],
  [/\bmak(?:e|ing) (?:any )?(?:changes|edits|modifications) (?:to|in)\b/gi, 'edit'],
  [
    /\bonly (create|add|write|make|run|commit|push|use|edit) ([^.,\n]{1,60}?) (?:if|when) (?:explicitly |you are |i ){0,2}(?:requested|asked|told|instructed|ask)\b/gi,
    'never $1 $2 unless asked',
  ],
  // "Only use `a` in `b/`" and "only change the css, nothing else".
  [
    /(`[^`\n]{1,80}`)(?: (?:is|are))?(?: (?:allowed|permitted|ok|okay|acceptable|fine|used|called|imported))? only (?:in|inside|within|under|from)\b/gi,
    'never use $1 outside',
  ],
  [/\bonly use (`[^`\n]{1,80}`) (?:in|inside|within|under)\b/gi, 'never use $1 outside'],
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
  ['抛出|抛', 'throw'],
  ['调用', 'call'],
  ['导入', 'import'],
  ['创建|新建', 'create'],
  ['删除', 'delete'],
];

const HAN_SIGNS: ReadonlyMap<string, string> = new Map(
  [...'，、。；：（）'].map((sign, i) => [sign, [', ', ', ', '. ', '; ', ': ', ' (', ') '][i]!]),
);

/** Verbs of prohibition and choice in other languages, where the things themselves are code. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/(`[^`\n]{1,80}`)\s?대신(?:에)?\s?(`[^`\n]{1,80}`)/g, 'use $2 instead of $1'],
  [
    /(?:[은는을를]\s?)?(?:사용|실행)(?:하지 마\S*|하지 않\S*| ?금지)|(?:[をは]\s?)?(?:使わない\S*|使用しない\S*|使用禁止|実行しない\S*)/g,
    ' is forbidden ',
  ],
  [
    /(?:[은는을를]\s?)?(?:수정|편집|변경)(?:하지 마\S*|하지 않\S*| ?금지)|(?:[をは]\s?)?(?:編集|変更)(?:しない\S*|禁止)/g,
    ' must not be edited ',
  ],
  [/(?:[은는을를]\s?)?커밋(?:하지 마\S*| ?금지)|(?:[をは]\s?)?コミットしない\S*/g, ' must not be committed '],
  [/(?:不得|禁止|不能)被[^`\n]{0,20}?(?:import|导入|引用)/g, ' must not be imported '],
  [
    /(?:禁止|严禁|嚴禁|不要|不得|切勿|请勿|請勿|不允许|绝不|絕不|不(?=使用|用|添加|做|提交|修改|编辑|执行|运行|调用|创建|引入))(?:直接|手动|手動)?/g,
    ' never ',
  ],
  ...HAN_VERBS.map(([said, means]) => [new RegExp(`(?<= never )(?:${said})`, 'g'), `${means} `] as const),
  [/(?:在)?(?:业务|项目|所有|任何)?代码(?:中|里|内)?(?= never )/g, '. '],
  [/(?<= never (?:use|throw|call|import) )(?:原生|裸)\s?/g, ''],
  [/(?:必须|必須|只能|统一|一律)(?:使用|用)/g, ' always use '],
  [/而不是|而非/g, ' instead of '],
  [
    /(?<!\p{L})(?:niemals|nie|keine?n?|bitte nicht|keinesfalls|jamais|nunca|mai|никогда(?: не)?|нельзя)(?!\p{L})/giu,
    'never',
  ],
  [
    /(?<!\p{L})(?:ne|n['’]) ?(\p{L}+)(?: jamais| pas)(?!\p{L})|(?<!\p{L})(?:no|não|non|не) (?=(?:us|ejecut|modifi|edit|toqu|comm|инспольз|использ|трога|меня|запуск|редакт|execut|alter))/giu,
    'never $1',
  ],
  [
    /(?<!\p{L})(?:anstatt|statt|anstelle von|au lieu de|plutôt que|en lugar de|en vez de|em vez de|ao invés de|invece di|вместо)(?!\p{L})/giu,
    'instead of',
  ],
  [/(?<!\p{L})(?:evit(?:ar|e|a|er|ez)|vermeiden?|избега\p{L}+)(?!\p{L})/giu, 'avoid'],
  [/(?<!\p{L})(?:immer|toujours|siempre|sempre|всегда)(?!\p{L})/giu, 'always'],
  [
    /(?<!\p{L})(?:verwenden?|benutzen?|nutzen?|utilis(?:e|er|ez)|us(?:a|ar|es|are)|использ\p{L}+)(?!\p{L})/giu,
    'use',
  ],
  [
    /(?<!\p{L})(?:ändern|bearbeiten?|anfassen|editieren|modifi(?:e|er|ez|ques|car)|edit(?:e|es|ar)|tocar|toques|alterar|трога\p{L}+|редактир\p{L}+|меня\p{L}+)(?!\p{L})/giu,
    'edit',
  ],
  [/(?<!\p{L})(?:ausführen|starten|ejecut(?:es|ar)|execut(?:e|er|ez|ar)|запуска\p{L}+)(?!\p{L})/giu, 'run'],
];

/** A rule in the wording that the grammar reads. */
export function plainWording(rule: string): string {
  let text = rule;
  for (const [said, means] of ENGLISH) text = text.replace(said, means);
  if (!FOREIGN_SIGN.test(text)) return text;
  text = text.replace(/[，、。；：（）]/g, (sign) => HAN_SIGNS.get(sign)!);
  for (const [said, means] of FOREIGN) text = text.replace(said, means);
  return text;
}

/** Letters and words that English has not. */
const FOREIGN_SIGN =
  /[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|(?<!\p{L})(?:niemals|nie|nicht|evit(?:ar|e|er|ez)|vermeiden?|statt|anstatt|immer|jamais|toujours|nunca|siempre|sempre|não|ne|keine?n?|n['’]\p{L}+ pas|au lieu de|en lugar de|en vez de|em vez de|no us\p{L}+|no edit\p{L}+)(?!\p{L})/iu;
