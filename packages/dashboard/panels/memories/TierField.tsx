import { NativeSelect } from '@mantine/core';
import { type Memory, TIERS } from '@sqrl/base/model/memory.ts';
import { useMemoryActions } from '../../actions/memory-actions.tsx';
import { nounWords } from '../../words/nouns.ts';

/** The tier of a memory, which a person can change. */
export function TierField({ id, tier }: { id: string; tier: Memory['tier'] }) {
  const { change, busy } = useMemoryActions();
  return (
    <NativeSelect
      size="xs"
      aria-label="Tier"
      value={tier}
      disabled={busy}
      data={TIERS.map((value) => ({ value, label: nounWords[`tier.${value}`] }))}
      onChange={({ currentTarget }) => change(id, { tier: currentTarget.value as Memory['tier'] })}
    />
  );
}
