import { Replay } from './Replay.tsx';
import { Sessions } from './Sessions.tsx';
import { useTimelineState } from './timeline-state.ts';

/** What was done, session by session; or one session, step by step. */
export default function Timeline() {
  const wanted = useTimelineState();
  return wanted.session === undefined ? (
    <Sessions wanted={wanted} />
  ) : (
    <Replay key={wanted.session} id={wanted.session} wanted={wanted} />
  );
}
