import { redactSync } from '@sqrl/base/redact/redact.ts';
import { putSdkSession, type SdkSession, sdkSessionOf } from '../../store/drafts/scratchpads.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { redactDraft } from '../gate/redact-draft.ts';
import type { Note } from './promote.ts';

/** What an agent's program must know to go on with a session. */
export interface ScratchpadState {
  task: string;
  role: string;
  agents: number;
  subtasks: { id: string; validated: boolean }[];
  notes: Note[];
}

type KeptSession<S> = Omit<SdkSession, 'id' | 'outcome' | 'state'> & { state: S };

/** The scratchpad of a session as it was last kept, after it was kept as it is now where that is given. */
export function scratchpad(
  engine: Engine,
  { session, put }: { session: string; put?: KeptSession<ScratchpadState> | undefined },
): { kept: (KeptSession<ScratchpadState | null> & { outcome: string | null; unit: string[] }) | null } {
  const { store } = engine.own;
  if (put && !store.readOnly) {
    const state = {
      ...put.state,
      task: redactSync(put.state.task).text,
      notes: put.state.notes.map((note) => ({ ...note, draft: redactDraft(note.draft).draft })),
    };
    store.transaction(() =>
      putSdkSession(store, { ...put, id: session, outcome: null, state }, engine.now()),
    );
  }
  const found = sdkSessionOf(store, session);
  if (!found) return { kept: null };
  const { id: _, state, unit, ...kept } = found;
  return { kept: { ...kept, unit: [...unit], state: state as ScratchpadState | null } };
}
