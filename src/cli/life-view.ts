import { oneLine, visible } from '../base/plain.ts';
import { quotedFrom } from '../model/sync/told.ts';
import type { Output } from '../protocol/verbs.ts';
import { countNoun } from './size.ts';
import type { CommandRun } from './task.ts';
import { localTime, relativeTime } from './time.ts';
import { cutToWidth, pad, wrap } from './width.ts';

/** Prints what happened to a memory, step by step, and what it came to. */
export function showLife(
  { out, world }: CommandRun,
  { id, memory, confidence, steps, tally, deliveredAt, outcomes }: Output<'memoryHistory'>,
): void {
  if (memory)
    for (const line of wrap(quotedFrom(memory, visible(memory.text.trim())), out.width)) out.line(line);
  else out.line(out.paint('dim', `${id} was deleted.`));
  const facts = memory
    ? [memory.status, `confidence ${memory.confidence}${faded(memory.confidence, confidence)}`]
    : [];
  if (memory?.branch) facts.push(`staged on ${oneLine(memory.branch)}`);
  if (facts.length > 0) out.line(out.paint('dim', facts.join(' · ')));
  if (steps.length > 0) out.line(`\n${out.paint('bold', 'Changes')}`);
  const widest = Math.max(0, ...steps.map(({ did }) => did.text.length));
  for (const { at, did, why, before } of steps) {
    const head = `  ${localTime(at)}  ${pad(oneLine(did.text), widest)}  `;
    const [first = '', ...more] = wrap(visible(why.text), out.width - head.length);
    out.line(`  ${out.paint('dim', localTime(at))}  ${pad(oneLine(did.text), widest)}  ${first}`);
    for (const line of more) out.line(`${' '.repeat(head.length)}${line}`);
    if (before !== null)
      out.line(
        `${' '.repeat(head.length)}${out.paint('dim', cutToWidth(`old text: “${oneLine(before)}”`, out.width - head.length))}`,
      );
  }
  if (tally.opportunities === 0) return;
  out.line(`\n${out.paint('bold', 'Effect')}`);
  out.line(
    `  It applied to ${countNoun(tally.opportunities, 'episode')}, and had been shown before in ${tally.chances} of them.`,
  );
  const missed = tally.misses > 0 ? `; the failure happened anyway ${countNoun(tally.misses, 'time')}` : '';
  out.line(`  It was followed in ${tally.uses} and helped in ${tally.hits}${missed}.`);
  if (deliveredAt !== null) out.line(`  It was last shown ${relativeTime(deliveredAt, world.now())}.`);
  for (const { at, used, delivered, why } of outcomes) {
    const mark = used ? out.paint('green', '+') : delivered ? out.paint('red', '-') : ' ';
    out.line(
      `  ${mark} ${out.paint('dim', localTime(at))}  ${cutToWidth(oneLine(why.text), out.width - 22)}`,
    );
  }
}

/** How sure it is by now, where that is less than it was. */
const faded = (was: number, now: number | null): string =>
  now === null || now > was - 0.005 ? '' : `, now ${Math.round(now * 100) / 100}`;
