import type { Output } from '../../../src/protocol/verbs.ts';
import { useAttribution } from '../../words/attribution.ts';
import { nounWords } from '../../words/nouns.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './detail.module.css';
import { TierField } from './TierField.tsx';
import { memoriesWords } from './words.ts';

/** What is written down about a memory besides its text. */
export function Facts({ portrait: { memory, means } }: { portrait: Output<'portrait'> }) {
  const say = useWords(memoriesWords);
  const noun = useWords(nounWords);
  const from = useAttribution();
  const { ago, moment, day, percent } = useFormats();
  const time = (at: number) => <span title={moment(at)}>{ago(at)}</span>;
  const scope = noun(`scope.${memory.scope}`);
  const facts: [label: string, value: React.ReactNode][] = [
    [say('detail.type'), titled(noun(`type.${memory.type}`), means)],
    [say('detail.status'), noun(`status.${memory.status}`)],
    [say('detail.scope'), memory.scopeOf ? `${scope}: ${memory.scopeOf}` : scope],
    [
      say('detail.reach'),
      memory.scope === 'global'
        ? scope
        : memory.reach === 'task' && memory.expiresAt !== null
          ? say('detail.taskUntil', { day: day(memory.expiresAt) })
          : noun(`reach.${memory.reach}`),
    ],
    [say('detail.source'), noun(`source.${memory.source}`)],
    [say('detail.tier'), <TierField key="tier" id={memory.id} tier={memory.tier} />],
    [
      say('detail.confidence'),
      say('detail.confidenceNow', { now: percent(memory.confidenceNow), kept: percent(memory.confidence) }),
    ],
    [say('detail.learned'), time(memory.createdAt)],
    ...(memory.updatedAt > memory.createdAt
      ? [[say('detail.changed'), time(memory.updatedAt)] as [string, React.ReactNode]]
      : []),
    [say('detail.used'), memory.lastUsedAt === null ? say('detail.never') : time(memory.lastUsedAt)],
    ...only(say('detail.halfLife'), memory.halfLifeDays, (n) => say('detail.days', { n })),
    ...only(say('detail.expires'), memory.expiresAt, day),
    ...only(say('detail.from'), memory.userId, () => from(memory)),
    ...only(say('detail.branch'), memory.branch, mono),
    ...only(say('detail.key'), memory.key, mono),
    ...only(say('detail.tags'), memory.tags.length > 0 ? memory.tags.join(', ') : null, (tags) => tags),
    [say('detail.id'), mono(memory.id)],
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
