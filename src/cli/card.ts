import type { ToldAnchor } from '../model/anchor.ts';
import { type FullMemory, TYPES } from '../model/memory.ts';
import { typeOf } from './memory-view.ts';
import { oneLine, visible } from './plain.ts';
import type { Sheet } from './terminal.ts';
import { localTime, relativeTime } from './time.ts';
import { pad, wrap } from './width.ts';

/** A memory, and how far it can still be trusted. */
type Card = FullMemory & { staleness?: { stale: boolean; why: string[] } };

/** Prints a memory with everything that hangs on it. */
export function showCard(sheet: Sheet, memory: Card, now: number): void {
  for (const line of wrap(visible(memory.text.trimEnd()), sheet.width)) sheet.line(line);
  sheet.line();
  showFacts(sheet, factsOf(sheet, memory, now));
  const { anchors = [] } = memory;
  if (anchors.length > 0) sheet.line(`\n${sheet.paint('bold', 'Code')}`);
  for (const anchor of anchors) {
    const place = anchor.symbol === null ? anchor.path : `${anchor.path}:${anchor.symbol}`;
    const state = stateOf(anchor, now);
    sheet.line(
      `  ${oneLine(place)}  ${sheet.paint(anchor.state === 'fresh' ? 'dim' : 'yellow', oneLine(state))}`,
    );
  }
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

/** What became of a part of the code: `stale since 4f2a9c81d0e3, 2 days ago`. */
function stateOf({ state, changedAt, changedIn, movedFrom }: ToldAnchor, now: number): string {
  const since = [
    ...(changedIn === null ? [] : [changedIn.slice(0, 12)]),
    ...(changedAt === null ? [] : [relativeTime(changedAt, now)]),
  ];
  const told = state === 'fresh' ? state : [`${state} since`, since.join(', ')].join(' ');
  const uncommitted = state !== 'fresh' && changedIn === null ? ', not committed yet' : '';
  return `${told}${uncommitted}${movedFrom === null ? '' : ` · moved here from ${movedFrom}`}`;
}

function factsOf(sheet: Sheet, memory: Card, now: number): [string, string | false][] {
  const { metrics } = memory;
  const states = [
    memory.status,
    memory.tier,
    ...(memory.pinned ? ['pinned'] : []),
    ...(memory.verified ? ['verified'] : []),
    ...(memory.staleness?.stale ? ['stale'] : []),
    ...(memory.needsReview ? ['waits for review'] : []),
    ...(memory.tainted ? ['from outside'] : []),
  ];
  return [
    ['id', sheet.paint('bold', memory.id)],
    ['type', `${typeOf(sheet, memory.type)} ${sheet.paint('dim', `· ${TYPES[memory.type].means}`)}`],
    ['scope', oneLine(memory.scopeOf ? `${memory.scope} ${memory.scopeOf}` : memory.scope)],
    ['owner', memory.owner !== 'user' && memory.owner],
    ['state', states.join(', ')],
    ['doubts', (memory.staleness?.why ?? []).map(oneLine).join('; ')],
    ['key', memory.key !== null && oneLine(memory.key)],
    ['tags', memory.tags.map((tag) => `#${oneLine(tag)}`).join(' ')],
    ['files', memory.files.map(oneLine).join(', ')],
    ['symbols', memory.symbols.map(oneLine).join(', ')],
    ['module', memory.module !== null && oneLine(memory.module)],
    ['branch', memory.branch !== null && `${oneLine(memory.branch)}, until it is merged`],
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
