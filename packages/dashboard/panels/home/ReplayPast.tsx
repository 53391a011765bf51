import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { useLong } from '../../calls/long.ts';
import { LongBar } from '../../parts/LongBar.tsx';
import { placeOf } from '../../parts/place-of.ts';
import { TroubleNote } from '../../parts/states.tsx';
import { MemoryText } from '../../parts/text.tsx';
import { counted, fill } from '../../words/say.ts';
import { day, short } from '../../words/times.ts';
import styles from './home.module.css';
import { homeWords } from './words.ts';

type ReplayOutput = Output<'replay'>;

/** At most this many gains of a kind are listed; `sqrl replay --json` has them all. */
const LISTED = 3;

/** What memory would have saved in past sessions: computed when it is asked for, since it reads all of them. */
export function ReplayPast() {
  const { progress, result, trouble, run, stop } = useLong('replay');
  if (progress)
    return <LongBar label="Replaying sessions" progress={progress} stop={{ label: 'Stop', run: stop }} />;
  return (
    <>
      {result && <Replayed found={result} />}
      {trouble && <TroubleNote trouble={trouble} />}
      <Button variant="default" size="compact-xs" onClick={() => run({})}>
        {result ? 'Replay again' : 'Replay past sessions'}
      </Button>{' '}
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
        <section key={kind} aria-label={fill(homeWords[`replay.${kind}`], { n: claims })}>
          <b>{fill(homeWords[`replay.${kind}`], { n: claims })}</b>{' '}
          {spoken > 0 && (
            <span className="quiet">
              {fill(homeWords[`replay.${kind}.spoken`], { right: short(right), spoken: short(spoken) })}
            </span>
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

/** The session's own id, without its client. */
const sessionIn = (session: string): string => session.slice(session.indexOf(':') + 1);
