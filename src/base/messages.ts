/** One text, or one for each number that a language tells apart by the fact `n`. */
export type MessageText = string | { readonly one: string; readonly other: string };

/**
 * Every sentence that Squirrel makes by its own rules and that another process may show, in English. `{name}` stands for a
 * fact. The dashboard has each code in its other languages.
 */
const MESSAGES = {
  /** The words of a person or a client, and sentences that older versions stored. */
  verbatim: '{text}',
  'join.sentences': '{first}; {then}',
  'join.list': '{first}, {then}',

  // Why a memory waits for a person.
  'wait.contradicts': 'it contradicts {ids}, which is more trusted',
  'wait.untrustedTurn': 'an agent stated it after reading untrusted text in the same turn',
  'wait.untrusted': 'it comes from untrusted text, such as a web page or an external tool',
  'wait.everyProject': 'an agent wants it to apply to every project',
  'wait.ruleType': 'an agent stated a {type}; only a person can make it a rule',
  'wait.standingRule': 'an agent stated a standing rule',
  'wait.address': 'an agent stated it, and it links to an external address',
  'wait.instruction': 'an agent stated it, and it reads like an instruction to other agents',
  'wait.archived': 'it was archived, and an agent stated it again',
  'wait.forget': 'an agent requested its deletion',
  'wait.forgetBecause': 'an agent requested its deletion: {because}',
  'wait.codeGone': 'its code was deleted',
  'wait.codeChanged': 'its code has changed',
  'wait.unsure': 'its confidence of {percent} % is below the threshold',
  'wait.requested': 'its author requested a review',
  'wait.emergency': '{why}; an emergency guard is only archived after a review',
  'wait.branchDeleted': 'its branch {branch} was deleted without being merged',

  // What happened to a memory. The store keeps these as one or two words (`STEP_CODES`).
  'did.added': 'added',
  'did.branchBack': 'branch restored',
  'did.branchGone': 'branch deleted',
  'did.changed': 'edited',
  'did.confirmed': 'confirmed',
  'did.corrected': 'corrected',
  'did.deprecated': 'archived',
  'did.erased': 'deleted',
  'did.expired': 'expired',
  'did.faded': 'decayed',
  'did.restored': 'restored',
  'did.joined': 'moved to the project',
  'did.learned': 'learned',
  'did.partlyReplaced': 'partly replaced',
  'did.pinned': 'pinned',
  'did.unpinned': 'unpinned',
  'did.promoted': 'promoted',
  'did.rejected': 'rejected',
  'did.reviewedByUse': 'reviewed by use',
  'did.seenAgain': 'seen again',
  'did.sentToReview': 'sent to review',
  'did.forgetRequested': 'deletion requested',
  'did.superseded': 'replaced',
  'did.trusted': 'confidence raised',
  'did.undone': 'undone',
  'did.withdrawn': 'withdrawn',
  'did.takenBack': '{did} (undone)',

  // Why it happened.
  'why.confirmed': 'a person confirmed it',
  'why.rejected': 'a person rejected it',
  'why.rejectedBecause': 'a person rejected it: {because}',
  'why.pinned': 'a person pinned it',
  'why.unpinned': 'a person unpinned it',
  'why.corrected': 'a person reworded it',
  'why.correctedBecause': 'a person reworded it: {because}',
  'why.edited': 'a person edited it',
  'why.undone': 'a person undid this: {did}',
  'why.fileTaught': 'a person imported its file again',
  'why.lineChanged': 'its line in {file} now says {by}',
  'why.lineRemoved': 'its line was removed from {file}',
  'why.fileRemoved': '{file} was deleted',
  'why.seen': { one: 'seen in one session', other: 'seen in {n} sessions' },
  'why.signal': { one: '{signal}, seen in one session', other: '{signal}, seen in {n} sessions' },
  'why.statedIn': { one: 'stated again in one session', other: 'stated again in {n} sessions' },
  'why.statedAgain': 'it was stated again',
  'why.replaced': 'replaced by {by}',
  'why.replacedBecause': 'replaced by {by}, because {because}',
  'why.replacementGone': '{by}, which had replaced it, no longer applies',
  'why.unproven': 'its source no longer states it',
  'why.history': 'it retells work, which `sqrl history` shows',
  'why.archivedUnused': 'archived {n} days ago and not used since',
  'why.expired': 'it was valid until {day}',
  'why.rarelyUsed': {
    one: 'could have been shown in 1 episode and was used in {uses}; the limit is a share of {ratio}',
    other: 'could have been shown in {n} episodes and was used in {uses}; the limit is a share of {ratio}',
  },
  'why.helped': {
    one: 'could have been shown in 1 episode, was used in {uses} and helped in {hits}',
    other: 'could have been shown in {n} episodes, was used in {uses} and helped in {hits}',
  },
  'why.halfLives': 'neither used nor seen again for {n} days, more than {lives} half-lives of {days} days',
  'why.decay': 'neither used nor applicable for {n} days; [decay.{rule}] allows {days}',
  'why.uncorrected': 'used {n} times without a correction',
  'why.branchMerged': '{branch} was merged',
  'why.branchDefault': '{branch} is the default branch',
  'why.noBranches': 'the project has no branches',
  'why.branchGone': '{branch} was deleted without being merged',
  'why.branchBack': '{branch} exists again',

  // Points of the line of a memory’s confidence that are not steps.
  'confidence.remembered': 'added',
  'confidence.lastUsed': 'last used',
  'confidence.decayed': 'decayed since it was last used',
  'confidence.now': 'now',

  // What a memory did in an episode.
  'outcome.fileBelow': 'a file in {folder} was read or changed',
  'outcome.file': '{path} was read or changed',
  'outcome.cameUp': '{what} was used',
  'outcome.named': '{name} was mentioned',
  'outcome.about': 'the task was about {words}',
  'outcome.ran': '`{command}` was run',
  'outcome.opened': '{path} was opened',
  'outcome.notShown': 'it was not shown',
  'outcome.shown': 'shown ({point})',
  'outcome.shownAbout': 'shown ({point}: {about})',
  'outcome.ignored': 'no sign that the agent used it',
  'outcome.cited': 'a reply cites it',
  'outcome.avoided': 'the agent did not do what it warns of',
  'outcome.succeeded': 'the agent did it without the failure',
  'failure.came': 'the failure occurred anyway',
  'failure.cameAgain': 'the failure occurred more than once',
  'failure.notAgain': 'it was shown after the failure, which did not recur',
  'failure.none': 'no failure occurred',
  'point.sessionStart': 'session start',
  'point.firstPrompt': 'first prompt',
  'point.laterPrompt': 'prompt',
  'point.beforeCommand': 'before command',
  'point.beforeEdit': 'before edit',
  'point.afterFailure': 'after failure',
  'point.search': 'search',
  'point.afterRead': 'after read',

  // Why a memory may be outdated.
  'stale.deleted': 'its code was deleted',
  'stale.archived': 'it was archived',
  'stale.changed': 'its code has changed',
  'stale.unused': 'not used for {n} days',
  'stale.files': '{n} of its {files} files have changed since',
  'stale.written': '{path} was changed more than 30 days after it was recorded',

  // Which evidence a memory has.
  'proof.failure_then_success': 'failure, then success',
  'proof.explicit_statement': 'explicit statement',
  'proof.user_correction': 'user correction',
  'proof.self_correction': 'self-correction',
  'proof.said': 'said in a session',
  'proof.rule_file': 'rule file',
  'proof.work_done': 'completed task',
  'proof.token_spike': 'token spike',
  'proof.given_up': 'abandoned attempt',
  'proof.external_reference': 'external reference',
  'proof.merge_conflict': 'merge conflict',
  'proof.reverted_edit': 'reverted edit',
  'proof.step_overrun': 'more steps than planned',
  'proof.same_steps': 'same steps',
  'proof.command_worked': 'command that worked',
  'proof.file_access': 'file access',
  'proof.read_abandon': 'abandoned read',
  'proof.glob_ignore': 'ignored search results',
  'proof.import_chase': 'followed imports',
  'proof.commit_history': 'commit history',
  'proof.parallel_conflict': 'parallel conflict',
  'proof.test_runs': 'test runs',
  'proof.reverted_commit': 'reverted commit',
  'proof.repeated_grep': 'repeated search',
  'proof.test_order': 'test order',
  'proof.config_touch': 'configuration change',
  'proof.co_access': 'read together',
  'proof.commit_message': 'commit message',
  'proof.imported': 'imported',
  'proof.unfinished_session': 'unfinished session',
  'proof.none': 'no evidence stored',

  // How an episode ended.
  'ended.plan': 'Ended with a plan.',
  'ended.interrupted': 'Interrupted by the user.',
  'ended.brokeOff': 'Stopped by an error: {what}',
  'ended.unknown': 'Result unknown.',
  'ended.refused': 'The user rejected the last step.',
  'ended.testsFailed': 'Tests failed at the end.',
  'ended.testsPassed': 'Tests passed.',
  'ended.committed': 'Committed.',
  'ended.committedSubject': 'Committed “{subject}”.',
  'ended.committedTested': 'Committed; tests passed.',
  'ended.committedSubjectTested': 'Committed “{subject}”; tests passed.',
  'ended.unanswered': 'The last prompt was not answered.',
  'ended.failedStep': 'Stopped after a failure.',
  'ended.failedStepOf': 'Stopped after {what} failed.',
  'ended.midStep': 'Stopped in the middle of a step.',
  'ended.failure': 'Ended with a failure.',
  'ended.failureOf': 'Ended after {what} failed.',
  'ended.untested': 'Done, no tests run.',
  'ended.question': 'Waiting for an answer: “{question}”',
  'ended.noReply': 'Ended without a reply.',
  'ended.answered': 'Answered.',

  // Why a hit ranks where it does.
  'hit.meaning': 'meaning #{place} (cosine {score})',
  'hit.words': 'words #{place} (bm25 {score})',
  'hit.about': 'about {what} ({near})',
  'hit.key': 'kept under {key}',
  'hit.time': 'learned {time}',
  'hit.name': 'name',
  'hit.reranked': 'reranked from #{place} ({score})',
  'hit.imagined': 'similar to a generated answer',
  'factor.pinned': 'pinned ×{by}',
  'factor.stale': 'stale ×{by}',
  'factor.review': 'review ×{by}',
  'factor.source': 'source ×{by}',
  'factor.confidence': 'confidence ×{by}',
  'factor.recency': 'recency ×{by}',
  'factor.use': 'use ×{by}',
  'factor.status': 'status ×{by}',
  'factor.tier': 'tier ×{by}',
  'factor.kind': 'kind ×{by}',
  'factor.phase': 'phase ×{by}',
  'factor.age': 'age ×{by}',

  // How a new rule relates to an existing memory.
  'teach.same': 'it says the same, word for word; adding it again adds evidence',
  'teach.replaces': 'both set {key}; the new rule replaces it',
  'teach.differs': 'both are about the same subject and say different things',
  'teach.opposite': 'it is about nearly the same subject, with the opposite advice',
  'teach.otherPart': 'it says the same for another part of the code',
  'teach.otherWords': 'it says nearly the same in other words',
  'teach.related': 'it is about something similar',

  // Why something was left as it is, or a file or log is not shown.
  'left.gone': 'it was deleted',
  'left.changedSince': 'it has been changed again since',
  'left.textChanged': 'its text has been changed since',
  'left.confirmed': 'it is already confirmed',
  'left.archived': 'it is already archived',
  'left.pinned': 'it is already pinned',
  'left.unpinned': 'it is not pinned',
  'log.elsewhere': 'This log was not read on this machine.',
  'log.database': 'It was read from a database, which has no lines to show.',
  'log.document': 'It was read from a packed or single document, which has no lines to show.',
  'log.notFile': 'The log is no longer a regular file.',
  'log.shorter': 'The log is shorter than when it was read.',
  'log.gone': 'The log no longer exists.',
  'log.link': 'The log is now a symbolic link; links are not followed.',
  'log.unreadable': 'The log cannot be read ({code}).',
  'file.gone': 'the file does not exist',
  'file.notText': 'it is not text',
  'file.notFile': 'it is not a file',
  'file.link': 'it is a symbolic link',
  'file.linkOut': 'it is a symbolic link that points outside {folder}',
  'file.unreadable': 'it cannot be read ({code})',
  'file.tooLarge': 'its size is {size} KB; the limit for {what} is {limit} KB',

  // What `sqrl init` added to the files of a client.
  'setup.hooks': 'hooks',
  'setup.mcp': 'the MCP server',
  'setup.mcpAndHooks': 'the MCP server and hooks',
  'setup.plugin': 'the plugin',
  'setup.command': 'the command {name}',

  // The home panel.
  'health.used':
    'Of the memories that applied and were shown to an agent in the last 30 days, the share that the agent followed.',
  'health.reviewed': 'The share of memories with no review pending.',
  'health.fresh': 'Of the memories that are tied to code, the share whose code has not changed since.',
  'health.covered': 'The share of modules that have a memory.',
  'health.captured': 'Of the clients with logs, the share whose logs have been read to the end.',
  'saved.failuresControl':
    'Of the occasions on which a failure that a memory warns of could occur, the share in which it occurred: without the memory minus with it, times the occasions of this week on which it was shown. Compared with occasions on which it was withheld at random, so nothing else differs.',
  'saved.failures':
    'Of the occasions on which a failure that a memory warns of could occur, the share in which it occurred: without the memory minus with it, times the occasions of this week on which it was shown. Compared with all occasions on which it was not shown, including those before it was learned: these may differ in other ways too.',
  'saved.tokens':
    'The average cost of a session in the last 90 days, as its client counts tokens and without those from a provider’s cache: control sessions (no memories) minus sessions with memories, times the sessions of this week with memories. The tokens of the memories themselves are included.',
  'saved.fewOccasions': 'Needs {n} occasions with the memory and {n} without it; {told} and {untold} so far.',
  'saved.fewSessions':
    'Needs {n} sessions with memories and {n} control sessions; {told} and {untold} so far.',
  'attention.conflicts': {
    one: '1 memory has an unresolved conflict',
    other: '{n} memories have unresolved conflicts',
  },
  'attention.review': { one: '1 memory is waiting for review', other: '{n} memories are waiting for review' },
  'attention.stale': {
    one: '1 memory is about code that has changed or was deleted',
    other: '{n} memories are about code that has changed or was deleted',
  },
  'attention.inbox': {
    one: '1 memory was learned since your last visit',
    other: '{n} memories were learned since your last visit',
  },
  'attention.vectors': { one: '1 memory has no vector yet', other: '{n} memories have no vector yet' },
  'attention.spending': '{percent} % of the daily LLM budget is spent',
  'attention.capture': '{client}: {because}',
  'capture.failing': '{n} of {logs} logs could not be read to the end: {trouble}',
  'capture.behind': {
    one: 'A log has grown since it was last read. Is the daemon running?',
    other: '{n} logs have grown since they were last read. Is the daemon running?',
  },

  // What the next level of trust needs.
  'trust.standard': 'standard: {needs}',
  'trust.confident': 'confident: {needs}',
  'trust.sessions': '{n} sessions ({count} so far)',
  'trust.toldSessions': '{n} sessions with memories ({count} so far)',
  'trust.confirmed': 'at least half of the judged memories must be confirmed ({count} of {n})',
  'trust.corrected': 'fewer than 1 in 20 of the memories shown may be wrong ({count} of {n})',

  // Notices, each with its hint.
  'notice.wrongInOneSession': '{n} memories shown in one session were wrong.',
  'notice.wrongInOneSession.hint':
    '`sqrl config trust {lower}` shows only memories with a higher confidence; `sqrl config trust {level}` keeps the current level.',
  'notice.noLlm': 'No language model is configured, so the answer quotes the memories.',
  'notice.noLlm.hint': 'Set llm.provider in the settings.',
  'notice.llmFailed': '{trouble}',
  'notice.llmFailed.hint': 'The answer quotes the memories instead.',
  'notice.llmNoAnswer': 'The LLM found no answer in the memories.',
  'notice.llmNoAnswer.hint': 'These are the closest memories.',
  'notice.embedderDown': 'The embedder does not respond: {trouble}',
  'notice.embedderDown.hint':
    'Until it responds, search matches words only; `sqrl doctor reembed` adds the missing vectors.',
  'notice.rerankerDown': 'The reranker does not respond: {trouble}',
  'notice.rerankerDown.hint': 'Results are not reranked until it responds.',
  'notice.unembedded': {
    one: '1 memory has no vector of {model} yet and is found by words only.',
    other: '{n} memories have no vector of {model} yet and are found by words only.',
  },
  'notice.unembedded.hint': 'Run `sqrl doctor reembed`.',
  'notice.indexing': 'Another process is indexing this code.',
  'notice.indexing.hint': '`sqrl graph status` shows its progress.',
  'notice.diskFull': 'The disk that holds {path} is full. Memories can be read, but nothing new is saved.',
  'notice.diskFull.hint': 'Free some space: `df -h` shows which disk is full.',
  'notice.readOnly': '{path} is not writable. Memories can be read, but nothing new is saved.',
  'notice.readOnly.hint':
    'Check the permissions of the file and its folder, and that the disk is not mounted read-only.',
  'notice.storeMissing':
    '{path} was missing, so a new store was created. A copy of the earlier store exists.',
  'notice.storeMissing.hint': 'To restore its memories, restore {copy}.',
  'notice.wordIndexRebuilt': 'The word index of {path} was damaged and was rebuilt. No memory is lost.',
  'notice.wordIndexRebuilt.hint': 'If this happens again, check the disk.',
  'notice.logTorn': 'The write-ahead log of {path} was damaged. Its last changes may be lost.',
  'notice.logTorn.hint': 'The damaged log is kept as {aside}; delete it when you no longer need it.',
  'notice.logCut': {
    one: 'The write-ahead log of {path} was damaged. Its last change is lost; everything before it is kept.',
    other:
      'The write-ahead log of {path} was damaged. Its last {n} changes are lost; everything before them is kept.',
  },
  'notice.logCut.hint': 'The damaged log is kept as {aside}; delete it when you no longer need it.',
  'notice.logCutSomewhere':
    'The write-ahead log of {path} was damaged. Its last changes are lost; everything before them is kept.',
  'notice.logCutSomewhere.hint': 'The damaged log is kept as {aside}; delete it when you no longer need it.',
  'notice.storeReplaced': '{path} was damaged. {repair}',
  'notice.storeReplaced.hint': 'The damaged file is kept as {aside}; delete it when you no longer need it.',
  'repair.newestCopy': 'It was replaced by its newest good copy.',
  'repair.copy': {
    one: 'It was replaced by its copy of {at} with 1 memory.',
    other: 'It was replaced by its copy of {at} with {n} memories.',
  },
  'repair.newStore': 'It has no good copy; Squirrel created a new store.',
  'repair.recovered': {
    one: '1 memory was recovered from the damaged file.',
    other: '{n} memories were recovered from the damaged file.',
  },
  'repair.lostUnknown': 'The number of lost memories is not known.',
  'repair.lost': { one: '1 memory could not be recovered.', other: '{n} memories could not be recovered.' },
  'repair.lostNone': 'No memory is lost.',
  'repair.then': '{first} {then}',
} as const satisfies Record<string, MessageText>;

export type MessageCode = keyof typeof MESSAGES;

/** What stands for `{name}` in a text; `n` also decides between one and many. */
export type MessageFacts = { readonly [name: string]: string | number | Message };

/** A sentence that every process can show: in English as it is, in another language by its code. */
export interface Message {
  code: MessageCode;
  facts: MessageFacts;
  text: string;
}

export const message = (code: MessageCode, facts: MessageFacts = {}): Message => ({
  code,
  facts,
  text: textOf(code, facts),
});

/** The words of a person or a client as a message. */
export const verbatim = (text: string): Message => ({ code: 'verbatim', facts: { text }, text });

/** One message of several that are joined by a code with `first` and `then`. */
export const joined = (
  code: 'join.sentences' | 'join.list' | 'repair.then',
  all: readonly Message[],
): Message => all.slice(1).reduce((first, then) => message(code, { first, then }), all[0] ?? verbatim(''));

/** The English text of a code. */
function textOf(code: MessageCode, facts: MessageFacts): string {
  const text: MessageText = MESSAGES[code];
  const chosen = typeof text === 'string' ? text : facts.n === 1 ? text.one : text.other;
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const fact = facts[name];
    return fact === undefined ? whole : typeof fact === 'object' ? fact.text : String(fact);
  });
}

/** Whether there is a message of a code. */
const isMessageCode = (code: string): code is MessageCode => Object.hasOwn(MESSAGES, code);

/** Every code with its English text, for tests of catalogues. */
export const messageTexts: Readonly<Record<MessageCode, MessageText>> = MESSAGES;

/** A message as a text column keeps it. The text itself is made anew when it is read. */
export const storedMessage = ({ code, facts, text }: Message): string =>
  code === 'verbatim' ? text : JSON.stringify([code, withoutTexts(facts)]);

/** The message in a text column; rows of older versions, and of codes that are gone, are verbatim. */
export function readMessage(stored: string): Message {
  if (!stored.startsWith('["')) return verbatim(stored);
  try {
    const [code, facts] = JSON.parse(stored) as [string, StoredFacts];
    return isMessageCode(code) ? message(code, withTexts(facts)) : verbatim(stored);
  } catch {
    return verbatim(stored);
  }
}

type StoredFacts = { [name: string]: string | number | [code: MessageCode, facts: StoredFacts] };

const withoutTexts = (facts: MessageFacts): StoredFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      typeof fact === 'object' ? [fact.code, withoutTexts(fact.facts)] : fact,
    ]),
  );

const withTexts = (facts: StoredFacts): MessageFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      Array.isArray(fact) ? message(fact[0], withTexts(fact[1])) : fact,
    ]),
  );

/** Something a person should know, and what they may do about it. Without a code where an error says it. */
export interface Notice {
  message: string;
  hint: string;
  code?: MessageCode | undefined;
  facts?: MessageFacts | undefined;
}

type NoticeCode = Extract<MessageCode, `notice.${string}`>;
type PlainNoticeCode = NoticeCode extends infer C ? (C extends `${string}.hint` ? never : C) : never;

/** A notice with the hint that belongs to its code. */
export const notice = (code: PlainNoticeCode, facts: MessageFacts = {}): Notice => ({
  code,
  facts,
  message: textOf(code, facts),
  hint: textOf(`${code}.hint`, facts),
});

/** What the store calls the steps of a memory, by the code that says it. */
const STEP_CODES: Readonly<Record<string, MessageCode>> = {
  added: 'did.added',
  'branch back': 'did.branchBack',
  'branch gone': 'did.branchGone',
  changed: 'did.changed',
  confirmed: 'did.confirmed',
  corrected: 'did.corrected',
  deprecated: 'did.deprecated',
  erased: 'did.erased',
  expired: 'did.expired',
  faded: 'did.faded',
  'holds again': 'did.restored',
  joined: 'did.joined',
  learnt: 'did.learned',
  'partly replaced': 'did.partlyReplaced',
  pinned: 'did.pinned',
  unpinned: 'did.unpinned',
  promoted: 'did.promoted',
  rejected: 'did.rejected',
  'reviewed by use': 'did.reviewedByUse',
  'seen again': 'did.seenAgain',
  'sent to review': 'did.sentToReview',
  'asked to forget': 'did.forgetRequested',
  superseded: 'did.superseded',
  trusted: 'did.trusted',
  undone: 'did.undone',
  withdrawn: 'did.withdrawn',
};

/** A step by the name that the store has for it. */
export function stepMessage(did: string): Message {
  const [, undone] = /^(.+) \(taken back\)$/.exec(did) ?? [];
  if (undone !== undefined) return message('did.takenBack', { did: stepMessage(undone) });
  const code = STEP_CODES[did];
  return code ? message(code) : verbatim(did);
}

/** What kind of evidence it is, by the name that the store has for it. */
export function proofMessage(proof: string | undefined): Message {
  const code = `proof.${proof ?? 'none'}`;
  return isMessageCode(code) ? message(code) : verbatim(proof!.replaceAll('_', ' '));
}
