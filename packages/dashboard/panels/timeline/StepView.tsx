import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useVerb } from '../../calls/verb.ts';
import { Diff } from '../../parts/Diff.tsx';
import { MemoryLink, TypePill } from '../../parts/memory.tsx';
import { placeOf } from '../../parts/place-of.ts';
import { Ticked } from '../../parts/text.tsx';
import { clock, moment, number, span } from '../../words/times.ts';
import { CitedText } from './CitedText.tsx';
import { editLines } from './edits.ts';
import styles from './timeline.module.css';
import { timelineWords } from './words.ts';

export type ReplayStep = Output<'replaySession'>['steps'][number];
type ReplayDelivery = Output<'replaySession'>['deliveries'][number];

interface StepViewProps {
  step: ReplayStep;
  /** An answer cites it. */
  isCited: boolean;
  told: readonly ReplayDelivery[];
}

/** One step in full: what was said or done, how it ended, what was told before it and what was learned from it. */
export function StepView({ step: { event, learned, cited, index }, isCited, told }: StepViewProps) {
  const { kind, tool, command, files, text, length } = event;
  const words =
    text.trim() === '' ? (
      <p className="quiet">No text.</p>
    ) : (
      <div
        dir="auto"
        className={`code pre ${styles.text}`}
        data-said={kind === 'prompt' || kind === 'reply' || undefined}
        data-cited={isCited || undefined}
      >
        <CitedText text={text} cited={cited} />
      </div>
    );
  return (
    <article className={styles.step} aria-label={`Step ${number(index + 1)}`}>
      {told.map(({ id, shown, tokens, memories, passages }) => (
        <Told
          key={id}
          tone="info"
          title={`${shown ? 'Delivered before this step' : 'Withheld before this step for the control group'} (${number(tokens)} tokens)`}
          memories={memories}
          passages={passages}
        />
      ))}
      <StepHead event={event} isCited={isCited} />
      {command && (
        <pre className={`code pre ${styles.text}`} data-command dir="auto">
          {command}
        </pre>
      )}
      <StepFiles files={files} />
      {kind === 'call' && (tool === 'edit' || tool === 'write') ? (
        <EditDiff event={event}>{words}</EditDiff>
      ) : (
        words
      )}
      {length > text.length && (
        <p className="quiet">{`Only the start and end of ${number(length)} characters are stored.`}</p>
      )}
      {learned.length > 0 && <Told tone="good" title="Learned from this step" memories={learned} />}
    </article>
  );
}

const TONES = { ok: 'good', failed: 'bad', rejected: 'bad', interrupted: undefined } as const;

function StepHead({ event, isCited }: { event: ReplayStep['event']; isCited: boolean }) {
  const { kind, tool, toolName, outcome, exitCode, durationMs, agent, at } = event;
  return (
    <div className={`row quiet fine ${styles.stepHead}`}>
      <h2>{timelineWords[`kind.${kind}`]}</h2>
      {tool && <span title={toolName ?? undefined}>{tool}</span>}
      {agent && <span>subagent</span>}
      {isCited && <span data-badge="warn">cited</span>}
      {outcome && (
        <span data-tone={TONES[outcome]}>
          {timelineWords[`outcome.${outcome}`]}
          {exitCode !== null && exitCode !== 0 && ` (${exitCode})`}
        </span>
      )}
      {durationMs !== null && <span>{span(durationMs)}</span>}
      <time title={moment(at)}>{clock(at)}</time>
    </div>
  );
}

const StepFiles = ({ files }: Pick<ReplayStep['event'], 'files'>) => (
  <ul className="stack fine">
    {files.map(({ path, way, outside }) => (
      <li key={`${way} ${path}`} className="pair">
        <small>{timelineWords[`way.${way}`]}</small>
        {outside ? (
          <span className="mono">{path}</span>
        ) : (
          <Link href={`/memories?file=${encodeURIComponent(path)}`} className="mono">
            {path}
          </Link>
        )}
      </li>
    ))}
  </ul>
);

interface EditDiffProps {
  event: Pick<ReplayStep['event'], 'id' | 'text'>;
  /** Shown where it cannot be told what was changed. */
  children: ReactNode;
}

/** What an edit changed. Some clients' edits are stored by name only; then the log has the rest. */
function EditDiff({ event: { id, text }, children }: EditDiffProps) {
  const stored = editLines(text);
  const { data } = useVerb('logRecord', { event: id }, { enabled: stored.length === 0 });
  const lines = stored.length > 0 || !data?.text ? stored : editLines(data.text);
  return lines.length === 0 ? (
    children
  ) : (
    <section aria-label="What it changed">
      <Diff lines={lines} />
    </section>
  );
}

interface ToldProps {
  tone: 'info' | 'good';
  title: string;
  memories: ReplayStep['learned'];
  passages?: ReplayDelivery['passages'];
}

/** Memories and passages that have to do with a step. */
const Told = ({ tone, title, memories, passages = [] }: ToldProps) => (
  <section className={styles.told} data-tone={tone}>
    <h3>{title}</h3>
    <ul className="stack fine">
      {memories.map(({ id, type, text }) => (
        <li key={id} className="pair">
          <TypePill type={type} />
          <MemoryLink id={id} text={text} />
        </li>
      ))}
      {passages.map(({ id, speaker, at, session, text }) => (
        <li key={id} className="pair">
          <small>{`${timelineWords[`kind.${speaker === 'person' ? 'prompt' : 'reply'}`]}, ${moment(at)}`}</small>
          <Link href={placeOf(id, session)}>
            <Ticked text={text} />
          </Link>
        </li>
      ))}
    </ul>
  </section>
);
