import { writeFileSync } from 'node:fs';
import { isDeliverable } from '@sqrl/base/model/delivery.ts';
import type { FullMemory } from '@sqrl/base/model/memory.ts';
import { type Verdict, verdictKey, verdicts } from './judged.ts';
import type { LearnedProject } from './replay.ts';

/** Writes the memories for a reader to judge: outside the project, since they say what the sessions say. */
export function writeForReader(path: string, { memories, drafts, ever, endsAt }: LearnedProject): void {
  const said = verdicts();
  const now = new Set(memories.map(verdictKey));
  const before = [...ever].filter(([key]) => !now.has(key)).map(([, memory]) => memory);
  const signals = new Map(drafts.map(({ memory, signal }) => [memory, signal]));
  const lines = [...memories, ...before].map((memory) =>
    shown(memory, said[verdictKey(memory)], signals.get(memory.id) ?? '', endsAt),
  );
  for (const { proposal, step, reason, signal } of drafts) {
    if (step === null) continue;
    const { type = 'gotcha', text } = proposal;
    const key = verdictKey({ type, text });
    lines.push(`${said[key] ?? '?'} ${key} [${type} | ${signal} | dropped at ${step}: ${reason}]\n  ${text}`);
  }
  writeFileSync(path, `${lines.join('\n')}\n`);
}

function shown(memory: FullMemory, verdict: Verdict | undefined, signal: string, endsAt: number): string {
  const delivered = isDeliverable(memory, endsAt);
  const proof = memory.evidence
    .slice(0, 3)
    .map(({ proof, quote }) => `    ${proof}: ${(quote ?? '').replaceAll('\n', ' ⏎ ').slice(0, 240)}`);
  const marks = [
    memory.type,
    signal,
    memory.status,
    memory.confidence.toFixed(2),
    memory.reach,
    delivered ? 'DELIVERED' : '',
    memory.key ?? '',
  ];
  return [
    `${verdict ?? '?'} ${verdictKey(memory)} [${marks.filter((mark) => mark !== '').join(' | ')}]`,
    `  ${memory.text}`,
    ...proof,
  ].join('\n');
}
