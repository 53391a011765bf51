import type { Memory } from '@sqrl/base/model/memory.ts';
import { noteOf } from '@sqrl/base/model/note-tag.ts';
import type { AskedLayers } from './layers.ts';

/** Whether a memory is of a layer that is asked: what was read from notes, or what was learned and taught. */
export const isOfLayer = (
  memory: Pick<Memory, 'tags'>,
  { wantsMemories, wantsNotes }: Pick<AskedLayers, 'wantsMemories' | 'wantsNotes'>,
): boolean => (noteOf(memory) === null ? wantsMemories : wantsNotes);
