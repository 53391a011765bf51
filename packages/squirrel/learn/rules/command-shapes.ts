import { AGENT_MARK, NO_FILE, PACKAGE_MANAGER, parseCall, READER } from '@sqrl/base/model/rule-trigger.ts';
import { programName } from '@sqrl/base/shell/invocations.ts';
import { FETCHERS, INSTALL_WORDS, MADE_BY, VERB_COMMANDS, WORK } from '@sqrl/base/shell/programs.ts';
import { callsOf } from './asked-shapes.ts';
import { isInstead, isSome, LEAVES, optionsIn, type Shape, wordSet, wordsOf } from './clause.ts';
import { secretFiles } from './named.ts';
import { call } from './things.ts';

/** "Never commit `.env`", "never commit secrets." */
export const committedFiles: Shape = ({ verbs, words, things }) => {
  if (!isSome(verbs, wordSet('commit stage'))) return undefined;
  const files = [...things.files, ...secretFiles(words)];
  return files.length > 0
    ? { stops: files.flatMap((file) => [call('git add', [file]), call('git commit', [file])]) }
    : undefined;
};

/** "No Co-Authored-By in commits", "no AI attribution". */
export const messageTexts: Shape = ({ verbs, tokens, words }) => {
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
  return trailers.length > 0
    ? { stops: trailers.map((text) => call('git commit', [`~${text}`])) }
    : undefined;
};

const AGENT = /\b(?:ai|agents?|assistant|llm|bot|yourself|claude|codex|copilot|cursor)(?![\w.])/;
const CREDIT =
  /\b(?:attributions?|credits?|co-?authors?|co-?authorship|signatures?|footers?|trailers?|branding)\b/;

/** "Do not create a release or tag." */
export const madeThings: Shape = ({ verbs, tokens }) => {
  // "… a new commit to fix these" is about a moment.
  if (
    !isSome(verbs, wordSet('create open make')) ||
    /\bto \w+ (?:this|these|that|those|it|them)\b/.test(wordsOf(tokens))
  )
    return undefined;
  const lines = tokens.flatMap(({ text, is }) =>
    is === 'word' ? (MADE_BY.get(text.toLowerCase().replace(/(?<=[a-z])(?:es|s)$/, '')) ?? []) : [],
  );
  return lines.length > 0 ? { stops: lines.map((line) => parseCall(line)!) } : undefined;
};

/** "Never push to main", "do not amend", "don't kill my node processes". */
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
  const isKilling = verbs.includes('kill') && /\b(?:process|processes|servers?)\b/.test(words);
  const { isPlain, options, isDirect } = things;
  // "`master` is what is released: never merge directly"
  const subject = isPlain && verbs.length > 0 ? before.at(-1)?.tokens[0] : undefined;
  const isRef = /^(?:main|master|develop)$/.test(subject?.text ?? '') && before.at(-1)!.mode === 'say';
  const refs = [...things.refs, ...(isRef ? [`on:${subject!.text}`] : [])];
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
  const isRead = isSome(verbs, wordSet('read view print search')) && things.isDirect;
  return isRead && things.files.length > 0
    ? { stops: things.files.map((file) => call(READER, [file])) }
    : undefined;
};

/** "Do not add new dependencies", "never install `left-pad`." */
export const packages: Shape = ({ verbs, tokens, words, things, isLimited }) => {
  const isAdded = isSome(verbs, wordSet('install add upgrade bump introduce')) && !isLimited;
  const isAny =
    /^(?:(?:new|any|more|extra|additional|global|external|third-party|third|party|npm|runtime|a) )*(?:dependenc(?:y|ies)|packages?|librar(?:y|ies))\b/.test(
      words,
    );
  const names =
    verbs.includes('install') && things.isDirect
      ? tokens.flatMap(({ text, is }) => (is === 'code' ? text : []))
      : [];
  const args = isAny ? ['*'] : names;
  return isAdded && args.length > 0
    ? { stops: args.map((arg) => ({ ...call(PACKAGE_MANAGER, [arg]), words: [INSTALL_WORDS.join('|')] })) }
    : undefined;
};

/** "Never run `make wipe`", "use A, not B", "never use `--no-verify`". */
export const forbiddenCalls: Shape = ({ segment, verbs, words, things, before, context, isLimited }) => {
  const { calls, options, isDirect, isQualified, isExample } = things;
  // "Never assume `npm test` passes" forbids nothing that can be seen, and "grep for JSON" not all of grep.
  if ((verbs.length === 0 || isInstead(segment)) && !isDirect) return undefined;
  // "… rather than in the `a` package"
  if (isInstead(segment) && /^(?:in|at|from|inside)\b/.test(words)) return undefined;
  // "Use `a` code blocks, not `b`"
  if (/\b(?:code blocks?|fences?|syntax)\b/.test(wordsOf(before.at(-1)?.tokens ?? []))) return undefined;
  if (isLimited || isSome(verbs, LEAVES) || things.scope.places.length > 0) return undefined;
  const isWhole = (!isQualified || isInstead(segment)) && !isExample;
  // "Use python3, not python": both are the same here.
  const last = before.at(-1);
  const chosen = last?.mode === 'require' ? last.tokens : [];
  const asked = new Set(chosen.map(({ text }) => programName(text)));
  const stops = calls
    .filter(({ program, words: named }) => named.length > 0 || !asked.has(program ?? ''))
    .filter(({ words, options: own, into }) => isWhole || words.length + own.length > 0 || into !== null);
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
            ...(isAlone && one.words.length === 0 ? [NO_FILE] : []),
            ...(one.words.includes('push') ? things.refs.slice(0, 1) : []),
          ],
        })),
      }
    : undefined;
};
