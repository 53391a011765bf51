import { type FullMemory, TYPES } from '../model/memory.ts';
import { typeOf } from './memory-view.ts';
import { oneLine, visible } from './plain.ts';
import type { Sheet } from './terminal.ts';
import { localTime, relativeTime } from './time.ts';
import { pad, wrap } from './width.ts';

/** Prints a memory with everything that hangs on it. */
export function showCard(sheet: Sheet, memory: FullMemory, now: number): void {
  for (const line of wrap(visible(memory.text.trimEnd()), sheet.width)) sheet.line(line);
  sheet.line();
  showFacts(sheet, factsOf(sheet, memory, now));
  if (memory.evidence.length > 0) sheet.line(`\n${sheet.paint('bold', 'Evidence')}`);
  for (const { proof, quote, episode, at } of memory.evidence) {
    const facts = [proof, ...(episode ? [`episode ${episode}`] : []), when(at, now)].map(oneLine).join(' · ');
    sheet.line(`  ${sheet.paint('dim', facts)}`);
    if (quote) for (const line of wrap(`“${visible(quote)}”`, sheet.width - 4)) sheet.line(`    ${line}`);
  }
  if (memory.relations.length > 0) sheet.line(`\n${sheet.paint('bold', 'Relations')}`);
  for (const { kind, to, confidence } of memory.relations) {
    sheet.line(
      `  ${kind.replaceAll('_', ' ')} ${oneLine(to)} ${sheet.paint('dim', `· confidence ${confidence}`)}`,
    );
  }
}

/** Prints names and what they are, in two columns. */
export function showFacts(
  sheet: Sheet,
  facts: readonly (readonly [name: string, value: string | false])[],
): void {
  const shown = facts.filter(([, value]) => value !== false && value !== '');
  const widest = Math.max(...shown.map(([name]) => name.length));
  for (const [name, value] of shown) sheet.line(`${sheet.paint('dim', pad(name, widest))}  ${value}`);
}

function factsOf(sheet: Sheet, memory: FullMemory, now: number): [string, string | false][] {
  const { metrics } = memory;
  const states = [
    memory.status,
    memory.tier,
    ...(memory.pinned ? ['pinned'] : []),
    ...(memory.verified ? ['verified'] : []),
    ...(memory.needsReview ? ['waits for review'] : []),
    ...(memory.tainted ? ['from outside'] : []),
  ];
  return [
    ['id', sheet.paint('bold', memory.id)],
    ['type', `${typeOf(sheet, memory.type)} ${sheet.paint('dim', `· ${TYPES[memory.type].means}`)}`],
    ['scope', oneLine(memory.scopeOf ? `${memory.scope} ${memory.scopeOf}` : memory.scope)],
    ['owner', memory.owner !== 'user' && memory.owner],
    ['state', states.join(', ')],
    ['key', memory.key !== null && oneLine(memory.key)],
    ['tags', memory.tags.map((tag) => `#${oneLine(tag)}`).join(' ')],
    ['files', memory.files.map(oneLine).join(', ')],
    ['symbols', memory.symbols.map(oneLine).join(', ')],
    ['module', memory.module !== null && oneLine(memory.module)],
    ['polarity', memory.polarity !== 0 && (memory.polarity > 0 ? 'for it' : 'against it')],
    ['confidence', String(memory.confidence)],
    ['source', memory.source],
    ['created', when(memory.createdAt, now)],
    ['changed', memory.updatedAt !== memory.createdAt && when(memory.updatedAt, now)],
    ['expires', memory.expiresAt !== null && when(memory.expiresAt, now)],
    ['half-life', memory.halfLifeDays !== null && `${memory.halfLifeDays} days`],
    [
      'used',
      `${metrics.uses} of ${metrics.opportunities} times${metrics.lastUsedAt ? `, last ${when(metrics.lastUsedAt, now)}` : ''}`,
    ],
    [
      'regret',
      (metrics.regretHits > 0 || metrics.regretSaved > 0) &&
        `${metrics.regretHits} hits, ${metrics.regretSaved} saved`,
    ],
  ];
}

const when = (time: number, now: number) => `${relativeTime(time, now)} (${localTime(time)})`;
