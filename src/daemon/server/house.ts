import type { CallOptions } from '../../protocol/client.ts';
import type { LiveHello } from '../../protocol/live.ts';
import type { Input, Notice, Output, Verb } from '../../protocol/verbs.ts';
import type { Place } from '../../protocol/wire.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { Settling } from '../hooks/settle.ts';
import type { LogFile } from '../log-file.ts';
import type { LaunchFiles } from './launch-file.ts';
import type { News } from './news.ts';
import type { Visitors } from './visitors.ts';

/** What the server answers from. */
export interface House {
  version: string;
  token: string;
  port(): number;
  /** False once the home of this daemon was removed or replaced: its clients then belong to another daemon. */
  isCurrent(): boolean;
  /** What happened while the memory of a place was opened. */
  open(place: Place): Promise<{ notices: readonly Notice[] }>;
  call<V extends Verb>(place: Place, verb: V, input: Input<V>, options: CallOptions): Promise<Output<V>>;
  /** Works with the engine of a place itself. */
  at<T>(place: Place, work: (engine: Engine) => Promise<T>): Promise<T>;
  /** Something came into projects that may be learnt from. */
  learnSoon(projects: readonly string[]): void;
  /** Reads the logs of sessions that end. */
  settling: Settling;
  stop(because: string): void;
  log: LogFile;
  /** The browsers that were let in. */
  visitors: Visitors;
  launchFiles: LaunchFiles;
  /** What changes, for open pages. */
  news: News;
  hello(): LiveHello;
}
