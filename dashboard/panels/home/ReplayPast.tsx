import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { Output } from '../../../src/protocol/verbs.ts';
import { useLong } from '../../calls/long.ts';
import { LongBar } from '../../parts/LongBar.tsx';
import { MemoryText } from '../../parts/MemoryText.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import { placeOf } from '../ask/place-of.ts';
import styles from './home.module.css';
import { homeWords } from './words.ts';

type ReplayOutput = Output<'replay'>;

/** At most this many gains of a kind are listed; `sqrl replay --json` has them all. */
const LISTED = 3;

/** What memory would have saved in past sessions: computed when it is asked for, since it reads all of them. */
export function ReplayPast() {
  const say = useWords(homeWords);
  const { progress, result, trouble, run, stop } = useLong('replay');
  if (progress)
    return (
      <LongBar
        label={say('replay.running')}
        progress={progress}
        stop={{ label: say('replay.stop'), run: stop }}
      />
    );
  return (
    <>
      {result && <Replayed found={result} />}
      {trouble && <TroubleNote trouble={trouble} />}
      <Button variant="default" size="compact-xs" onClick={() => run({})}>
        {say(result ? 'replay.again' : 'replay.run')}
      </Button>{' '}
      {!result && <span className="quiet">{say('replay.what')}</span>}
    </>
  );
}

function Replayed({ found }: { found: ReplayOutput }) {
  const say = useWords(homeWords);
  const inWords = useMessage();
  const { short, day } = useFormats();
  if (found.sessions === 0) return <p className="quiet">{say('replay.empty')}</p>;
  const span = ({ low, high }: { low: number; high: number }) =>
    low === high ? short(low) : `${short(low)}–${short(high)}`;
  return (
    <>
      <p>
        {say('replay.sessions', {
          n: found.sessions,
          from: day(found.from ?? 0),
          to: day(found.to ?? 0),
        })}
      </p>
      {found.kinds.map(({ kind, claims, spoken, right, tokens, minutes, rule }) => (
        <section key={kind} aria-label={say(`replay.${kind}`, { n: claims })}>
          <b>{say(`replay.${kind}`, { n: claims })}</b>{' '}
          {spoken > 0 && (
            <span className="quiet">
              {say(`replay.${kind}.spoken`, { right: short(right), spoken: short(spoken) })}
            </span>
          )}{' '}
          {claims > 0 && (
            <>
              {say('replay.saved', { tokens: span(tokens), minutes: span(minutes) })}{' '}
              <span className="quiet">{inWords(rule)}</span>
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
