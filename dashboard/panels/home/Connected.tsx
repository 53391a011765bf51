import { Link } from 'wouter';
import type { Output } from '../../../src/protocol/verbs.ts';
import { useVerb } from '../../calls/verb.ts';
import { Card } from '../../parts/Page.tsx';
import { Ticked } from '../../parts/Ticked.tsx';
import { Icon } from '../../theme/icons.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './home.module.css';
import { homeWords } from './words.ts';

/** Whether agents are heard and get memories: a checklist until the first one did, one line afterwards. */
export function Connected({ overview }: { overview: Output<'overview'> }) {
  const say = useWords(homeWords);
  const { ago } = useFormats();
  const { deliveredAt, week } = overview;
  const clients = agentsOf(overview);
  return (
    <Card title={say('connected.title')}>
      {deliveredAt === null ? (
        <Checklist overview={overview} />
      ) : (
        <>
          <p className={styles.answer}>
            <Icon name="check" /> {say('connected.yes', { ago: ago(deliveredAt) })}
          </p>
          <p className="quiet">
            {[
              say('week.sessions', { n: week.sessions }),
              say('week.learned', { n: week.learned }),
              say('week.told', { n: week.told, tokens: week.toldTokens }),
            ].join(' · ')}
          </p>
        </>
      )}
      <ul className={styles.clients}>
        {clients.map(({ client, lastAt, state }) => (
          <li key={client} data-state={state}>
            <b>{client}</b> {say(`clients.${state}`)}
            {lastAt !== null && `, ${say('clients.last', { ago: ago(lastAt) })}`}
          </li>
        ))}
      </ul>
      <PauseNote />
      <Problems attention={overview.attention} />
    </Card>
  );
}

/** Says it when agents get nothing because a person paused it. */
function PauseNote() {
  const say = useWords(homeWords);
  const { data } = useVerb('pause', {});
  if (!data?.paused) return null;
  return (
    <p className={styles.answer}>
      <Icon name="warning" /> {say('paused')} <Link href="/settings">{say('paused.resume')}</Link>
    </p>
  );
}

function Checklist({ overview }: { overview: Output<'overview'> }) {
  const say = useWords(homeWords);
  const { totals, setUp } = overview;
  const names = agentsOf(overview)
    .map(({ client }) => client)
    .join(', ');
  const steps = [
    {
      done: totals.sessions > 0,
      text:
        totals.sessions > 0 ? say('step.read', { n: totals.sessions, clients: names }) : say('step.unread'),
    },
    {
      done: totals.memories > 0,
      text: totals.memories > 0 ? say('step.learned', { n: totals.memories }) : say('step.unlearned'),
    },
    {
      done: setUp.length > 0,
      text: setUp.length > 0 ? say('step.setUp', { clients: setUp.join(', ') }) : say('step.notSetUp'),
    },
    { done: false, text: say('step.deliver') },
  ];
  const next = steps.findIndex(({ done }) => !done);
  return (
    <>
      <ol className={styles.checklist}>
        {steps.map(({ done, text }, i) => (
          <li key={text} data-done={done || undefined} aria-current={i === next ? 'step' : undefined}>
            <Icon name={done ? 'check' : 'clock'} size={14} />
            <span className="unseen">{say(done ? 'step.isDone' : 'step.isOpen')}</span> {text}
          </li>
        ))}
      </ol>
      {setUp.length === 0 && <Link href="/settings">{say('step.connect')}</Link>}
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
  const say = useWords(homeWords);
  const told = useMessage();
  const problems = attention.filter(({ kind }) => !ELSEWHERE.includes(kind));
  return (
    <ul className={styles.problems}>
      {problems.map(({ kind, ...notice }) => {
        const { message, hint } = told.notice(notice);
        const href = WHERE[kind];
        return (
          <li key={`${kind} ${message}`}>
            <Icon name="warning" size={14} />
            <span>
              {message}{' '}
              {href ? (
                <Link href={href} aria-label={`${say('problem.show')}: ${message}`}>
                  {say('problem.show')}
                </Link>
              ) : (
                hint && (
                  <small>
                    <Ticked text={hint} />
                  </small>
                )
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
