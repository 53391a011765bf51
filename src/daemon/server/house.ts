import type { CallOptions } from '../../protocol/client.ts';
import type { Input, Notice, Output, Verb } from '../../protocol/verbs.ts';
import type { Place } from '../../protocol/wire.ts';
import type { LogFile } from '../log-file.ts';

/** What the server answers from. */
export interface House {
  version: string;
  token: string;
  port(): number;
  /** What happened while the memory of a place was opened. */
  open(place: Place): Promise<{ notices: readonly Notice[] }>;
  call<V extends Verb>(place: Place, verb: V, input: Input<V>, options: CallOptions): Promise<Output<V>>;
  stop(because: string): void;
  log: LogFile;
}
