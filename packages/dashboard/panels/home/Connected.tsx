import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { useVerb } from '../../calls/verb.ts';
import { useFirstReading } from '../../parts/first-run.ts';
import { Card } from '../../parts/Page.tsx';
import { Ticked } from '../../parts/text.tsx';
import { Icon } from '../../theme/icons.tsx';
import { counted } from '../../words/say.ts';
import { ago, number } from '../../words/times.ts';
import styles from './home.module.css';

/** Whether agents are heard and get memories: a checklist until the first one did, one line afterwards. */
export function Connected({ overview }: { overview: Output<'overview'> }) {
  const { deliveredAt, week } = overview;
  const clients = agentsOf(overview);
  const { isReading } = useFirstReading();
  return (
    <Card title="Is it working?">
      {deliveredAt === null ? (
        <Checklist overview={overview} isReading={isReading} />
      ) : (
        <>
          <p className={`line ${styles.answer}`} data-good>
            <Icon name="check" /> {`Yes: your agents receive memories, last ${ago(deliveredAt)}.`}
          </p>
          <p className="quiet">
            {[
              counted(week.sessions, 'session', 'sessions'),
              counted(week.learned, 'memory learned this week', 'memories learned this week'),
              `${counted(week.told, 'delivery', 'deliveries')} (${number(week.toldTokens)} tokens)`,
            ].join(' · ')}
          </p>
        </>
      )}
      <ul className="fine">
        {clients.map(({ client, lastAt, state }) => (
          <li key={client} data-tone={STATES[state][0]}>
            <b>{client}</b> {isReading ? 'being read' : STATES[state][1]}
            {lastAt !== null && `, last event ${ago(lastAt)}`}
          </li>
        ))}
      </ul>
      <PauseNote />
      <Problems attention={overview.attention} />
    </Card>
  );
}

/** How an agent's logs stand. */
const STATES = {
  working: ['off', 'up to date'],
  behind: ['warn', 'behind'],
  failing: ['bad', 'cannot be read'],
} as const;

/** Says it when agents get nothing because a person paused it. */
function PauseNote() {
  const { data } = useVerb('pause', {});
  if (!data?.paused) return null;
  return (
    <p className={`line ${styles.answer}`}>
      <Icon name="warning" /> Paused: agents get no memories and nothing is captured.{' '}
      <Link href="/settings">Resume in Settings</Link>
    </p>
  );
}

function Checklist({ overview, isReading }: { overview: Output<'overview'>; isReading: boolean }) {
  const { totals, setUp } = overview;
  const names = agentsOf(overview)
    .map(({ client }) => client)
    .join(', ');
  const steps: [done: boolean, did: string, not: string][] = [
    [
      totals.sessions > 0,
      `${counted(totals.sessions, 'session', 'sessions')} read from ${names}`,
      'No session of a coding agent was read yet',
    ],
    [
      totals.memories > 0,
      counted(totals.memories, 'memory learned', 'memories learned'),
      isReading ? 'Learning from your sessions…' : 'Nothing was learned yet',
    ],
    [
      setUp.length > 0,
      `Set up: ${setUp.join(', ')}`,
      'Connect your agents once, so that they receive memories',
    ],
    [false, '', 'Your next session receives its first memory'],
  ];
  const next = steps.findIndex(([done]) => !done);
  return (
    <>
      <ol className={styles.checklist}>
        {steps.map(([done, did, not], i) => (
          <li
            key={not}
            className="line"
            data-done={done || undefined}
            aria-current={i === next ? 'step' : undefined}
          >
            <Icon name={done ? 'check' : 'clock'} size={14} />
            <span className="unseen">{done ? 'Done:' : 'To do:'}</span> {done ? did : not}
          </li>
        ))}
      </ol>
      {setUp.length === 0 && <Link href="/settings">Connect agents</Link>}
    </>
  );
}

/** Commits and build logs are read, too, but are nobody to talk to. */
const agentsOf = ({ clients }: Output<'overview'>) =>
  clients.filter(({ client }) => client !== 'git' && client !== 'ci');

/** Where a problem is dealt with on this page. */
const WHERE: Partial<Record<Output<'overview'>['attention'][number]['kind'], string>> = {
  stale: '/memories?stale=1',
  spending: '/settings/llm',
  trust: '/settings/trust',
  capture: '/settings',
  'unread logs': '/settings',
};

/** Decided, or shown, in a card of their own. */
const ELSEWHERE: readonly string[] = ['review', 'conflicts'];

function Problems({ attention }: Pick<Output<'overview'>, 'attention'>) {
  const problems = attention.filter(({ kind }) => !ELSEWHERE.includes(kind));
  return (
    <ul className="stack fine">
      {problems.map(({ kind, message, hint }) => (
        <li key={`${kind} ${message}`} className={`line ${styles.answer}`}>
          <Icon name="warning" size={14} />
          <span>
            {message}{' '}
            {WHERE[kind] ? (
              <Link href={WHERE[kind]} aria-label={`Show: ${message}`}>
                Show
              </Link>
            ) : (
              <small>
                <Ticked text={hint} />
              </small>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
