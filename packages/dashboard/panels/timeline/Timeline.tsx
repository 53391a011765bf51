import { useVerb } from '../../calls/verb.ts';
import { Page } from '../../parts/Page.tsx';
import { Loading, TroubleNote } from '../../parts/states.tsx';
import { Replay } from './Replay.tsx';
import { Sessions } from './Sessions.tsx';
import { type TimelineState, useTimelineState } from './timeline-state.ts';

/** What was done, session by session; or one session, step by step. */
export default function Timeline() {
  const wanted = useTimelineState();
  const { session, event } = wanted;
  if (session !== undefined) return <Replay key={session} id={session} wanted={wanted} />;
  return event === undefined ? <Sessions wanted={wanted} /> : <CitedSession event={event} wanted={wanted} />;
}

/** The session in which something was said that an answer cites. */
function CitedSession({ event, wanted }: { event: string; wanted: TimelineState }) {
  const { data, error, isPending, refetch } = useVerb('passage', { id: event, before: 0, after: 0 });
  if (data) return <Replay key={data.session} id={data.session} wanted={wanted} />;
  return (
    <Page title="Session">
      {isPending && <Loading lines={8} />}
      {error && <TroubleNote trouble={error} onAgain={refetch} />}
    </Page>
  );
}
