import type { RawEvent } from '@sqrl/base/model/reader.ts';
import { expect } from 'vitest';
import type { FixtureTruth } from './fixtures.ts';

/** Holds what a reader found against what truly happened. */
export function expectTruth(events: readonly RawEvent[], truth: FixtureTruth): void {
  const inOrder = events.toSorted((a, b) => a.at - b.at);
  const of = (kind: RawEvent['kind']) => inOrder.filter((event) => event.kind === kind);
  const ended = (outcome: RawEvent['outcome']) =>
    of('result').filter((event) => event.outcome === outcome).length;
  expect({
    prompts: of('prompt').length,
    calls: of('call').length,
    failed: ended('failed'),
    rejected: ended('rejected'),
    interrupted: ended('interrupted'),
    compactions: of('compaction').length,
  }).toEqual(truth.counts);
  expect(of('prompt').map(({ text }) => text.trim())).toEqual(truth.prompts.map((prompt) => prompt.trim()));
  expect(sorted(of('call').map(({ tool, toolName, agent }) => [tool, toolName, agent !== null]))).toEqual(
    sorted(truth.calls.map(({ tool, name, agent }) => [tool, name, agent === true])),
  );
  expect(sorted(of('result').map(({ tool, outcome }) => [tool, outcome]))).toEqual(
    sorted(truth.calls.map(({ tool, outcome }) => [tool, outcome])),
  );
  const said = of('reply').map(({ text }) => text.trim());
  for (const reply of truth.replies) expect(said).toContain(reply.trim());
  for (const { tool, file } of truth.calls) {
    if (file === undefined || !['read', 'edit', 'write'].includes(tool)) continue;
    const files = of('result').flatMap((event) => (event.tool === tool ? event.files : []));
    expect(
      files.map(({ path }) => path.replaceAll('\\', '/')).some((path) => path.endsWith(file)),
      file,
    ).toBe(true);
  }
}

const sorted = (rows: readonly (readonly unknown[])[]): string[] => rows.map((row) => row.join(' ')).sort();
