import { type Message, message } from '../../base/messages.ts';

/** Why a memory was replaced, as its history keeps it. */
export const whyReplaced = ({ by, because }: { by: string; because: string | null }): Message =>
  because ? message('why.replacedBecause', { by, because }) : message('why.replaced', { by });

/** Whether a step says that a memory was replaced by another. Older versions stored it as an English sentence. */
export const isReplacedBy = (id: string, { code, facts, text }: Message): boolean =>
  code === 'verbatim'
    ? text.startsWith(`replaced by ${id}`)
    : (code === 'why.replaced' || code === 'why.replacedBecause') && facts.by === id;

/** The reason in a step that says that a memory was replaced. */
export const replacementReason = ({ code, facts, text }: Message): string | null =>
  code === 'verbatim'
    ? text.split(', because ').slice(1).join(', because ') || null
    : ((facts.because as string | undefined) ?? null);

/** Why a memory holds again whose replacement is gone. */
export const replacementGone = (by: string): Message => message('why.replacementGone', { by });

/** Whether a step says that the replacement of a memory is gone. */
export const isReplacementGone = (id: string, { code, facts, text }: Message): boolean =>
  code === 'verbatim'
    ? text === `${id}, which had replaced it, holds no longer`
    : code === 'why.replacementGone' && facts.by === id;
