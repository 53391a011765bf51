import { COMMON_MESSAGES } from './messages/common.ts';
import { DELIVERY_MESSAGES } from './messages/delivery.ts';
import { GATE_MESSAGES } from './messages/gate.ts';
import { MEMORY_MESSAGES } from './messages/memory.ts';
import { NOTICE_MESSAGES } from './messages/notices.ts';
import { PANEL_MESSAGES } from './messages/panel.ts';
import { SEARCH_MESSAGES } from './messages/search.ts';
import { SETTING_MESSAGES } from './messages/settings.ts';
import { SOURCE_MESSAGES } from './messages/sources.ts';
import type { MessageText } from './messages/text.ts';
import { USE_MESSAGES } from './messages/use.ts';
import { WORK_MESSAGES } from './messages/work.ts';

export type { MessageText };

/**
 * Every sentence that Squirrel makes by its own rules and that another process may show, in English. `{name}` stands for a
 * fact. The dashboard has each code in its other languages.
 */
const MESSAGES = {
  ...COMMON_MESSAGES,
  ...MEMORY_MESSAGES,
  ...GATE_MESSAGES,
  ...USE_MESSAGES,
  ...SEARCH_MESSAGES,
  ...DELIVERY_MESSAGES,
  ...PANEL_MESSAGES,
  ...SETTING_MESSAGES,
  ...NOTICE_MESSAGES,
  ...SOURCE_MESSAGES,
  ...WORK_MESSAGES,
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

/** What a notice says, without its hint. */
export const noticeMessage = (given: Notice | undefined): Message | undefined =>
  given && (given.code ? message(given.code, given.facts) : verbatim(given.message));

/** A message as a notice without a hint. */
export const bareNotice = ({ code, facts, text }: Message): Notice => ({
  message: text,
  hint: '',
  code,
  facts,
});

/** Told how far long work has come; the total is 0 while it is not known. */
export type OnProgress = (done: number, total: number, what: Message) => void;

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
  deleted: 'did.erased',
  deprecated: 'did.deprecated',
  erased: 'did.erased',
  expired: 'did.expired',
  faded: 'did.faded',
  'holds again': 'did.restored',
  imported: 'did.imported',
  joined: 'did.joined',
  learnt: 'did.learned',
  'partly replaced': 'did.partlyReplaced',
  pinned: 'did.pinned',
  unpinned: 'did.unpinned',
  muted: 'did.muted',
  unmuted: 'did.unmuted',
  promoted: 'did.promoted',
  rejected: 'did.rejected',
  'reviewed by use': 'did.reviewedByUse',
  'seen again': 'did.seenAgain',
  'sent to review': 'did.sentToReview',
  'asked to forget': 'did.forgetRequested',
  'worded apart': 'did.wordedApart',
  disputed: 'did.disputed',
  'dispute closed': 'did.disputeClosed',
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
