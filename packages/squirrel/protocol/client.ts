import type { OnProgress } from '@sqrl/base/messages.ts';
import type { Input, Output, Verb, WireNotice } from './verbs.ts';

/** What a call may do besides answering. */
export interface CallOptions {
  /** Called with the progress of long work. */
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

/** How a door speaks to the engine, whatever lies between them. Troubles of the person's arrive as Problem. */
export interface VerbClient extends AsyncDisposable {
  /** What happened while opening that the person should know, whatever they came to ask. */
  readonly notices: readonly WireNotice[];
  call<V extends Verb>(verb: V, input: Input<V>, options?: CallOptions): Promise<Output<V>>;
  close(): Promise<void>;
}
