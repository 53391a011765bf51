import { oneLine, visible } from '../base/plain.ts';
import type { Memory } from '../model/memory.ts';
import { quotedFrom } from '../model/sync/told.ts';
import type { Output } from '../protocol/verbs.ts';
import { showHit } from './memory-view.ts';
import type { CommandRun } from './task.ts';
import { relativeTime } from './time.ts';
import { cutToWidth, wrap } from './width.ts';

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
  { memory, why, evidence }: ReviewRow,
  place: string,
): void {
  showHit(out, { place, memory, now: world.now() });
  const indent = ' '.repeat(place.length + 2);
  for (const line of wrap(`Needs review: ${visible(why.text)}.`, out.width - indent.length))
    out.line(`${indent}${out.paint('yellow', line)}`);
  if (!evidence) return;
  const facts = [evidence.proof, relativeTime(evidence.at, world.now())].map(oneLine).join(' · ');
  out.line(`${indent}${out.paint('dim', facts)}`);
  if (evidence.quote === null) return;
  for (const line of wrap(`“${visible(evidence.quote)}”`, out.width - indent.length - 2).slice(0, MAX_LINES))
    out.line(`${indent}  ${line}`);
}

const MAX_LINES = 6;

/** Prints memories that need review for other programs, one per line: id, type, reason, text, separated by tabs. */
export function listWaiting({ out }: CommandRun, waiting: readonly ReviewRow[]): void {
  for (const { memory, why } of waiting)
    out.line(
      [memory.id, memory.type, oneLine(why.text), quotedFrom(memory, oneLine(memory.text))].join('\t'),
    );
}
