import { type Message, message } from '../../../base/messages.ts';
import { hashOf } from '../../../base/text/clean.ts';
import type { Origin } from '../../../model/draft-report.ts';
import type { Memory } from '../../../model/memory.ts';
import type { StepName } from '../../../model/sighting.ts';
import { scoring } from '../gate/scoring.ts';
import { mistrust } from '../gate/trust.ts';
import { isEmptied } from '../gate/wording.ts';
import { BEARINGS } from './origin.ts';

/** Where a draft was dropped, and why. */
export interface DraftDrop {
  step: StepName;
  reason: Message;
}

/**
 * Why a draft that was told is not kept; undefined where it is. Said once is often enough, whoever says it; the other
 * steps ask of each origin what it owes. `full`: why whoever says it may bring no more.
 */
export function examine(
  memory: Memory,
  origin: Origin,
  { isRefused, full }: { isRefused(hash: string): boolean; full?: Message | undefined },
): DraftDrop | undefined {
  const bearing = BEARINGS[origin];
  const steps: [StepName, Message | undefined][] = [
    ['validation', validity(memory.text, bearing)],
    [
      'validation',
      bearing.heedsRefusals && isRefused(hashOf(memory.text)) ? message('drop.rejected') : undefined,
    ],
    ['trust', bearing.mayWait ? undefined : mistrust(memory)],
    ['scoring', bearing.isScored ? scoring(memory.confidence) : undefined],
    ['scoring', full],
    ['wording', isEmptied(memory.text) ? message('drop.emptied') : undefined],
  ];
  const failed = steps.find(([, reason]) => reason !== undefined);
  return failed && { step: failed[0], reason: failed[1]! };
}

function validity(text: string, { longest, mayAsk }: (typeof BEARINGS)[Origin]): Message | undefined {
  if (text.length > longest) return message('drop.long', { n: longest });
  return !mayAsk && isQuestion(text) ? message('drop.question') : undefined;
}

/** Nothing but questions: somebody who asks and answers has said something. */
const isQuestion = (text: string): boolean => /\?\s*$/.test(text) && !/[.!:;]\s/.test(text);
