import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { useLong } from '../../calls/long.ts';
import { RowButton } from '../../parts/buttons.ts';
import { LongState } from '../../parts/LongBar.tsx';
import { placeOf } from '../../parts/place-of.ts';
import { MemoryText } from '../../parts/text.tsx';
import { counted } from '../../words/say.ts';
import { day, short } from '../../words/times.ts';
import styles from './home.module.css';

type ReplayOutput = Output<'replay'>;

/** At most this many gains of a kind are listed; `sqrl replay --json` has them all. */
const LISTED = 3;

/** What memory would have saved in past sessions: computed when it is asked for, since it reads all of them. */
export function ReplayPast() {
  const replaying = useLong('replay');
  const { result, run } = replaying;
  const state = <LongState of={replaying} label="Replaying sessions" stop={replaying.stop} />;
  if (replaying.progress) return state;
  return (
    <>
      {result && <Replayed found={result} />}
      {state}
      <RowButton onClick={() => run({})}>{result ? 'Replay again' : 'Replay past sessions'}</RowButton>{' '}
      {!result && <span className="quiet">What memory would have saved in them. Nothing is written.</span>}
    </>
  );
}

function Replayed({ found }: { found: ReplayOutput }) {
  if (found.sessions === 0)
    return <p className="quiet">No sessions to replay: no log of an agent was read yet.</p>;
  const span = ({ low, high }: { low: number; high: number }) =>
    low === high ? short(low) : `${short(low)}–${short(high)}`;
  return (
    <>
      <p>
        {`${counted(found.sessions, 'session', 'sessions')}, ${day(found.from ?? 0)} to ${day(found.to ?? 0)}. Memory would have saved:`}
      </p>
      {found.kinds.map(({ kind, claims, spoken, right, tokens, minutes, rule }) => (
        <section key={kind} aria-label={counted(claims, ...KINDS[kind].names)}>
          <b>{counted(claims, ...KINDS[kind].names)}</b>{' '}
          {spoken > 0 && (
            <span className="quiet">{`${short(right)} of ${short(spoken)} ${KINDS[kind].right}`}</span>
          )}{' '}
          {claims > 0 && (
            <>
              {`${span(tokens)} tokens, ${span(minutes)} minutes.`} <span className="quiet">{rule}</span>
            </>
          )}
          <ul className={styles.claims}>
            {found.claims
              .filter((claim) => claim.kind === kind)
              .slice(-LISTED)
              .map(({ session, event, told, truth }) => (
                <li key={`${session} ${event} ${told}`}>
                  <Link href={placeOf(event, sessionIn(session))}>
                    <MemoryText text={told} />
                  </Link>
                  <small>{truth}</small>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** What is saved, one and several, and what is said of how often that was right. */
const KINDS: Readonly<
  Record<ReplayOutput['kinds'][number]['kind'], { names: [string, string]; right: string }>
> = {
  failure: { names: ['failure', 'failures'], right: 'calls stopped would have failed.' },
  file: { names: ['file searched for', 'files searched for'], right: 'files listed were opened.' },
  instruction: {
    names: ['instruction repeated', 'instructions repeated'],
    right: 'times it would have been told, you repeated it.',
  },
};

/** The session's own id, without its client. */
const sessionIn = (session: string): string => session.slice(session.indexOf(':') + 1);
