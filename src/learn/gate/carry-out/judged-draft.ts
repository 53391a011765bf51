import type { KeptDraft } from '../../../store/drafts/drafts.ts';
import type { Decision } from '../gate.ts';

/** What the gate decided of a draft, and what it needs to be written. */
export interface JudgedDraft {
  draft: KeptDraft;
  decision: Decision;
  vector: { model: string; value: Float32Array } | undefined;
}
