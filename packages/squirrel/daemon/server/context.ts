import type { CallOptions } from '../../protocol/client.ts';
import type { LiveHello } from '../../protocol/live.ts';
import type { Input, Output, Verb, WireNotice } from '../../protocol/verbs.ts';
import type { CallScope } from '../../protocol/wire.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { SessionEndQueue } from '../hooks/settle.ts';
import type { UntakenAnswers } from '../hooks/taken.ts';
import type { LogFile } from '../log-file.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import type { LaunchFiles } from './launch-file.ts';
import type { NewsFeed } from './news.ts';

/** What the server answers from. */
export interface ServerContext {
  version: string;
  token: string;
  port(): number;
  /** False once the home of this daemon was removed or replaced: its clients then belong to another daemon. */
  isCurrent(): boolean;
  /** What happened while the memory of a place was opened. */
  open(place: CallScope): Promise<{ notices: readonly WireNotice[] }>;
  call<V extends Verb>(place: CallScope, verb: V, input: Input<V>, options: CallOptions): Promise<Output<V>>;
  /** Works with the engine of a place itself. */
  at<T>(place: CallScope, work: (engine: Engine) => Promise<T>): Promise<T>;
  /** Whether a person has paused Squirrel in a folder's project. */
  isPaused(folder: string): boolean;
  hookCalled(client: string): void;
  /** Projects have news to learn from. */
  learnSoon(projects: readonly string[]): void;
  /** Reads the logs of sessions that end. */
  settling: SessionEndQueue;
  untaken: UntakenAnswers;
  stop(because: string): void;
  log: LogFile;
  /** The browsers that were let in. */
  browserSessions: BrowserSessions;
  launchFiles: LaunchFiles;
  /** What changes, for open pages. */
  news: NewsFeed;
  hello(): LiveHello;
}
