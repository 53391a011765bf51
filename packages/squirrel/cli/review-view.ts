import type { Memory } from '@sqrl/base/model/memory.ts';
import { quotedFrom } from '@sqrl/base/model/sync/told.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { cutToWidth, wrap } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../protocol/verbs.ts';
import { showHit } from './memory-view.ts';
import type { CommandRun } from './task.ts';

export type ReviewRow = Output<'review'>['waiting'][number];

/** Prints what was done to memories, one per line. */
export function showVerdicts({ out }: CommandRun, did: string, memories: readonly Memory[]): void {
  for (const memory of memories) {
    const head = `${did} ${memory.id}: `;
    out.line(`${head}${cutToWidth(quotedFrom(memory, oneLine(memory.text)), out.width - head.length)}`);
  }
}

/** Prints a memory that needs review, with the reason and the evidence. */
export function showWaiting(
  { out, world }: CommandRun,
  { memory, why, evidence, conflicts, same }: ReviewRow,
  place: string,
): void {
  showHit(out, { place, memory, now: world.now() });
  const indent = ' '.repeat(place.length + 2);
  const tell = (text: string, colour: 'yellow' | 'dim') => {
    for (const line of wrap(text, out.width - indent.length)) out.line(`${indent}${out.paint(colour, line)}`);
  };
  if (why !== '') tell(`${memory.needsReview ? 'Not told' : 'Asked'}: ${visible(why)}.`, 'yellow');
  for (const { id, text } of conflicts)
    tell(`Against ${id}: ${cutToWidth(oneLine(text), MAX_QUOTED)}`, 'dim');
  for (const { text } of same.slice(0, MAX_SAME))
    tell(`Also: ${cutToWidth(oneLine(text), MAX_QUOTED)}`, 'dim');
  if (same.length > MAX_SAME) tell(`Also: ${same.length - MAX_SAME} more`, 'dim');
  if (!evidence) return;
  const facts = [evidence.proof, relativeTime(evidence.at, world.now())].map(oneLine).join(' · ');
  out.line(`${indent}${out.paint('dim', facts)}`);
  if (evidence.quote === null) return;
  for (const line of wrap(`“${visible(evidence.quote)}”`, out.width - indent.length - 2).slice(0, MAX_LINES))
    out.line(`${indent}  ${line}`);
}

const MAX_LINES = 6;
const MAX_SAME = 4;
const MAX_QUOTED = 300;

/** Prints memories that need review for other programs, one per line: id, type, reason, text, separated by tabs. */
export function listWaiting({ out }: CommandRun, waiting: readonly ReviewRow[]): void {
  for (const { memory, why } of waiting)
    out.line([memory.id, memory.type, oneLine(why), quotedFrom(memory, oneLine(memory.text))].join('\t'));
}
