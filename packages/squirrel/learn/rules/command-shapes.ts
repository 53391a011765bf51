import {
  AGENT_MARK,
  EMOJI,
  NO_FILE,
  PACKAGE_MANAGER,
  parseCall,
  READER,
} from '@sqrl/base/model/rule-trigger.ts';
import { programName } from '@sqrl/base/shell/invocations.ts';
import {
  DELETED_BY,
  FETCHERS,
  INSTALL_WORDS,
  MADE_BY,
  VERB_COMMANDS,
  WORK,
} from '@sqrl/base/shell/programs.ts';
import { askedFor, callsOf } from './asked-shapes.ts';
import { isInstead, isSome, LEAVES, optionsIn, type Shape, wordSet, wordsOf } from './clause.ts';
import { namedSigns, secretFiles } from './named.ts';
import { call, TASK, taskLines } from './things.ts';

/** "Never commit `.env`", "never commit secrets." */
export const committedFiles: Shape = ({ verbs, words, things }) => {
  if (!isSome(verbs, wordSet('commit stage'))) return undefined;
  const files = [...things.files, ...secretFiles(words)];
  return files.length > 0
    ? { stops: files.flatMap((file) => [call('git add', [file]), call('git commit', [file])]) }
    : undefined;
};

/** "No Co-Authored-By in commits": a trailer, or what is quoted where it speaks of messages. */
export const messageTexts: Shape = ({ verbs, tokens, words, things }) => {
  const trailers = tokens.flatMap(({ text }) =>
    /^\w+-\w+-by:?$/i.test(text)
      ? `${text.replace(/:$/, '')}:`
      : /^co-?author/i.test(text)
        ? 'Co-Authored-By:'
        : [],
  );
  // "No AI attribution in commits", "never add yourself as co-author"
  const isOfAgent =
    AGENT.test(words) && (trailers.length > 0 || CREDIT.test(words) || verbs.includes('mention'));
  if (isOfAgent && !/\bin (?:the |your )?code\b/.test(words))
    return {
      stops: ['git commit', ...(/\b(?:prs?|pull requests?)\b/.test(words) ? ['gh pr create'] : [])].map(
        (line) => call(line, [`~${AGENT_MARK}`]),
      ),
    };
  const isMessage =
    !/\bin (?:the )?code\b/.test(words) &&
    /\b(?:commits?(?: messages?)?|commit messages?|pr (?:bodies|descriptions?|titles?))$/.test(words) &&
    !verbs.includes('commit');
  const quoted = isMessage
    ? tokens.flatMap(({ text, is }) => (is === 'quote' || is === 'code' ? text : []))
    : [];
  const emoji = isMessage && namedSigns(words).some(({ text }) => text === EMOJI) ? [EMOJI] : [];
  const texts = [...trailers, ...quoted, ...emoji];
  const lines = isMessage && /\bpr \w+$/.test(words) ? ['gh pr create', 'gh pr edit'] : ['git commit'];
  return texts.length > 0 && things.calls.length === 0
    ? { stops: texts.flatMap((text) => lines.map((line) => call(line, [`~${text}`]))) }
    : undefined;
};

const AGENT = /\b(?:ai|agents?|assistant|llm|bot|yourself|claude|codex|copilot|cursor)(?![\w.])/;
const CREDIT =
  /\b(?:attributions?|credits?|co-?authors?|co-?authorship|signatures?|footers?|trailers?|branding)\b/;

/** "Do not create a release or tag." */
export const madeThings: Shape = ({ verbs, tokens }) => {
  const by = isSome(verbs, wordSet('create open make'))
    ? MADE_BY
    : isSome(verbs, wordSet('delete remove'))
      ? DELETED_BY
      : undefined;
  // "… a new commit to fix these" is about a moment.
  if (!by || /\bto \w+ (?:this|these|that|those|it|them)\b/.test(wordsOf(tokens))) return undefined;
  const lines = tokens.flatMap(({ text, is }) =>
    is === 'word' ? (by.get(text.toLowerCase().replace(/(?<=[a-z])(?:es|s)$/, '')) ?? []) : [],
  );
  return lines.length > 0 ? { stops: lines.map((line) => parseCall(line)!) } : undefined;
};

/** "Never push to main", "do not amend", "don't kill my node processes", "never skip hooks". */
export const spokenCommands: Shape = ({ verbs, tokens, words, things, segment, before, isLimited }) => {
  if (isLimited) return undefined;
  // "Do not use rebase or amend."
  const nouns = isSome(verbs, wordSet('use run do')) ? words.split(/ (?:or|and) /) : [];
  if (nouns.length > 0 && nouns.every((noun) => HISTORY.has(noun)))
    return { stops: nouns.flatMap((noun) => VERB_COMMANDS.get(noun)!.map((line) => parseCall(line)!)) };
  const [, all, work = ''] = WORK_WORDS.exec(words) ?? [];
  const [, lines] =
    (isSome(verbs, wordSet('start run launch')) && WORK.find(([name]) => name.test(`run ${work}`))) || [];
  if (work !== '' && lines !== undefined && (segment.tail[0]?.text !== 'that' || / or /.test(words)))
    return { stops: callsOf(lines).map((one) => (all ? { ...one, args: [NO_FILE] } : one)) };
  if (/\b(?:git hooks?|hooks?|pre-commit)\b/.test(words) && isSome(verbs, wordSet('skip bypass disable')))
    return {
      stops: [
        { ...call('git commit'), options: ['--no-verify'] },
        { ...call('git push'), options: ['--no-verify'] },
      ],
    };
  const isKilling = verbs.includes('kill') && /\b(?:process|processes|servers?)\b/.test(words);
  const { isPlain, options, isDirect } = things;
  // "never rebase main"
  const object =
    verbs.every((verb) => HISTORY.has(verb)) && /^(?:main|master|develop)$/.test(words)
      ? [`on:${words}`]
      : [];
  // "`master` is what is released: never merge directly"
  const subject = isPlain && verbs.length > 0 ? before.at(-1)?.tokens[0] : undefined;
  const isRef = /^(?:main|master|develop)$/.test(subject?.text ?? '') && before.at(-1)!.mode === 'say';
  const refs = [...things.refs, ...object, ...(isRef ? [`on:${subject!.text}`] : [])];
  // "Do not commit files that …" is about the files.
  const isOfHistory =
    verbs.every((verb) => HISTORY.has(verb)) &&
    /^(?:\w+ ){0,2}(?:branch(?:es)?|commits?|history|releases?)$/.test(words);
  const isOfNothing = isOfHistory || (isPlain && !/\b(?:files?|code)\b/.test(words) && !segment.isPassive);
  if (!isKilling && !isOfNothing && options.length === 0 && (refs.length === 0 || !isDirect))
    return undefined;
  // "… no commit" tells what is not there.
  if (segment.by === 'no' && refs.length === 0 && !verbs.some((verb) => verb.includes('force')))
    return undefined;
  // "work on a branch, never on main"
  const done = verbs.length === 0 && refs.length > 0 && tokens[0]?.text === 'on' ? ['commit', 'push'] : verbs;
  const called = done.flatMap((verb) =>
    verb === 'kill' && !isKilling ? [] : (VERB_COMMANDS.get(verb) ?? []),
  );
  const stops = called.flatMap((line) => {
    const pattern = parseCall(line)!;
    const named = { ...pattern, options: [...pattern.options, ...options] };
    // Only a push says where it goes.
    const places = refs.map((ref) =>
      line.startsWith('git push')
        ? ref
        : /^(?:git|gh|glab) /.test(line)
          ? ref.replace(/\?$/, '')
          : placeOf(ref),
    );
    return refs.length === 0 ? named : places.map((ref) => ({ ...named, args: [ref] }));
  });
  return stops.length > 0 ? { stops } : undefined;
};

/** "Deploy to production" says so by a word, if it is said. */
const placeOf = (ref: string): string => `~${ref.replace(/^on:|\?$/g, '').replace(/^production$/, 'prod')}`;

/** "The whole test suite", "the dev server", "any linters". */
const WORK_WORDS =
  /^(?:(?:the|any|your|own|unit) )*(?:(whole|full|entire|complete|all) )?(?:(?:the|unit|project|e2e|integration) )*((?:(?:\w+ )?(?:dev |development ))?servers?|tests?|linters?|lint|formatters?|builds?|migrations|type-?checks?)(?: suite| yourself)?(?: again| manually| locally| automatically)?(?=$| it | or )/;

/** Verbs that only git has. */
const HISTORY = new Set(['force push', 'force-push', 'amend', 'rebase', 'squash', 'cherry-pick', 'tag']);

/** "Do not read .env", "do not search in `vendor/`." */
export const readFiles: Shape = ({ verbs, things }) => {
  const isSearch = verbs.includes('search');
  return (isSearch || (isSome(verbs, wordSet('read view print')) && things.isDirect)) &&
    things.files.length > 0
    ? {
        stops: things.files.flatMap((file) =>
          [READER, ...(isSearch ? ['find'] : [])].map((one) => call(one, [file])),
        ),
      }
    : undefined;
};

/** "Do not add new dependencies", "never install `left-pad`." */
export const packages: Shape = ({ verbs, tokens, words, things, isLimited }) => {
  const isChange = isSome(verbs, wordSet('change modify touch update')) && /\bdependencies$/.test(words);
  const isNone = verbs.length === 0 && /^(?:new|more|extra|additional) /.test(words);
  if ((!isSome(verbs, wordSet('install add upgrade bump introduce')) && !isChange && !isNone) || isLimited)
    return undefined;
  const isAny =
    isChange ||
    /^(?:(?:new|any|more|extra|additional|global|external|third-party|third|party|npm|runtime|a) )*(?:dependenc(?:y|ies)|packages?|librar(?:y|ies))\b/.test(
      words,
    );
  const names =
    verbs.includes('install') && things.isDirect
      ? tokens.flatMap(({ text, is }) => (is === 'code' && /^@?[\w./@^~-]+$/.test(text) ? text : []))
      : [];
  const args = isAny ? ['*'] : names;
  const options = /\bglobal(?:ly)?\b/.test(words) ? ['--global'] : [];
  return args.length > 0
    ? {
        stops: args.map((arg) => ({
          ...call(PACKAGE_MANAGER, [arg]),
          words: [INSTALL_WORDS.join('|')],
          options,
        })),
      }
    : undefined;
};

/** "Never run `make wipe`", "use A, not B", "never use `--no-verify`". */
export const forbiddenCalls: Shape = ({ segment, verbs, words, things, before, context, isLimited }) => {
  const { calls, options, texts, files, isDirect, isQualified, isExample } = things;
  // "Never assume `npm test` passes" forbids nothing that can be seen, and "grep for JSON" not all of grep.
  if ((verbs.length === 0 || isInstead(segment)) && !isDirect) return undefined;
  // "… rather than in the `a` package"
  if (isInstead(segment) && /^(?:in|at|from|inside)\b/.test(words)) return undefined;
  // "Use `a` code blocks, not `b`"
  if (/\b(?:code blocks?|fences?|syntax)\b/.test(wordsOf(before.at(-1)?.tokens ?? []))) return undefined;
  if (isLimited || isSome(verbs, LEAVES) || things.scope.places.length > 0) return undefined;
  // "`pytest` on `e2e/`"
  const on = calls.length === 1 ? files : [];
  const isWhole = (!isQualified || isInstead(segment) || on.length > 0) && !isExample;
  // A name that no one knows is a program where it is run, and may be one where it is used.
  const isRun = isSome(verbs, wordSet('run invoke execute'));
  const last = before.at(-1);
  // "Use `a run build`, never `build:all`"
  const isTask = isRun || (last?.mode === 'require' && askedFor(last, context).length > 0);
  const names = texts.map(({ text }) => text);
  const tasks = isTask
    ? names.filter((text) => text.includes(':') && TASK.test(text)).flatMap(taskLines)
    : [];
  const unknown = isRun
    ? [
        ...names.filter((text) => /^[a-z][a-z0-9-]+$/.test(text)),
        ...files.filter((file) => /^\.{0,2}\/|\.(?:sh|py|js|rb)$/.test(file)),
      ]
    : [];
  // "Use python3, not python": both are the same here.
  const chosen = last?.mode === 'require' ? last.tokens : [];
  const asked = new Set(chosen.map(({ text }) => programName(text)));
  const stops = [
    ...calls.filter(({ program, words: named }) => named.length > 0 || !asked.has(program ?? '')),
    ...[...unknown, ...tasks].map((text) => call(text)),
  ].filter(({ words, options: own, into }) => isWhole || words.length + own.length > 0 || into !== null);
  const piped = stops.filter(({ program, into }) => into !== null && FETCHERS.some((one) => one === program));
  // "Do not run pytest by itself"
  const isAlone = /\bby itself\b/.test(words);
  const without = segment.tail[0]?.text.toLowerCase() === 'without' ? optionsIn(segment.tail) : [];
  const named = before
    .slice(-1)
    .flatMap(({ tokens }) =>
      tokens.flatMap(({ text, is }) => (is === 'code' && context.isProgram(text) ? text : [])),
    );
  const all = [
    ...stops,
    ...piped.flatMap((one) => FETCHERS.map((program) => ({ ...one, program }))),
    ...options.flatMap((option) => {
      // "Run `a` as it is (do not use `-C`)"
      const [program, more] = named.length > 0 ? named : /^--\w{3}/.test(option) ? ['*'] : [];
      return program !== undefined && more === undefined ? { ...call(program), options: [option] } : [];
    }),
  ];
  return all.length > 0
    ? {
        stops: all.map((one) => ({
          ...one,
          without,
          args: [
            ...one.args,
            ...on,
            ...(isAlone && one.words.length === 0 ? [NO_FILE] : []),
            ...(one.words.includes('push') ? things.refs.slice(0, 1) : []),
          ],
        })),
      }
    : undefined;
};
