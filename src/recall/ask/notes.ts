import type { Memory } from '../../model/memory.ts';
import { noteOf } from '../../model/note-tag.ts';
import type { AskedLayers } from './layers.ts';

/** Whether a memory is of a layer that is asked: what was read from notes, or what was learned and taught. */
export const isOfLayer = (
  memory: Pick<Memory, 'tags'>,
  { wantsMemories, wantsNotes }: Pick<AskedLayers, 'wantsMemories' | 'wantsNotes'>,
): boolean => (noteOf(memory) === null ? wantsMemories : wantsNotes);
