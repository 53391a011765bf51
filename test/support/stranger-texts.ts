import type { Event } from '@sqrl/base/model/event.ts';
import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import type { Log, Reader } from '@sqrl/base/model/reader.ts';

/**
 * Functions that read a text somebody else wrote, by file below `packages/`, each called with the text as its first argument. A
 * new one belongs here, or below with the reason why no stranger's text reaches it: `text-growth.test.ts` compares both
 * lists with the sources.
 */
const READERS: Record<string, string> = {
  'base/model/sync/lines.ts': 'readLines',
  'base/model/sync/hub-protocol.ts': 'hostPath',
  'base/model/sync/person.ts': 'personName',
  'base/model/citation.ts': 'citedParts',
  'squirrel/exchange/git/shared-file.ts': 'checkShared',
  'squirrel/exchange/hub/ask-hub.ts': 'hubAddress',
  'squirrel/exchange/hub/seal.ts': 'sealKeyOf',
  'base/shell/command.ts': 'coreOf isAlike variablesOf',
  'base/text/agreement.ts': 'agreementIn deniesAtStart sendsOn',
  'base/text/content-words.ts': 'contentWords stem',
  'squirrel/ingest/episodes/hidden-failure.ts': 'lettersOf',
  'base/model/own-session.ts': 'asProgramTask withoutTaskTag',
  'base/text/line-typed.ts': 'lineTyped',
  'base/text/narrowed.ts': 'narrowed',
  'base/text/next-step.ts': 'nextStepIn',
  'base/shell/only-looking.ts': 'isOnlyLooking',
  'base/text/orders.ts': 'givesOrders',
  'base/text/own-words.ts': 'typedWords ownWords planTitle',
  'base/text/persons-part.ts': 'personsPart',
  'base/text/passages.ts': 'passagesOf',
  'base/text/phrases.ts': 'plainWords countWords replaceSentencesWith',
  'base/text/plain-fact.ts': 'isPlainFact',
  'base/text/announced-step.ts': 'isAnnouncedStep',
  'base/text/pieces.ts': 'piecesOf withoutPieces',
  'base/text/replaced.ts': 'withoutReplaced isAllReplaced',
  'base/text/escaped.ts': 'escaped',
  'base/text/announcements.ts': 'promptLines saidLines',
  'base/shell/destructive.ts': 'namesDestructiveCommand',
  'base/shell/steps.ts': 'shellSteps unprovenSteps leadingWords wordsOfHead',
  'base/shell/fetches.ts': 'fetches',
  'base/shell/wrappers.ts': 'plainStep unwrapped taskOf isSameTask',
  'base/text/tagged.ts': 'withoutBlocks',
  'squirrel/clients/loaded-rules.ts': 'importsIn',
  'squirrel/clients/reading/answers.ts': 'answersOf',
  'base/text/to-remember.ts': 'toRemember isRememberCommand',
  'squirrel/learn/statements/markers.ts': 'markerOf asksToRemember isForNow isQuestion',
  'squirrel/learn/statements/leaning.ts': 'leansBack isWholeOrder',
  'squirrel/learn/statements/probability.ts': 'tellsWhatWasDone',
  'squirrel/learn/statements/agreement.ts': 'proposedSentences asksToConfirm amendedText',
  'squirrel/learn/statements/answers.ts':
    'askedAnswers notesOnAnswers refusalWords answersIn shortAnswer withoutCode',
  'squirrel/learn/statements/wording.ts': 'wholeText asStatement asSentence correctionInQuestion continues',
  'squirrel/learn/statements/sentences.ts': 'promptSentences placedSentences',
  'squirrel/learn/statements/authorship.ts': 'ownSentences authorshipEvidence',
  'squirrel/learn/claims/claim.ts': 'claimIn',
  'squirrel/learn/claims/words.ts': 'wordsOf significantWords beginAlike',
  'squirrel/learn/claims/mentions.ts': 'namedFilesAndSymbols scopeOf',
  'squirrel/learn/observe/product.ts': 'observationIn showsProduct',
  'squirrel/learn/observe/signals/row.ts': 'onFile onRun',
  'squirrel/learn/observe/signals/files.ts': 'isNoise isTest isConfig stemOf partOf floodedBy',
  'squirrel/learn/observe/behavior/command-kind.ts': 'kindOfCommand kindOfName isTestRun',
  'squirrel/learn/tasks/task-files.ts': 'ruleTasks yamlTasks tomlTasks jsonTasks',
  'squirrel/learn/observe/behavior/passing-trouble.ts': 'isOfAnother cannotBegin',
  'squirrel/learn/observe/behavior/command-way.ts': 'wayOf generalStep startsOwnWork',
  'squirrel/ingest/episodes/ending.ts': 'clipLine isCommitted',
  'squirrel/ingest/episodes/facts.ts': 'endsWithQuestion',
  'squirrel/ingest/episodes/fingerprint.ts': 'tellingLine',
  'squirrel/ingest/episodes/new-task.ts': 'isFollowUp',
  'squirrel/ingest/episodes/frustration.ts': 'judgePrompt',
  'squirrel/ingest/episodes/phase.ts': 'phaseAsked',
  'squirrel/ingest/episodes/test-runners.ts': 'readVerdict',
  'squirrel/ingest/episodes/test-verdict.ts': 'isTestCommand',
  'squirrel/learn/notes/markdown.ts': 'noteBlocks noteLines mark markedId',
  'base/shell/invocations.ts': 'invocationsOf isReadWhole programName joinPath',
  'base/text/code-parts.ts': 'codeParts',
  'base/model/rule-trigger.ts': 'parseCall parseTrigger',
  'squirrel/learn/rules/compile.ts': 'compileRule',
  'squirrel/learn/rules/named.ts': 'namedFiles newFiles namedSigns kindGlobs secretFiles misnamedFiles',
  'squirrel/learn/rules/wording.ts': 'plainWording',
  'squirrel/learn/rules/sentence.ts': 'withoutHeadings segmentsOf',
  'squirrel/learn/rules/things.ts': 'codeCall call',
  'squirrel/learn/notes/list-notes.ts': 'isNote isHidden',
  'squirrel/learn/notes/rule-file.ts': 'fileRulesIn',
  'squirrel/learn/notes/split.ts': 'splitNote clipText',
  'base/redact/find.ts': 'findSecrets',
  'base/redact/redact.ts': 'redactSync redactLines',
  'base/redact/secrets-in.ts': 'secretsIn',
  'base/redact/visible.ts': 'visibleText',
  'base/redact/shorten.ts': 'redactedStart keptStart keptEnd roughStart roughEnd',
  'base/text/clean.ts': 'clean hashOf',
  'base/text/tokens.ts': 'estimateTokens',
  'squirrel/learn/gate/draft.ts': 'guessType idOf',
  'squirrel/learn/gate/memory-writer/judge.ts': 'judgeSummary',
  'squirrel/learn/gate/memory-writer/grounds.ts': 'isWished namedIn addressesIn standsIn',
  'squirrel/recall/answering.ts': 'answering kindOfQuestion isDirectQuestion',
  'squirrel/recall/ask/layers.ts': 'layersAsked asksWhere touchedLast asksForRules',
  'squirrel/recall/replay/claim.ts': 'lineOf',
  'squirrel/recall/history/past-work.ts': 'similar',
  'squirrel/recall/history/where.ts': 'flat',
  'squirrel/recall/time-range.ts': 'timeAsked',
  'squirrel/recall/files/past.ts': 'alike continuing',
  'squirrel/recall/files/named.ts': 'pathMentions taskWords',
  'squirrel/recall/files/paths.ts': 'isTest worthFor',
  'squirrel/recall/deliver/after-failure.ts': 'searchedNames',
  'squirrel/recall/deliver/loaded-rules.ts': 'ruleWords',
  'squirrel/clients/ci/failures.ts': 'failureStart announcedFile',
  'squirrel/clients/ci/paths.ts': 'inRepository fileAndLine',
  'squirrel/clients/ci/log.ts': 'readCiLog',
  'squirrel/clients/ci/junit.ts': 'readJUnit',
  'squirrel/clients/codex/output.ts': 'outcomeOf',
  'squirrel/clients/reading/paths.ts': 'plainPath pathIn',
  'squirrel/clients/codex/words.ts': 'codexPrompt',
  'squirrel/clients/reading/diff.ts': 'changedLines lineCount',
  'squirrel/clients/reading/patch.ts': 'isPatch filesOfPatch writesOfPatch',
  'squirrel/clients/reading/reminders.ts': 'withoutReminders',
  'squirrel/clients/reading/record.ts': 'setOf',
  'squirrel/clients/reading/wrapper-noise.ts': 'withoutWrapperNoise',
  'squirrel/clients/gemini/words.ts': 'geminiPrompt geminiTextOf',
  'squirrel/clients/reading/json.ts': 'parseText',
  'squirrel/clients/reading/pending.ts': 'commandText',
  'squirrel/clients/specstory/blocks.ts': 'specstoryHead specstoryBlocks fencesIn',
  'squirrel/clients/specstory/parts.ts': 'agentParts',
  'squirrel/ingest/excerpt.ts': 'redactedLine withoutSecrets',
  'squirrel/ingest/names.ts': 'isUsual safeName safeText safePath',
  'squirrel/ingest/shell-files.ts': 'filesChangedByCommand folderOf',
  'squirrel/ingest/foreign-command.ts': 'commandReach',
  'squirrel/ingest/foreign-words.ts': 'isFromForeign',
  'base/text/word-runs.ts': 'wordRuns',
  'squirrel/clients/hooks/looks-failed.ts': 'looksFailed',
  'squirrel/clients/hooks/steps.ts': 'promptMoment resultTextOf harmless',
  'squirrel/clients/hooks/dialect.ts': 'promptActions promptOf',
  'squirrel/exchange/claude.ts': 'takeOwnRules',
  // Of rooms that are not compared, those that read such texts.
  'squirrel/recall/context/context.ts': 'cleaned',
  'squirrel/learn/claims/memory-claims.ts': 'claimKeyOf typeIn',
  'squirrel/workspace/remote.ts': 'withoutCredentials',
  'squirrel/store/memory/words.ts': 'questionWords',
  'code-graph/tables/words.ts': 'wordsIn wordsOfIdentifier',
  'squirrel/codebase/anchors/sketch.ts': 'sketchOf',
  'squirrel/codebase/anchors/words-of-code.ts': 'wordsOfCode',
  'code-graph/history/changed-files.ts': 'changedLines',
  'embedder/cut.ts': 'readablePart',
  'squirrel/llm/json.ts': 'jsonIn',
  'squirrel/mcp/tool.ts': 'flat',
  'code-graph/parse/chunks.ts': 'chunksOfLines',
  'code-graph/facts/hash.ts': 'codeHashOf',
  'code-graph/parse/tangled.ts': 'isTangled',
  'code-graph/languages/typescript/reading.ts': 'specifiersOf',
  'code-graph/languages/python/annotation.ts': 'annotationNames',
};

/** What else a reader is called with. */
const ARGUMENTS: Record<string, readonly unknown[]> = {
  'base/shell/invocations.ts joinPath': ['src/a.ts'],
  'base/text/code-parts.ts codeParts': ['ts'],
  'squirrel/clients/reading/answers.ts answersOf': [{ tool: 'ask', command: '0: Which?' }],
  'squirrel/clients/reading/patch.ts writesOfPatch': [[{ path: 'a.ts' }]],
  'squirrel/learn/rules/things.ts codeCall': [() => true],
  'base/redact/shorten.ts redactedStart': [2000],
  'base/redact/shorten.ts keptStart': [2000],
  'base/redact/shorten.ts keptEnd': [2000],
  'base/redact/shorten.ts roughStart': [2000],
  'base/redact/shorten.ts roughEnd': [2000],
  'base/shell/command.ts isAlike': ['npm test'],
  'base/text/passages.ts passagesOf': [700],
  'base/text/phrases.ts replaceSentencesWith': ['a b', '[forgotten]'],
  'base/text/pieces.ts withoutPieces': [['Use npm']],
  'squirrel/codebase/anchors/sketch.ts sketchOf': ['a'],
  'code-graph/history/changed-files.ts changedLines': ['a\nb\n'],
  'base/text/replaced.ts withoutReplaced': [['Always use npm for the tests', 'a. a. a']],
  'base/shell/steps.ts leadingWords': [2],
  'squirrel/learn/statements/answers.ts answersIn': ['the second one'],
  'squirrel/learn/statements/answers.ts shortAnswer': ['never in place'],
  'squirrel/learn/statements/wording.ts continues': ['the tests'],
  'squirrel/learn/statements/wording.ts wholeText': [[{ sentence: 'Do it like this:', own: 1 }], 0],
  'squirrel/learn/statements/agreement.ts amendedText': ['30 days instead of 14'],
  'squirrel/learn/observe/behavior/command-way.ts wayOf': [null],
  'squirrel/learn/observe/behavior/command-way.ts generalStep': ['command.lint'],
  'squirrel/learn/observe/behavior/passing-trouble.ts isOfAnother': ['git', 'git status && yq .a'],
  'squirrel/ingest/foreign-words.ts isFromForeign': [
    [{ origin: 'unknown', text: 'the tests', isCut: false }],
  ],
  'squirrel/ingest/shell-files.ts folderOf': [() => ({ path: 'a', outside: false })],
  'squirrel/learn/notes/split.ts clipText': [100],
  'squirrel/learn/claims/mentions.ts scopeOf': [false],
  'squirrel/learn/claims/words.ts beginAlike': ['Use npm for the tests'],
  'squirrel/learn/gate/memory-writer/judge.ts judgeSummary': [
    { episode: { tainted: false }, compressed: { text: '', marks: new Map() } },
  ],
  'squirrel/learn/gate/memory-writer/grounds.ts isWished': [[]],
  'squirrel/learn/gate/memory-writer/grounds.ts standsIn': [[]],
  'squirrel/recall/answering.ts answering': [[]],
  'squirrel/recall/history/past-work.ts similar': [[{ id: 'a', text: 'the tests', files: [], at: 1 }]],
  'squirrel/recall/time-range.ts timeAsked': [Date.UTC(2026, 10)],
  'squirrel/recall/ask/layers.ts layersAsked': [{ now: Date.UTC(2026, 10), timeZone: 'UTC' }],
  'squirrel/recall/files/past.ts alike': [[]],
  'squirrel/recall/files/past.ts continuing': [[], 0],
  'squirrel/clients/ci/failures.ts failureStart': [null],
  'squirrel/clients/reading/patch.ts filesOfPatch': ['/p'],
};

/** Why a function of the compared rooms that takes a text is not listed. */
export const EXCUSED: Record<string, string> = {
  // Gets one name or value, which the finder that calls it has cut out and bounded; `findSecrets` is measured.
  'part of a finding': `base/redact/names.ts base/redact/placeholders.ts base/redact/randomness.ts base/redact/references.ts base/redact/settle.ts
    base/redact/values.ts base/redact/redact.ts`,
  // Written by us: patterns, keys, dates, names, our own state.
  ours: `squirrel/learn/observe/pad.ts squirrel/learn/observe/signals/files.ts
    squirrel/recall/deliver/deliver.ts
    squirrel/clients/hooks/dialect.ts squirrel/daemon/hooks/answer-hook.ts squirrel/clients/reading/tools.ts squirrel/learn/gate/steps.ts
    squirrel/learn/gate/history.ts squirrel/learn/claims/matters.ts
    squirrel/learn/claims/succession.ts squirrel/exchange/hub/login.ts squirrel/exchange/hub/signing.ts`,
  // A path that was opened, or a client's short name for something.
  'path or name': `squirrel/learn/notes/daily-log.ts squirrel/learn/notes/list-notes.ts squirrel/learn/notes/read-note.ts base/watch.ts squirrel/clients/reading/files-below.ts
    squirrel/clients/vscode/folders.ts squirrel/clients/cursor/workspaces.ts squirrel/clients/cursor/composer.ts
    squirrel/clients/claude-code/call.ts squirrel/clients/reading/step.ts squirrel/clients/codex/thread.ts squirrel/clients/copilot/session.ts
    squirrel/clients/copilot/calls.ts squirrel/ingest/bytes.ts squirrel/ingest/git-index.ts squirrel/clients/recognize.ts squirrel/clients/hook-events.ts
    squirrel/clients/files-like.ts squirrel/exchange/git/repository.ts squirrel/exchange/git/shared-file.ts squirrel/exchange/git/verbs.ts squirrel/ingest/work/folders-to-watch.ts squirrel/ingest/work/log-stores.ts squirrel/ingest/work/project-of.ts squirrel/ingest/other-machine.ts squirrel/recall/deliver/delivery-text.ts`,
  // Measured through the reader or the function that calls it.
  'through another': `squirrel/clients/copilot/steps.ts squirrel/recall/weigh.ts
    squirrel/learn/claims/commands.ts squirrel/learn/claims/names.ts squirrel/recall/files/named.ts squirrel/recall/talks/talks-for.ts squirrel/recall/ask/ask.ts squirrel/ingest/episodes/new-task.ts`,
};

type Read = (text: string) => unknown;

/** Every reader of strangers' texts by its name. */
export async function textReaders(): Promise<Map<string, Read>> {
  const readers = new Map<string, Read>();
  for (const [file, names] of Object.entries(READERS)) {
    const module = await import(/* @vite-ignore */ `../../packages/${file}`);
    for (const name of names.split(' ')) {
      const id = `${file} ${name}`;
      if (typeof module[name] !== 'function') throw new Error(`${id} is not a function; correct the list`);
      readers.set(id, (text) => module[name](text, ...(ARGUMENTS[id] ?? [])));
    }
  }
  for (const [id, read] of Object.entries(await otherReaders())) readers.set(id, read);
  return readers;
}

/** Those that take a text inside of something else: an event, a record of a log, what a hook hands in. */
async function otherReaders(): Promise<Record<string, Read>> {
  const { commentIn } = await import('@sqrl/base/model/sync/comment-state.ts');
  const { toldMemory } = await import('@sqrl/base/model/sync/told.ts');
  const { fingerprintOf } = await import('@sqrl/squirrel/ingest/episodes/fingerprint.ts');
  const { hiddenTrouble, isHiddenFailure } = await import('@sqrl/squirrel/ingest/episodes/hidden-failure.ts');
  const { stepsOf } = await import('@sqrl/squirrel/learn/observe/testing/sessions.ts');
  const { signalNamed } = await import('@sqrl/squirrel/learn/observe/signals.ts');
  const { mayRepeat } = await import('@sqrl/squirrel/learn/gate/novelty.ts');
  const { redactDraft } = await import('@sqrl/squirrel/learn/gate/redact-draft.ts');
  const { estimateTokens } = await import('@sqrl/base/text/tokens.ts');
  const { dialects } = await import('@sqrl/squirrel/clients/hooks/testing/dialects.ts');
  const { startsNewTask } = await import('@sqrl/squirrel/ingest/episodes/new-task.ts');
  const { answersIn } = await import('@sqrl/squirrel/learn/statements/answers.ts');
  const { filesNamed } = await import('@sqrl/squirrel/recall/files/named.ts');
  const { hinted } = await import('@sqrl/squirrel/recall/files/named.ts');
  const { pathsOf } = await import('@sqrl/squirrel/recall/files/paths.ts');
  const { extractFrom } = await import('@sqrl/squirrel/recall/ask/ask.ts');
  const { subjectsOf } = await import('@sqrl/sdk/window/subject.ts');
  const { summarize } = await import('@sqrl/sdk/window/summary.ts');
  const { ContextWindow } = await import('@sqrl/sdk/window/context-window.ts');
  const said = {
    ...{ id: 'a', hash: 'a', scope: 'project' as const, scopeOf: null, polarity: 0 as const, key: null },
    ...{ isPersons: true, vector: undefined },
  };
  const paths = pathsOf(['src/cart.ts', 'src/a/a.ts', 'test/a.test.ts']);
  const failed = (text: string): Pick<Event, 'tool' | 'text' | 'command' | 'exitCode' | 'outcome'> => ({
    tool: 'run',
    text,
    command: `${text.slice(0, 50_000)} | tail`,
    exitCode: 1,
    outcome: 'ok',
  });
  return {
    commentIn: (text) =>
      commentIn({ about: ['last', text, 1, 'd'], text: ['many', { t: [text, 1, 'd', text] }, []] }),
    extractFrom: (text) => extractFrom(text, 'what do the tests need?'),
    'words of others': (text) => toldMemory({ text, userId: text, via: text }),
    fingerprintOf: (text) => fingerprintOf(failed(text)),
    hiddenTrouble: (text) => hiddenTrouble(failed(text)),
    isHiddenFailure: (text) => isHiddenFailure(failed(text)),
    ...Object.fromEntries(
      (
        [
          ['self_correction', 'reply'],
          ['commit_decision', 'commit'],
          ['revert', 'commit'],
          ['convention', 'commit'],
        ] as const
      ).map(([name, kind]): [string, Read] => [
        name,
        (text) => {
          const signal = signalNamed(name)!;
          const state = signal.begin();
          for (const step of stepsOf([{ kind, text, command: 'a'.repeat(40) }])) signal.see(state, step);
        },
      ]),
    ),
    mayRepeat: (text) => mayRepeat({ ...said, text }, { ...said, text: 'Use npm for the tests' }),
    redactDraft: (text) => redactDraft({ text }),
    estimateTokens,
    named: (text) => filesNamed(text, paths),
    hinted: (text) => hinted(text, paths),
    'numbered answers': (text) => answersIn('1. Should ids be UUIDs?\n2. Should logs be kept?', text),
    subjectsOf: (text) => subjectsOf({ tool: 'run', command: text }, null),
    summarize: (text) => {
      const window = new ContextWindow({ maxTokens: 1 });
      window.add({ type: 'call', content: text, tokens: 1, calls: [{ id: 'a', name: text, input: text }] });
      window.add({ type: 'result', content: text, tokens: 1, resultOf: 'a' });
      return summarize(window.items);
    },
    startsNewTask: (text) =>
      startsNewTask(text, { words: new Set(['tests']), files: new Set(['a.ts']), committed: true }),
    ...Object.fromEntries(
      Object.entries(PROMPTS).map(([client, [event, input]]) => [
        `a prompt in ${client}`,
        (text) => dialects[client as HookClient].hear(event, input(text)),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(STEPS).map(([client, [event, input]]) => [
        `a step in ${client}`,
        (text) => dialects[client as HookClient].hear(event, input(text)),
      ]),
    ),
    ...(await logReaders()),
  };
}

/** A call of a client's hook: the event, and its input with the text in it. */
type Hooked = readonly [event: string, input: (text: string) => Record<string, unknown>];

const PROMPTS: Record<HookClient, Hooked> = {
  'claude-code': ['UserPromptSubmit', (prompt) => ({ session_id: 's', cwd: '/p', prompt })],
  codex: ['UserPromptSubmit', (prompt) => ({ session_id: 's', cwd: '/p', prompt })],
  gemini: ['BeforeAgent', (prompt) => ({ session_id: 's', cwd: '/p', prompt })],
  copilot: ['userPromptSubmitted', (prompt) => ({ sessionId: 's', cwd: '/p', prompt })],
  cursor: ['beforeSubmitPrompt', (prompt) => ({ conversation_id: 's', cwd: '/p', prompt })],
  opencode: [
    'chat.message',
    (text) => ({ directory: '/p', input: { sessionID: 's' }, output: { parts: [{ type: 'text', text }] } }),
  ],
};

const STEPS: Record<HookClient, Hooked> = {
  'claude-code': [
    'PostToolUse',
    (text) => ({
      ...{ session_id: 's', cwd: '/p', tool_name: 'Bash', tool_input: { command: text } },
      tool_response: { stdout: text },
    }),
  ],
  codex: [
    'PostToolUse',
    (text) => ({
      ...{ session_id: 's', cwd: '/p', tool_name: 'Bash', tool_input: { command: text } },
      tool_response: text,
    }),
  ],
  gemini: [
    'AfterTool',
    (text) => ({
      ...{ session_id: 's', cwd: '/p', tool_name: 'run_shell_command', tool_input: { command: text } },
      tool_response: { llmContent: text },
    }),
  ],
  copilot: [
    'postToolUse',
    (text) => ({
      ...{ sessionId: 's', cwd: '/p', toolName: 'bash', toolArgs: { command: text } },
      toolResult: { textResultForLlm: text },
    }),
  ],
  cursor: [
    'postToolUse',
    (text) => ({
      ...{ conversation_id: 's', tool_name: 'Shell', tool_input: { command: text } },
      tool_output: text,
    }),
  ],
  opencode: [
    'tool.execute.after',
    (text) => ({
      ...{ directory: '/p', input: { sessionID: 's', tool: 'bash', args: { command: text } } },
      output: { output: text },
    }),
  ],
};

const AT = '2026-11-15T01:29:45.000Z';

type OtherSource = 'a history of specstory' | 'a chat of vscode' | 'records of a line';

/** Records of each client's log with the text as a prompt, a reply, a command and its output. */
async function logReaders(): Promise<Record<`a log of ${HookClient}` | OtherSource, Read>> {
  const { claudeCodeLogs } = await import('@sqrl/squirrel/clients/claude-code/logs.ts');
  const { codexLogs } = await import('@sqrl/squirrel/clients/codex/logs.ts');
  const { geminiLogs } = await import('@sqrl/squirrel/clients/gemini/logs.ts');
  const { copilotLogs } = await import('@sqrl/squirrel/clients/copilot/logs.ts');
  const { vscodeLogs } = await import('@sqrl/squirrel/clients/vscode/logs.ts');
  const { recordsIn } = await import('@sqrl/squirrel/ingest/lines.ts');
  const { specstory } = await import('@sqrl/squirrel/clients/specstory/logs.ts');
  const { takeBubble } = await import('@sqrl/squirrel/clients/cursor/bubble.ts');
  const { composerOf } = await import('@sqrl/squirrel/clients/cursor/composer.ts');
  const { takeMessage } = await import('@sqrl/squirrel/clients/opencode/message.ts');
  const lines =
    (reader: Reader, path: string, form: Log['form'], records: (text: string) => readonly unknown[]): Read =>
    (text) => {
      const reading = reader.open({ client: reader.client, path, form });
      for (const record of records(text))
        reading.take({
          bytes: Buffer.from(typeof record === 'string' ? record : JSON.stringify(record)),
          offset: 0,
        });
    };
  const claude = (uuid: string, type: string, content: unknown) => ({
    ...{ sessionId: 's', timestamp: AT, cwd: '/p', version: '2.1.325', isSidechain: false, type, uuid },
    message: { role: type, content },
  });
  const rollout = (payload: unknown, type = 'event_msg') => ({ timestamp: AT, type, payload });
  const done = (item: unknown) => rollout({ type: 'item_completed', turn_id: 't', item });
  const cli = (id: string, type: string, data: unknown) => ({
    id,
    parentId: null,
    timestamp: AT,
    type,
    data,
  });
  return {
    'a log of claude-code': lines(claudeCodeLogs, '/x/projects/p/s.jsonl', 'lines', (text) => [
      claude('u', 'user', text),
      claude('v', 'user', [
        { type: 'text', text: '<ide_selection>a</ide_selection>' },
        { type: 'text', text },
      ]),
      claude('a', 'assistant', [
        { type: 'text', text },
        { type: 'tool_use', id: 't', name: 'Bash', input: { command: text } },
      ]),
      claude('r', 'user', [{ type: 'tool_result', tool_use_id: 't', is_error: true, content: text }]),
    ]),
    'a log of codex': lines(
      codexLogs,
      '/x/sessions/2026/11/15/rollout-2026-11-15T01-24-08-s.jsonl',
      'lines',
      (text) => [
        rollout(
          { id: 's', session_id: 's', timestamp: AT, cwd: '/p', history_mode: 'paginated' },
          'session_meta',
        ),
        done({ type: 'UserMessage', id: 'u', content: [{ type: 'text', text }] }),
        done({ type: 'AgentMessage', id: 'm', content: [{ type: 'text', text }] }),
        done({
          ...{ type: 'CommandExecution', id: 'c', command: ['bash', '-lc', text], status: 'failed' },
          aggregated_output: text,
        }),
      ],
    ),
    'a log of gemini': lines(
      geminiLogs,
      '/x/tmp/p/chats/session-2026-11-15T01-29-b4baa9ff.jsonl',
      'lines',
      (text) => [
        { sessionId: 's', projectHash: 'h', startTime: AT, lastUpdated: AT, kind: 'main' },
        { id: 'u', timestamp: AT, type: 'user', content: [{ text }] },
        {
          ...{ id: 'g', timestamp: AT, type: 'gemini', content: text },
          toolCalls: [
            {
              ...{ id: 'c', name: 'run_shell_command', args: { command: text }, status: 'success' },
              ...{ timestamp: AT, result: [{ functionResponse: { response: { output: text } } }] },
            },
          ],
        },
      ],
    ),
    'a log of copilot': lines(copilotLogs, '/x/session-state/s/events.jsonl', 'lines', (text) => [
      cli('1', 'session.start', { sessionId: 's', startTime: AT, context: { cwd: '/p' } }),
      cli('2', 'user.message', { content: text }),
      cli('3', 'assistant.message', {
        content: text,
        toolRequests: [{ toolCallId: 'c', name: 'bash', arguments: { command: text } }],
      }),
      cli('4', 'tool.execution_complete', { toolCallId: 'c', success: false, result: { content: text } }),
    ]),
    'a history of specstory': lines(
      specstory,
      '/p/.specstory/history/2026-01-16_22-28-53Z-a.md',
      'document',
      (text) => [
        `<!-- Generated by SpecStory -->\n\n# A\n\n_**User**_\n\n${text}\n\n---\n\n_**Agent**_\n\n${text}\n`,
      ],
    ),
    'a chat of vscode': lines(vscodeLogs, '/x/chatSessions/s.json', 'document', (text) => [
      {
        ...{ version: 3, sessionId: 's', creationDate: Date.parse(AT) },
        requests: [
          {
            ...{ requestId: 'r', timestamp: Date.parse(AT), message: { text }, result: {} },
            response: [
              { value: text },
              {
                ...{ kind: 'toolInvocationSerialized', toolId: text, toolCallId: 'c', isComplete: true },
                ...{ invocationMessage: text, resultDetails: { input: text, output: [{ value: text }] } },
                toolSpecificData: { kind: 'terminal', commandLine: { original: text } },
              },
            ],
          },
        ],
      },
      // A text as the whole file, and as a journal.
      text,
      `{"kind":0,"v":{}}\n${text}`,
    ]),
    'records of a line': (text) => recordsIn({ bytes: Buffer.from(`{"a":1}{"b":${text}`), offset: 0 }),
    'a log of cursor': (text) =>
      takeBubble(
        { bubbleId: 'b', type: 1, text, createdAt: AT },
        composerOf('c', { composerId: 'c', createdAt: Date.parse(AT) }, '/p'),
      ),
    'a log of opencode': (text) =>
      takeMessage({
        data: { role: 'user', time: { created: Date.parse(AT) } },
        parts: [{ data: { type: 'text', text } }],
        sessions: [{ id: 's', directory: '/p', time_created: Date.parse(AT) }],
      } as never),
  };
}
