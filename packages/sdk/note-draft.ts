import type { Phase } from '@sqrl/base/model/episode.ts';
import { type MemoryType, TYPES } from '@sqrl/base/model/memory.ts';
import type { Loop } from './loop.ts';
import type { Note, Role } from './types.ts';

/** The context that a stage gets: by its name, or else by its phase. */
export function roleFor(role: Role, phase: Phase): 'planner' | 'coder' | 'qa' {
  const named = (['planner', 'coder', 'qa'] as const).find((each) => each === role);
  return named ?? (phase === 'define' ? 'planner' : phase === 'validate' ? 'qa' : 'coder');
}

/** A note as it is promoted: with a type of ours, or one of the methodology's own as a tag. */
export function draftOf(
  { text, type, files, tags, record }: Note,
  custom: Readonly<Record<string, MemoryType>>,
): Loop['notes'][number]['draft'] {
  const kept = type === undefined ? undefined : isMemoryType(type) ? type : custom[type];
  const named = [...(tags ?? []), ...(type !== undefined && kept !== type ? [type] : [])];
  return {
    text,
    ...(kept && { type: kept }),
    ...(files && { files: [...files] }),
    ...(named.length > 0 && { tags: named }),
    ...(record && { record }),
  };
}

const isMemoryType = (type: string): type is MemoryType => Object.hasOwn(TYPES, type);
