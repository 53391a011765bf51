import { NativeSelect } from '@mantine/core';
import { type Memory, TIERS } from '../../../src/model/memory.ts';
import { useMemoryActions } from '../../actions/memory-actions.tsx';
import { nounWords } from '../../words/nouns.ts';
import { useWords } from '../../words/say.ts';
import { memoriesWords } from './words.ts';

/** The tier of a memory, which a person can change. */
export function TierField({ id, tier }: { id: string; tier: Memory['tier'] }) {
  const say = useWords(memoriesWords);
  const noun = useWords(nounWords);
  const { change, busy } = useMemoryActions();
  return (
    <NativeSelect
      size="xs"
      aria-label={say('detail.tier')}
      value={tier}
      disabled={busy}
      data={TIERS.map((value) => ({ value, label: noun(`tier.${value}`) }))}
      onChange={({ currentTarget }) => change(id, { tier: currentTarget.value as Memory['tier'] })}
    />
  );
}
