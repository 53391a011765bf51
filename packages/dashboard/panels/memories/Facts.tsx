import { type Memory, TIERS } from '@sqrl/base/model/memory.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useMemoryActions } from '../../actions/memory-actions.tsx';
import { ListChoice } from '../../parts/Choice.tsx';
import { attribution } from '../../words/attribution.ts';
import { nounWords } from '../../words/nouns.ts';
import { counted } from '../../words/say.ts';
import { ago, day, moment, percent } from '../../words/times.ts';
import styles from './detail.module.css';

/** What is written down about a memory besides its text. */
export function Facts({ portrait: { memory, means } }: { portrait: Output<'portrait'> }) {
  const time = (at: number) => <span title={moment(at)}>{ago(at)}</span>;
  const scope = nounWords[`scope.${memory.scope}`];
  const facts: [label: string, value: React.ReactNode][] = [
    ['Type', titled(nounWords[`type.${memory.type}`], means)],
    ['Status', nounWords[`status.${memory.status}`]],
    ['Scope', memory.scopeOf ? `${scope}: ${memory.scopeOf}` : scope],
    [
      'Reach',
      memory.scope === 'global'
        ? scope
        : memory.reach === 'task' && memory.expiresAt !== null
          ? `This task only, until ${day(memory.expiresAt)}`
          : nounWords[`reach.${memory.reach}`],
    ],
    ['Source', nounWords[`source.${memory.source}`]],
    ['Tier', <TierField {...memory} key="tier" />],
    [
      'Confidence',
      `now ${percent(memory.confidenceNow)}; ${percent(memory.confidence)} when learned or last changed`,
    ],
    ['Learned', time(memory.createdAt)],
    ...only('Updated', memory.updatedAt > memory.createdAt ? memory.updatedAt : null, time),
    ['Last used', memory.lastUsedAt === null ? 'never' : time(memory.lastUsedAt)],
    ...only('Half-life', memory.halfLifeDays, (n) => counted(n, 'day', 'days')),
    ...only('Expires', memory.expiresAt, day),
    ...only('From', memory.userId, () => attribution(memory)),
    ...only('Branch', memory.branch, mono),
    ...only('Key', memory.key, mono),
    ...only('Tags', memory.tags.length > 0 ? memory.tags.join(', ') : null, (tags) => tags),
    ['Id', mono(memory.id)],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const mono = (text: string) => <span className="mono">{text}</span>;
const titled = (text: string, title: string) => <span title={title}>{text}</span>;

const only = <T,>(
  label: string,
  value: T | null,
  show: (value: T) => React.ReactNode,
): [string, React.ReactNode][] => (value === null ? [] : [[label, show(value)]]);

/** The tier of a memory, which a person can change. */
function TierField({ id, tier }: Pick<Memory, 'id' | 'tier'>) {
  const { change, busy } = useMemoryActions();
  const names = Object.fromEntries(TIERS.map((one) => [one, nounWords[`tier.${one}`]]));
  return (
    <ListChoice
      label="Tier"
      value={tier}
      names={names}
      disabled={busy}
      onChoose={(to) => change(id, { tier: to })}
    />
  );
}
