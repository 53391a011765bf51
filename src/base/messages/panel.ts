import type { MessageText } from './text.ts';

/** What the panel shows: rules to add, files and logs, setup, health, capture, trust. */
export const PANEL_MESSAGES = {
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
  'left.muted': 'it is already muted',
  'left.unmuted': 'it is not muted',
  'log.elsewhere': 'This log was not read on this machine.',
  'log.database': 'It was read from a database, which has no lines to show.',
  'log.document': 'It was read from a packed or single document, which has no lines to show.',
  'log.notFile': 'The log is no longer a regular file.',
  'log.shorter': 'The log is shorter than when it was read.',
  'log.gone': 'The log no longer exists.',
  'log.link': 'The log is now a symbolic link; links are not followed.',
  'log.unreadable': 'The log cannot be read ({code}).',
  'log.failed': '{path} could not be read ({code}).',
  'log.closed': '{path} cannot be read ({code}).',
  'log.tooLarge': '{path} is larger than {n} MB, too large for one document.',
  'log.empty': '{path} is empty.',
  'log.noFile': '{path} is not a file.',
  'log.unopened': '{path} cannot be opened.',
  'log.unread': '{path} cannot be read.',
  'log.inUse': '{path} is in use by another program.',
  'log.damaged': '{path} is damaged or not a database.',
  'log.unrecovered': '{path} has an unfinished transaction and is too large to copy and recover.',
  'log.notPlain':
    '{path} was not read: it has a view, a virtual table or a generated column in place of a plain table.',
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

  // What may leave this machine.
  'leaves.conversations': 'redacted texts of sessions, for embedding',
  'leaves.embedding': 'texts of memories and questions, for embedding',
  'leaves.reranking': 'texts of memories and questions, for reranking',
  'leaves.hub':
    'shared memories and comments on them, to the hub; global memories only after `sqrl sync --personal`',
  'leaves.llm': 'redacted excerpts of sessions and memories, within the daily limit',

  // The home panel.
  'saved.failuresControl':
    'Of the occasions on which a failure that a memory warns of could occur, the share in which it occurred: without the memory minus with it, times the occasions of this week on which it was shown. Compared with occasions on which it was withheld at random, so nothing else differs.',
  'saved.failures':
    'Of the occasions on which a failure that a memory warns of could occur, the share in which it occurred: without the memory minus with it, times the occasions of this week on which it was shown. Compared with all occasions on which it was not shown, including those before it was learned: these may differ in other ways too.',
  'saved.tokens':
    'Tokens per session, as its client counts them and without those from a provider’s cache: control sessions (no memories) minus sessions with memories of the same task size, as `sqrl proof` compares them, times the sessions of this week with memories. The tokens of the memories themselves are included.',
  'saved.fewOccasions': 'Needs {n} occasions with the memory and {n} without it; {told} and {untold} so far.',
  'saved.controlOff':
    'Needs a control group: a few sessions at random get none of what Squirrel inferred, so that the difference can be measured. Rules that you stated or confirmed are told in them too; turn it on in Settings (delivery.holdout).',

  // Proof: what memory did, counted, compared and estimated.
  'replay.session': 'Replaying sessions',
  'replay.rule.failure':
    'Least: the failed call and its output. Most: everything until the call that resolved it, at most 30 steps.',
  'replay.rule.file':
    'Least: the output of the first search that named the file. Most: every search from there until the file was opened.',
  'replay.rule.instruction':
    'Least: the sentence and the time to type it. Most: also the agent’s turn that it corrected.',
  'proof.few': {
    one: 'Not enough data: 1 more control session is needed (1 session in 20 is one).',
    other: 'Not enough data: {n} more control sessions are needed (1 session in 20 is one).',
  },
  'proof.same': 'No difference shown.',
  'proof.sameMissing':
    'No difference shown; {n} more control sessions would show one of {percent} % four times out of five.',
  'proof.less': 'Fewer with memory.',
  'proof.more': 'More with memory.',
  'proof.off':
    'The control group is off, so sessions with and without memory cannot be compared. Turn it on: `sqrl config set delivery.holdout true`.',
  'why.lift':
    'sessions went badly in {told} of {toldAll} cases with it and in {withheld} of {withheldAll} without it',
  'attention.conflicts': {
    one: '1 memory has an unresolved conflict',
    other: '{n} memories have unresolved conflicts',
  },
  'attention.review': { one: '1 memory is worth a decision', other: '{n} memories are worth a decision' },
  'attention.stale': {
    one: '1 memory is about code that has changed or was deleted',
    other: '{n} memories are about code that has changed or was deleted',
  },
  'attention.vectors': { one: '1 memory has no vector yet', other: '{n} memories have no vector yet' },
  'attention.rule': 'The rule “{text}” was overruled {n} times: change it, or take its trigger away',
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
} as const satisfies Record<string, MessageText>;
