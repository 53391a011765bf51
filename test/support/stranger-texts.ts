import type { Event } from '@sqrl/base/model/event.ts';
import type { Log, Reader } from '@sqrl/base/model/reader.ts';

/**
 * Functions that read a text somebody else wrote, by file below `src/`, each called with the text as its first argument. A
 * new one belongs here, or below with the reason why no stranger's text reaches it: `text-growth.test.ts` compares both
 * lists with the sources.
 */
const READERS: Record<string, string> = {
  'model/sync/lines.ts': 'readLines',
  'model/sync/hub-protocol.ts': 'hostPath',
  'model/sync/person.ts': 'personName',
  'model/citation.ts': 'citedParts',
  'exchange/git/check-shared.ts': 'checkShared secretsIn',
  'exchange/hub/ask-hub.ts': 'hubAddress',
  'exchange/hub/seal.ts': 'sealKeyOf',
  'base/shell/command.ts': 'coreOf isAlike variablesOf',
  'base/text/agreement.ts': 'agreementIn deniesAtStart sendsOn',
  'base/text/content-words.ts': 'contentWords stem',
  'ingest/episodes/hidden-failure.ts': 'lettersOf',
  'learn/work/observe-product.ts': 'observationIn showsProduct',
  'model/program-task.ts': 'asProgramTask withoutTaskTag',
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
  'base/text/names.ts': 'namesIn',
  'base/shell/destructive.ts': 'namesDestructiveCommand',
  'base/shell/steps.ts': 'shellSteps unprovenSteps leadingWords wordsOfHead',
  'base/shell/fetches.ts': 'fetches',
  'base/shell/wrappers.ts': 'plainStep unwrapped taskOf isSameTask',
  'base/text/tagged.ts': 'withoutTagged withoutTagBlocks',
  'clients/loaded-rules.ts': 'importsIn',
  'clients/reading/answers.ts': 'answersById',
  'base/text/to-remember.ts': 'toRemember isRememberCommand',
  'learn/statements/markers.ts': 'markerOf asksToRemember isForNow isQuestion isRetraction',
  'learn/statements/leaning.ts': 'leansBack',
  'learn/statements/matter.ts': 'matterOf',
  'learn/statements/agreement.ts': 'proposedSentences asksToConfirm amendedText',
  'learn/statements/answers.ts': 'askedAnswers notesOnAnswers refusalWords answersIn',
  'learn/statements/wording.ts': 'wholeText asStatement correctionInQuestion continues',
  'learn/statements/sentences.ts': 'promptSentences placedSentences',
  'learn/statements/authorship.ts': 'ownSentences authorshipEvidence',
  'learn/claims/claim.ts': 'claimIn',
  'learn/claims/words.ts': 'wordsOf sharedWords significantWords beginAlike',
  'learn/claims/mentions.ts': 'namedFilesAndSymbols scopeOf',
  'learn/observe/signals/row.ts': 'onFile onRun',
  'learn/observe/signals/files.ts': 'isNoise isTest isConfig stemOf partOf floodedBy',
  'learn/observe/behavior/command-kind.ts': 'kindOfCommand kindOfName isTestRun',
  'learn/tasks/task-files.ts': 'ruleTasks yamlTasks tomlTasks jsonTasks',
  'learn/observe/behavior/passing-trouble.ts': 'isOfAnother cannotBegin',
  'learn/observe/behavior/command-way.ts': 'wayOf generalStep startsOwnWork',
  'learn/observe/behavior/task-name.ts': 'taskNamesIn',
  'learn/observe/wording.ts': 'clipOneLine',
  'ingest/episodes/ending.ts': 'clipLine isCommitted',
  'ingest/episodes/facts.ts': 'endsWithQuestion',
  'ingest/episodes/fingerprint.ts': 'tellingLine',
  'ingest/episodes/follow-up.ts': 'askedNow isFollowUp',
  'ingest/episodes/frustration.ts': 'judgePrompt',
  'ingest/episodes/phase.ts': 'phaseAsked',
  'ingest/episodes/shouting.ts': 'isShouted',
  'ingest/episodes/test-runners.ts': 'readVerdict',
  'ingest/episodes/test-verdict.ts': 'isTestCommand',
  'learn/notes/markdown.ts': 'noteBlocks noteLines mark markedId',
  'base/shell/invocations.ts': 'invocationsOf programName joinPath',
  'base/text/code-parts.ts': 'codeParts',
  'model/rule-trigger.ts': 'parseCall parseTrigger',
  'learn/rules/compile.ts': 'compileRule',
  'clients/hooks/writes.ts': 'writesIn writesOfPatch',
  'learn/rules/named.ts': 'namedFiles newFiles namedSigns kindGlobs secretFiles misnamedFiles',
  'learn/rules/wording.ts': 'plainWording',
  'learn/rules/sentence.ts': 'withoutHeadings segmentsOf',
  'learn/rules/things.ts': 'codeCall call',
  'learn/notes/list-notes.ts': 'isNote isHidden',
  'learn/notes/rule-file.ts': 'fileRulesIn',
  'learn/notes/split.ts': 'splitNote clipText',
  'redact/find.ts': 'findSecrets',
  'redact/redact.ts': 'redactSync redactLines',
  'redact/visible.ts': 'visibleText',
  'redact/shorten.ts': 'redactedStart keptStart keptEnd roughStart roughEnd',
  'base/text/clean.ts': 'clean hashOf',
  'base/text/tokens.ts': 'estimateTokens',
  'learn/gate/draft.ts': 'guessType idOf',
  'learn/gate/memory-writer/judge.ts': 'judgeSummary',
  'learn/gate/memory-writer/grounds.ts': 'isWished namedIn addressesIn standsIn',
  'recall/answering.ts': 'answering',
  'recall/question-kind.ts': 'kindOfQuestion isDirectQuestion',
  'recall/ask/layers.ts': 'layersAsked',
  'recall/ask/past.ts': 'asksWhere touchedLast',
  'recall/ask/rules.ts': 'asksForRules',
  'recall/files/worth.ts': 'worthFor',
  'recall/replay/claim.ts': 'lineOf',
  'recall/similar.ts': 'similar',
  'recall/time-range.ts': 'timeAsked',
  'recall/files/alike.ts': 'alike',
  'recall/files/continuing.ts': 'continuing',
  'recall/files/mentions.ts': 'pathMentions',
  'recall/files/paths.ts': 'isTest',
  'recall/files/task-words.ts': 'taskWords',
  'recall/deliver/on-search.ts': 'searchedNames',
  'recall/deliver/same-words.ts': 'ruleWords',
  'clients/ci/failures.ts': 'failureStart announcedFile',
  'clients/ci/line.ts': 'ciLineOf',
  'clients/ci/paths.ts': 'inRepository fileAndLine',
  'clients/claude-code/words.ts': 'withoutReminders inTag',
  'clients/codex/output.ts': 'outcomeOf',
  'clients/codex/patch.ts': 'isPatch filesOfPatch',
  'clients/codex/paths.ts': 'plainPath',
  'clients/codex/words.ts': 'codexPrompt',
  'clients/reading/diff.ts': 'changedLines lineCount',
  'clients/reading/wrapper-noise.ts': 'withoutWrapperNoise',
  'clients/gemini/words.ts': 'geminiPrompt geminiTextOf',
  'clients/reading/json.ts': 'parseText',
  'clients/reading/pending.ts': 'commandText',
  'clients/specstory/blocks.ts': 'specstoryHead specstoryBlocks',
  'clients/specstory/fences.ts': 'fencesIn',
  'clients/specstory/parts.ts': 'agentParts',
  'ingest/command-folder.ts': 'folderOf',
  'ingest/excerpt.ts': 'redactedLine withoutSecrets',
  'ingest/names.ts': 'isUsual safeName safeText safePath',
  'ingest/shell-files.ts': 'filesChangedByCommand',
  'ingest/shell-words.ts': 'programsIn',
  'ingest/foreign-command.ts': 'commandReach',
  'ingest/foreign-words.ts': 'isFromForeign',
  'base/text/word-runs.ts': 'wordRuns',
  'clients/hooks/harmless.ts': 'harmless',
  'clients/hooks/looks-failed.ts': 'looksFailed',
  'clients/hooks/steps.ts': 'promptMoment resultTextOf',
  'clients/hooks/dialect.ts': 'promptActions promptOf',
  'exchange/claude.ts': 'takeOwnRules',
  // Of rooms that are not compared, those that read such texts.
  'recall/verbs/context.ts': 'cleaned',
  'learn/claims/memory-claims.ts': 'claimKeyOf typeIn',
  'recall/ask/extract.ts': 'extractFrom',
  'workspace/remote.ts': 'withoutCredentials',
  'store/memory/words.ts': 'questionWords',
  'store/code/words.ts': 'wordsIn wordsOfIdentifier',
  'store/code/word-list.ts': 'wordListOf',
  'embed/cut.ts': 'readablePart',
  'llm/json.ts': 'jsonIn',
  'mcp/result.ts': 'flat',
  'code/parse/chunks.ts': 'chunksOfLines',
  'code/facts/hash.ts': 'codeHashOf hashOfTidy',
  'code/parse/tangled.ts': 'isTangled',
  'code/languages/typescript/files.ts': 'parseJsonc',
  'code/languages/python/annotation.ts': 'annotationNames',
};

/** What else a reader is called with. */
const ARGUMENTS: Record<string, readonly unknown[]> = {
  'base/shell/invocations.ts joinPath': ['src/a.ts'],
  'base/text/code-parts.ts codeParts': ['ts'],
  'clients/hooks/writes.ts writesIn': [{ content: 'x' }],
  'clients/hooks/writes.ts writesOfPatch': [[{ path: 'a.ts' }]],
  'learn/rules/things.ts codeCall': [() => true],
  'redact/shorten.ts redactedStart': [2000],
  'redact/shorten.ts keptStart': [2000],
  'redact/shorten.ts keptEnd': [2000],
  'redact/shorten.ts roughStart': [2000],
  'redact/shorten.ts roughEnd': [2000],
  'base/shell/command.ts isAlike': ['npm test'],
  'base/text/passages.ts passagesOf': [700],
  'base/text/phrases.ts replaceSentencesWith': ['a b', '[forgotten]'],
  'base/text/pieces.ts withoutPieces': [['Use npm']],
  'base/text/replaced.ts withoutReplaced': [['Always use npm for the tests', 'a. a. a']],
  'base/shell/steps.ts leadingWords': [2],
  'learn/statements/answers.ts answersIn': ['the second one'],
  'learn/statements/wording.ts continues': ['the tests'],
  'learn/statements/wording.ts wholeText': [[{ sentence: 'Do it like this:', own: 1 }], 0],
  'learn/statements/agreement.ts amendedText': ['30 days instead of 14'],
  'learn/observe/behavior/command-way.ts wayOf': [null],
  'learn/observe/behavior/command-way.ts generalStep': ['command.lint'],
  'learn/observe/behavior/passing-trouble.ts isOfAnother': ['git', 'git status && yq .a'],
  'ingest/foreign-words.ts isFromForeign': [[{ origin: 'unknown', text: 'the tests', isCut: false }]],
  'ingest/command-folder.ts folderOf': [() => ({ path: 'a', outside: false })],
  'learn/observe/behavior/wording.ts clipOneLine': [100],
  'learn/notes/split.ts clipText': [100],
  'learn/claims/mentions.ts scopeOf': [false],
  'learn/claims/words.ts beginAlike': ['Use npm for the tests'],
  'learn/claims/words.ts sharedWords': ['Use npm for the tests'],
  'learn/gate/memory-writer/judge.ts judgeSummary': [
    { episode: { tainted: false }, compressed: { text: '', marks: new Map() } },
  ],
  'learn/gate/memory-writer/grounds.ts isWished': [[]],
  'learn/gate/memory-writer/grounds.ts standsIn': [[]],
  'recall/answering.ts answering': [[]],
  'recall/similar.ts similar': [[{ id: 'a', text: 'the tests', files: [], at: 1 }]],
  'recall/time-range.ts timeAsked': [Date.UTC(2026, 10)],
  'recall/ask/layers.ts layersAsked': [{ now: Date.UTC(2026, 10), timeZone: 'UTC' }],
  'recall/files/alike.ts alike': [[]],
  'recall/files/continuing.ts continuing': [[], 0],
  'clients/ci/failures.ts failureStart': [null],
  'clients/claude-code/words.ts inTag': ['summary'],
  'clients/codex/patch.ts filesOfPatch': ['/p'],
  'recall/ask/extract.ts extractFrom': ['what do the tests need?'],
};

/** Why a function of the compared rooms that takes a text is not listed. */
export const EXCUSED: Record<string, string> = {
  // Gets one name or value, which the finder that calls it has cut out and bounded; `findSecrets` is measured.
  'part of a finding': `redact/names.ts redact/placeholders.ts redact/randomness.ts redact/references.ts redact/settle.ts
    redact/values.ts redact/secretlint.ts redact/redact.ts`,
  // Written by us: patterns, keys, dates, names, our own state.
  ours: `learn/observe/pad.ts learn/observe/signals/files.ts
    recall/deliver/delivered.ts recall/deliver/holdout.ts
    clients/hooks/dialect.ts daemon/hooks/cut-to-fit.ts clients/reading/tools.ts learn/gate/steps.ts
    learn/observe/behavior/wording.ts learn/gate/history.ts learn/claims/matters.ts
    learn/claims/succession.ts exchange/hub/login.ts exchange/hub/signing.ts`,
  // A path that was opened, or a client's short name for something.
  'path or name': `learn/notes/daily-log.ts learn/notes/list-notes.ts learn/notes/read-note.ts base/watch.ts clients/reading/files-below.ts
    clients/gemini/projects.ts clients/vscode/folders.ts clients/cursor/workspaces.ts clients/cursor/composer.ts clients/claude-code/memory.ts
    clients/claude-code/call.ts clients/codex/thread.ts clients/codex/paths.ts clients/copilot/session.ts
    clients/copilot/calls.ts ingest/bytes.ts ingest/git-index.ts clients/recognize.ts clients/hook-events.ts
    clients/files-like.ts exchange/git/repository.ts exchange/git/shared-file.ts ingest/work/folders-to-watch.ts ingest/work/log-stores.ts ingest/work/project-of.ts ingest/other-machine.ts recall/deliver/after-read.ts`,
  // Measured through the reader or the function that calls it.
  'through another': `clients/claude-code/user.ts clients/copilot/steps.ts recall/rerank.ts recall/files/hinted.ts
    learn/claims/commands.ts learn/claims/names.ts recall/files/named.ts recall/deliver/on-search.ts ingest/episodes/new-task.ts`,
};

type Read = (text: string) => unknown;

/** Every reader of strangers' texts by its name. */
export async function textReaders(): Promise<Map<string, Read>> {
  const readers = new Map<string, Read>();
  for (const [file, names] of Object.entries(READERS)) {
    const module = await import(/* @vite-ignore */ `../../src/${file}`);
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
  const { hinted } = await import('@sqrl/squirrel/recall/files/hinted.ts');
  const { pathsOf } = await import('@sqrl/squirrel/recall/files/paths.ts');
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
      PROMPTS.map(([client, event, input]) => [
        `a prompt in ${client}`,
        (text) => dialects[client].hear(event, input(text)),
      ]),
    ),
    ...Object.fromEntries(
      STEPS.map(([client, event, input]) => [
        `a step in ${client}`,
        (text) => dialects[client].hear(event, input(text)),
      ]),
    ),
    ...(await logReaders()),
  };
}

type Hooked = readonly [
  client: keyof typeof import('@sqrl/squirrel/clients/hooks/testing/dialects.ts')['dialects'],
  event: string,
  input: (text: string) => Record<string, unknown>,
];

const PROMPTS: Hooked[] = [
  ['claude-code', 'UserPromptSubmit', (prompt) => ({ session_id: 's', cwd: '/p', prompt })],
  ['codex', 'UserPromptSubmit', (prompt) => ({ session_id: 's', cwd: '/p', prompt })],
  ['gemini', 'BeforeAgent', (prompt) => ({ session_id: 's', cwd: '/p', prompt })],
  ['copilot', 'userPromptSubmitted', (prompt) => ({ sessionId: 's', cwd: '/p', prompt })],
  ['cursor', 'beforeSubmitPrompt', (prompt) => ({ conversation_id: 's', cwd: '/p', prompt })],
  [
    'opencode',
    'chat.message',
    (text) => ({ directory: '/p', input: { sessionID: 's' }, output: { parts: [{ type: 'text', text }] } }),
  ],
];

const STEPS: Hooked[] = [
  [
    'claude-code',
    'PostToolUse',
    (text) => ({
      ...{ session_id: 's', cwd: '/p', tool_name: 'Bash', tool_input: { command: text } },
      tool_response: { stdout: text },
    }),
  ],
  [
    'codex',
    'PostToolUse',
    (text) => ({
      ...{ session_id: 's', cwd: '/p', tool_name: 'Bash', tool_input: { command: text } },
      tool_response: text,
    }),
  ],
  [
    'gemini',
    'AfterTool',
    (text) => ({
      ...{ session_id: 's', cwd: '/p', tool_name: 'run_shell_command', tool_input: { command: text } },
      tool_response: { llmContent: text },
    }),
  ],
  [
    'copilot',
    'postToolUse',
    (text) => ({
      ...{ sessionId: 's', cwd: '/p', toolName: 'bash', toolArgs: { command: text } },
      toolResult: { textResultForLlm: text },
    }),
  ],
  [
    'cursor',
    'postToolUse',
    (text) => ({
      ...{ conversation_id: 's', tool_name: 'Shell', tool_input: { command: text } },
      tool_output: text,
    }),
  ],
  [
    'opencode',
    'tool.execute.after',
    (text) => ({
      ...{ directory: '/p', input: { sessionID: 's', tool: 'bash', args: { command: text } } },
      output: { output: text },
    }),
  ],
];

const AT = '2026-11-15T01:29:45.000Z';

/** Records of each client's log with the text as a prompt, a reply, a command and its output. */
async function logReaders(): Promise<Record<string, Read>> {
  const { claudeCodeLogs } = await import('@sqrl/squirrel/clients/claude-code/logs.ts');
  const { codexLogs } = await import('@sqrl/squirrel/clients/codex/logs.ts');
  const { geminiLogs } = await import('@sqrl/squirrel/clients/gemini/logs.ts');
  const { copilotLogs } = await import('@sqrl/squirrel/clients/copilot/logs.ts');
  const { vscodeLogs } = await import('@sqrl/squirrel/clients/vscode/logs.ts');
  const { recordsIn } = await import('@sqrl/squirrel/ingest/glued-records.ts');
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
    'a message of cursor': (text) =>
      takeBubble(
        { bubbleId: 'b', type: 1, text, createdAt: AT },
        composerOf('c', { composerId: 'c', createdAt: Date.parse(AT) }, '/p'),
      ),
    'a message of opencode': (text) =>
      takeMessage({
        data: { role: 'user', time: { created: Date.parse(AT) } },
        parts: [{ data: { type: 'text', text } }],
        sessions: [{ id: 's', directory: '/p', time_created: Date.parse(AT) }],
      } as never),
  };
}
