import type { MessageText } from './text.ts';

/** What the gate did with a draft. */
export const GATE_MESSAGES = {
  // Why a draft was dropped, or only reinforces a memory. Columns keep these, so a code is never reused.
  'drop.rejected': 'a person rejected it',
  'drop.pruned': 'pruned and not seen since',
  'drop.noEvidence': 'no evidence',
  'drop.short': 'too short',
  'drop.lines': 'more than {n} lines',
  'drop.question': 'a question, not a statement',
  'drop.failedWork': 'seen only in failed work',
  'drop.sessions': 'seen in {seen} of the {needed} sessions it needs',
  'drop.orders': 'it comes from untrusted text and gives instructions',
  'drop.confidence': 'its confidence of {confidence} is below {limit}',
  'drop.emptied': 'nothing is left after redaction',
  'drop.long': 'longer than {n} characters',
  'drop.longForMemory': 'longer than {n} characters: a memory is a sentence or two',
  'drop.unembedded': 'the embedder did not answer; it is judged when it does',
  'drop.duplicate': 'duplicate of {id}',
  'drop.duplicateNear': 'duplicate of {id} ({similarity})',
  'drop.duplicateArchived': 'duplicate of {id}, which was archived after this was last seen',
  'drop.sessionLimit': 'over the limit of {n} memories per {kind} session',
  'drop.sessionKind': 'agents’ memories are not kept from a session in which {what}',
  'session.build': 'code was changed',
  'session.insights': 'questions were asked and answered',
  'session.roadmap': 'what to do next was planned',
  'session.terminal': 'commands were run',
  'session.changelog': 'a changelog was written',
  'session.spec': 'a specification was written',
  'session.review': 'another person’s change was reviewed',
} as const satisfies Record<string, MessageText>;
