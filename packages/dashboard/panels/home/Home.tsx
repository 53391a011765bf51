import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { useChoice } from '../../app/projects.tsx';
import { useVerb } from '../../calls/verb.ts';
import { Decision, NewSpaces } from '../../parts/Decision.tsx';
import { FirstRun, useFirstReading, useFirstRun } from '../../parts/FirstRun.tsx';
import { Ticked } from '../../parts/memory.tsx';
import { Answered, Bars, Card, Page } from '../../parts/page.tsx';
import { Icon } from '../../theme/icons.tsx';
import { ago, counted, number, percent } from '../../words/say.ts';
import { Helped } from './Helped.tsx';
import { Lately } from './Lately.tsx';

export default function Home() {
  const { project } = useChoice();
  const answer = useVerb('overview', {}, { keep: true });
  const { isReading } = useFirstReading();
  const first = useFirstRun((answer.data?.empty ?? false) || isReading);
  return (
    <Answered of={answer} page>
      {(data) =>
        first.open ? (
          <FirstRun onClose={first.close} />
        ) : (
          <Page title={project?.name ?? 'All projects'}>
            <div className="halves">
              <Connected overview={data} />
              <Helped overview={data} />
            </div>
            <NewSpaces />
            <Decide />
            <Coverage health={data.health} />
            <Lately />
          </Page>
        )
      }
    </Answered>
  );
}

const MAX_ITEMS = 5;

function Decide() {
  return (
    <Card title="What should you decide?">
      <Answered of={useVerb('review', {}, { keep: true })} lines={3}>
        {({ waiting, total, proposals }) => {
          const items = waiting.slice(0, MAX_ITEMS);
          const rest = total + proposals - items.length;
          return (
            <>
              {items.length + rest === 0 && (
                <p className="line">
                  <Icon name="check" color="var(--good)" /> Nothing needs a decision.
                </p>
              )}
              <ul>
                {items.map((item) => (
                  <Decision key={item.memory.id} item={item} />
                ))}
              </ul>
              {rest > 0 && <Link href="/review">{counted(rest, 'more decision', 'more decisions')}</Link>}
            </>
          );
        }}
      </Answered>
    </Card>
  );
}

function Coverage({ health }: { health: Output<'overview'>['health'] }) {
  const { score, fresh, decided, covered, parts } = health;
  if (score === null) return null;
  const shares = [
    `${percent(fresh)} of memories still match the code`,
    `${percent(decided)} need no decision`,
    ...(covered === null ? [] : [`${percent(covered)} of changed files lie in a part with memories`]),
  ];
  return (
    <Card title="How good is it?">
      <p>{`Health ${score} of 100: ${shares.join(', ')}.`}</p>
      <Bars
        label="Coverage"
        whole={1}
        rows={parts.map(({ folder, changed, covered: known, memories }) => ({
          name: folder,
          label: <Link href="/map">{folder === '' ? 'top folder' : folder}</Link>,
          value: known / changed,
          says: `${known} of ${counted(changed, 'changed file', 'changed files')}, ${counted(memories, 'memory')}`,
        }))}
      />
    </Card>
  );
}

/** Whether agents are heard and get memories: a checklist until the first one did, one line afterwards. */
function Connected({ overview }: { overview: Output<'overview'> }) {
  const { deliveredAt, week } = overview;
  const clients = agentsOf(overview);
  const { isReading } = useFirstReading();
  return (
    <Card title="Is it working?">
      {deliveredAt === null ? (
        <Checklist overview={overview} isReading={isReading} />
      ) : (
        <>
          <p className="line">
            <Icon name="check" color="var(--good)" />{' '}
            {`Yes: your agents receive memories, last ${ago(deliveredAt)}.`}
          </p>
          <p className="quiet">
            {[
              counted(week.sessions, 'session'),
              counted(week.learned, 'memory learned this week'),
              `${counted(week.told, 'delivery')} (${number(week.toldTokens)} tokens)`,
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

const STATES = {
  working: ['off', 'up to date'],
  behind: ['warn', 'behind'],
  failing: ['bad', 'cannot be read'],
} as const;

function PauseNote() {
  const { data } = useVerb('pause', {});
  if (!data?.paused) return null;
  return (
    <p className="line">
      <Icon name="warning" color="var(--warn)" /> Paused: agents get no memories and nothing is captured.{' '}
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
      `${counted(totals.sessions, 'session')} read from ${names}`,
      'No session of a coding agent was read yet',
    ],
    [
      totals.memories > 0,
      counted(totals.memories, 'memory learned'),
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
      <ol className="stack">
        {steps.map(([done, did, not], i) => (
          <li
            key={not}
            className={i === next ? 'line' : 'line quiet'}
            aria-current={i === next ? 'step' : undefined}
          >
            <Icon name={done ? 'check' : 'clock'} size={14} color={done ? 'var(--good)' : undefined} />
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

const WHERE: Partial<Record<Output<'overview'>['attention'][number]['kind'], string>> = {
  stale: '/memories?flag=stale',
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
        <li key={`${kind} ${message}`} className="line">
          <Icon name="warning" size={14} color="var(--warn)" />
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
