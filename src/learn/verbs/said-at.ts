import type { HeldMemory } from '../../store/memory/successions.ts';

/** When a memory was last said; a person's verdict is as new as the day they gave it. */
export const saidAtOf = ({ memory, saidAt }: HeldMemory): number =>
  memory.verified || memory.pinned ? Math.max(saidAt, memory.updatedAt) : saidAt;
