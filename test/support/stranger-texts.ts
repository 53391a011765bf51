import type { Event } from '../../src/model/event.ts';
import type { Log, Reader } from '../../src/model/reader.ts';

/**
 * Functions that read a text somebody else wrote, by file below `src/`, each called with the text as its first argument. A
 * new one belongs here, or below with the reason why no stranger's text reaches it: `text-growth.test.ts` compares both
 * lists with the sources.
 */
const READERS: Record<string, string> = {
  'words/command.ts': 'coreOf isAlike',
  'words/content-words.ts': 'contentWords',
  'words/hidden-trouble.ts': 'lettersOf',
  'words/narrowed.ts': 'narrowed',
  'words/next-step.ts': 'nextStepIn',
  'words/only-looking.ts': 'isOnlyLooking',
  'words/orders.ts': 'givesOrders',
  'words/own-words.ts': 'typedWords ownWords planTitle',
  'words/persons-part.ts': 'personsPart',
  'words/plain-fact.ts': 'isPlainFact',
  'words/pieces.ts': 'piecesOf withoutPieces',
  'words/replaced.ts': 'withoutReplaced withoutReplacedQuotes isAllReplaced',
  'words/said.ts': 'saidLines',
  'words/steps.ts': 'stepsOf headOf wordsOfHead',
  'words/tagged.ts': 'withoutTagged',
  'words/to-remember.ts': 'toRemember isRememberCommand',
  'observe/statements/answers.ts': 'answersIn',
  'observe/statements/habits.ts': 'habitsIn',
  'observe/statements/heard.ts': 'numbersIn',
  'observe/statements/mentions.ts': 'mentionsIn isConcrete',
  'observe/statements/statement.ts': 'statementsIn onlyStatementIn statementsBeside',
  'observe/signals/corrections.ts': 'correctionsIn',
  'observe/signals/files.ts': 'isNoise isForeign foreignFolder isTest isConfig stemOf folderOf',
  'observe/commits/message.ts': 'readMessage sentencesOf',
  'observe/commits/revert.ts': 'revertedBy',
  'observe/behaviour/command-kind.ts': 'kindOfCommand',
  'observe/behaviour/guard-text.ts': 'cannotBegin',
  'observe/behaviour/wording.ts': 'clip',
  'episodes/ending.ts': 'clip',
  'episodes/follow-up.ts': 'isFollowUp',
  'episodes/frustration.ts': 'judgePrompt',
  'episodes/phase.ts': 'phaseAsked',
  'episodes/shouting.ts': 'isShouted',
  'episodes/test-runners.ts': 'readVerdict',
  'episodes/test-verdict.ts': 'isTestCommand',
  'notes/blocks.ts': 'blocksOf',
  'notes/lines.ts':
    'linesOf isBlank isRule isTableRule isLoneTag isLinkTarget opensComment headingIn fenceIn closesFence bulletIn indentOf',
  'notes/list.ts': 'interrupts',
  'notes/list-notes.ts': 'isNote isHidden',
  'notes/marker.ts': 'markedId',
  'notes/prose.ts': 'inline',
  'notes/rule-file.ts': 'rulesIn',
  'notes/sentences.ts': 'sentencesOf clip',
  'notes/split.ts': 'splitNote',
  'redact/find.ts': 'findSecrets',
  'redact/redact.ts': 'redactSync redactLines',
  'redact/visible.ts': 'visibleOf',
  'redact/shorten.ts': 'redactedStart keptStart keptEnd roughStart roughEnd',
  'write/clean.ts': 'clean hashOf',
  'write/guess-type.ts': 'guessType',
  'write/overtake.ts': 'reasonIn',
  'write/told/likeness.ts': 'addsNothing',
  'write/memory-writer/grounds.ts': 'isWished namedIn addressesIn standsIn',
  'write/gate/wording.ts': 'wording isEmptied',
  'recall/cite.ts': 'briefOf',
  'recall/question-kind.ts': 'kindOfQuestion',
  'recall/similar.ts': 'similar',
  'recall/time-asked.ts': 'timeAsked',
  'recall/files/alike.ts': 'alike',
  'recall/files/continuing.ts': 'continuing',
  'recall/files/mentions.ts': 'mentionsIn',
  'recall/files/paths.ts': 'isTest',
  'recall/files/task-words.ts': 'taskWords',
  'recall/deliver/on-search.ts': 'namesIn',
  'sources/ci-failures.ts': 'startOf announcedFile',
  'sources/ci-line.ts': 'lineOf',
  'sources/ci-paths.ts': 'inRepository fileAndLine',
  'sources/claude-code-words.ts': 'withoutReminders inTag',
  'sources/codex-output.ts': 'outcomeOf',
  'sources/codex-patch.ts': 'isPatch filesOfPatch',
  'sources/codex-paths.ts': 'plainPath',
  'sources/codex-words.ts': 'typedIn',
  'sources/diff.ts': 'changedLines lineCount',
  'sources/gemini-words.ts': 'typedIn wordsOf',
  'sources/json.ts': 'parseText',
  'sources/pending.ts': 'commandText',
  'sources/specstory-blocks.ts': 'headOf blocksOf',
  'ingest/excerpt.ts': 'lineOf clean',
  'ingest/names.ts': 'isUsual nameOf safeText safePath',
  'ingest/shell-files.ts': 'filesChangedByCommand',
  'ingest/shell-operands.ts': 'isFile',
  'ingest/shell-steps.ts': 'shellSteps',
  'ingest/shell-words.ts': 'programsIn',
  'ingest/foreign-command.ts': 'reachOf',
  'daemon/hooks/harmless.ts': 'harmless',
  'daemon/hooks/looks-failed.ts': 'looksFailed',
  'daemon/hooks/steps.ts': 'promptOf typedDeed wordsOf',
  'exchange/claude.ts': 'takeOwnRules',
  // Of rooms that are not compared, those that read such texts.
  'engine/context.ts': 'cleaned',
  'engine/claim-of.ts': 'keyOf typeIn',
  'engine/panel/extract.ts': 'extractFrom',
  'engine/remote.ts': 'withoutCredentials',
  'store/words.ts': 'wordsOf',
  'store/code-words.ts': 'wordsIn wordsOfIdentifier',
  'store/code-word-list.ts': 'wordListOf',
  'embed/cut.ts': 'readablePart',
  'llm/json.ts': 'jsonIn',
  'mcp/result.ts': 'flat',
  'codegraph/chunks.ts': 'chunksOfLines',
  'codegraph/hash.ts': 'hashOf hashOfTidy',
  'codegraph/tangled.ts': 'isTangled',
  'codegraph/typescript/jsonc.ts': 'parseJsonc',
  'codegraph/typescript/oxc/angles.ts': 'triesTooMuch',
  'codegraph/python/annotation.ts': 'namesIn',
};

/** What else a reader is called with. */
const ARGUMENTS: Record<string, readonly unknown[]> = {
  'redact/shorten.ts redactedStart': [2000],
  'redact/shorten.ts keptStart': [2000],
  'redact/shorten.ts keptEnd': [2000],
  'redact/shorten.ts roughStart': [2000],
  'redact/shorten.ts roughEnd': [2000],
  'words/command.ts isAlike': ['npm test'],
  'words/pieces.ts withoutPieces': [['Use npm']],
  'words/replaced.ts withoutReplaced': [['Always use npm for the tests', 'a. a. a']],
  'words/replaced.ts withoutReplacedQuotes': [['Always use npm for the tests']],
  'words/steps.ts headOf': [2],
  'observe/statements/statement.ts statementsIn': [{ stopped: false }],
  'observe/behaviour/wording.ts clip': [100],
  'notes/lines.ts closesFence': ['```'],
  'notes/sentences.ts sentencesOf': [1000],
  'notes/sentences.ts clip': [100],
  'write/told/likeness.ts addsNothing': ['Use npm for the tests'],
  'write/memory-writer/grounds.ts isWished': [[]],
  'write/memory-writer/grounds.ts standsIn': [[]],
  'recall/similar.ts similar': [[{ id: 'a', text: 'the tests', files: [], at: 1 }]],
  'recall/time-asked.ts timeAsked': [Date.UTC(2026, 10)],
  'recall/files/alike.ts alike': [[]],
  'recall/files/continuing.ts continuing': [[], 0],
  'sources/ci-failures.ts startOf': [null],
  'sources/claude-code-words.ts inTag': ['summary'],
  'sources/codex-patch.ts filesOfPatch': ['/p'],
  'engine/panel/extract.ts extractFrom': ['what do the tests need?'],
};

/** Why a function of the compared rooms that takes a text is not listed. */
export const EXCUSED: Record<string, string> = {
  // Gets one sentence, which `sentencesOf` keeps below 420 characters.
  sentence: `observe/statements/clause.ts observe/statements/commands.ts observe/statements/judge.ts
    observe/statements/keyed.ts observe/statements/mentions.ts observe/statements/scope.ts
    observe/statements/subject.ts observe/statements/swap.ts observe/statements/trigger.ts
    observe/statements/wording.ts observe/statements/key-words.ts`,
  // Gets one name or value, which the finder that calls it has cut out and bounded; `findSecrets` is measured.
  'part of a finding': `redact/names.ts redact/placeholders.ts redact/randomness.ts redact/references.ts redact/settle.ts
    redact/values.ts redact/secretlint.ts redact/redact.ts`,
  // Written by us: patterns, keys, dates, names, our own state.
  ours: `observe/statements/names.ts observe/statements/cues/cues.ts observe/pad.ts observe/signals/files.ts
    notes/log-line.ts notes/marker.ts notes/split.ts recall/deliver/told.ts recall/deliver/holdout.ts
    daemon/hooks/dialect.ts daemon/hooks/cut-to-fit.ts sources/tools.ts write/gate/validation.ts
    observe/behaviour/wording.ts`,
  // A path that was opened, or a client's short name for something.
  'path or name': `notes/daily-log.ts notes/list-notes.ts notes/load-note.ts notes/watch-folders.ts sources/files-below.ts
    sources/gemini-projects.ts sources/cursor-workspaces.ts sources/cursor-composer.ts sources/claude-code-memory.ts
    sources/claude-code-call.ts sources/codex-thread.ts sources/codex-paths.ts sources/copilot-session.ts
    sources/copilot-calls.ts ingest/bytes.ts ingest/git-index.ts recall/deliver/after-read.ts`,
  // Measured through the reader or the function that calls it.
  'through another': `sources/claude-code-user.ts sources/copilot-steps.ts recall/rerank.ts recall/files/hinted.ts
    recall/files/named.ts recall/deliver/on-search.ts episodes/new-task.ts`,
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
  const { fingerprintOf } = await import('../../src/episodes/fingerprint.ts');
  const { hiddenTrouble } = await import('../../src/words/hidden-trouble.ts');
  const { redactDraft } = await import('../../src/write/redact-draft.ts');
  const { tokenCounter } = await import('../../src/words/tokens.ts');
  const { dialects } = await import('../../src/daemon/hooks/dialects.ts');
  const { mayStartNewTask } = await import('../../src/episodes/new-task.ts');
  const { named } = await import('../../src/recall/files/named.ts');
  const { hinted } = await import('../../src/recall/files/hinted.ts');
  const { pathsOf } = await import('../../src/recall/files/paths.ts');
  const paths = pathsOf(['src/cart.ts', 'src/a/a.ts', 'test/a.test.ts']);
  const count = await tokenCounter();
  const failed = (text: string): Pick<Event, 'tool' | 'text' | 'command' | 'exitCode' | 'outcome'> => ({
    tool: 'run',
    text,
    command: `${text.slice(0, 50_000)} | tail`,
    exitCode: 1,
    outcome: 'ok',
  });
  return {
    fingerprintOf: (text) => fingerprintOf(failed(text)),
    hiddenTrouble: (text) => hiddenTrouble(failed(text)),
    redactDraft: (text) => redactDraft({ text }),
    countTokens: count,
    named: (text) => named(text, paths),
    hinted: (text) => hinted(text, paths),
    mayStartNewTask: (text) =>
      mayStartNewTask(text, { words: new Set(['tests']), files: new Set(['a.ts']), committed: true }),
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
  client: keyof typeof import('../../src/daemon/hooks/dialects.ts')['dialects'],
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
  const { claudeCode } = await import('../../src/sources/claude-code.ts');
  const { codex } = await import('../../src/sources/codex.ts');
  const { gemini } = await import('../../src/sources/gemini.ts');
  const { copilot } = await import('../../src/sources/copilot.ts');
  const { specstory } = await import('../../src/sources/specstory.ts');
  const { takeBubble } = await import('../../src/sources/cursor-bubble.ts');
  const { composerOf } = await import('../../src/sources/cursor-composer.ts');
  const { takeMessage } = await import('../../src/sources/opencode-message.ts');
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
    'a log of claude-code': lines(claudeCode, '/x/projects/p/s.jsonl', 'lines', (text) => [
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
      codex,
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
      gemini,
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
    'a log of copilot': lines(copilot, '/x/session-state/s/events.jsonl', 'lines', (text) => [
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
