import { redactSync } from '@sqrl/base/redact/redact.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { putSdkSession, sdkSessionOf } from '../../store/drafts/scratchpads.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { redactDraft } from '../gate/redact-draft.ts';

/** The scratchpad of a session as it was last kept, after it was kept as it is now where that is given. */
export function scratchpad(engine: Engine, { session, put }: Parsed<'scratchpad'>) {
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

type ScratchpadState = NonNullable<Parsed<'scratchpad'>['put']>['state'];
