import { Replay } from './Replay.tsx';
import { Sessions } from './Sessions.tsx';
import { useTimelineState } from './timeline-state.ts';

/** What was done, session by session; or one session, step by step. */
export default function Timeline() {
  const wanted = useTimelineState();
  const { session, event } = wanted;
  if (session === undefined && event === undefined) return <Sessions wanted={wanted} />;
  return <Replay key={event ?? session} id={session} wanted={wanted} />;
}
