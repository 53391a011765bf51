import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { MemoryLink, TypePill } from '../../parts/memory.tsx';
import { placeOf } from '../../parts/place-of.ts';
import { Ticked } from '../../parts/text.tsx';
import { fill } from '../../words/say.ts';
import { clock, moment, number } from '../../words/times.ts';
import { CitedText } from './CitedText.tsx';
import { EditDiff } from './EditDiff.tsx';
import { useSpan } from './session-words.ts';
import styles from './timeline.module.css';
import { timelineWords } from './words.ts';

export type ReplayStep = Output<'replaySession'>['steps'][number];
type ReplayDelivery = Output<'replaySession'>['deliveries'][number];

/** One step in full: what was said or done, how it ended, what was told before it and what was learned from it. */
export function StepView({
  step: { event, learned, cited, index },
  isCited,
  told,
}: {
  step: ReplayStep;
  /** An answer cites it. */
  isCited: boolean;
  told: readonly ReplayDelivery[];
}) {
  const span = useSpan();
  const { kind, tool, toolName, outcome, exitCode, durationMs, command, files, text, length } = event;
  const words =
    text.trim() === '' ? (
      <p className="quiet">No text.</p>
    ) : (
      <div
        dir="auto"
        className={styles.text}
        data-said={kind === 'prompt' || kind === 'reply' || undefined}
        data-cited={isCited || undefined}
      >
        <CitedText text={text} cited={cited} />
      </div>
    );
  return (
    <article className={styles.step} aria-label={`Step ${number(index + 1)}`}>
      {told.map((one) => (
        <section key={one.id} className={styles.told}>
          <h3>
            {one.shown
              ? `Delivered before this step (${number(one.tokens)} tokens)`
              : `Withheld before this step for the control group (${number(one.tokens)} tokens)`}
          </h3>
          <Memories of={one.memories} />
          <Quotes of={one.passages} />
        </section>
      ))}
      <div className={styles.stepHead}>
        <h2>{timelineWords[`kind.${kind}`]}</h2>
        {tool && <span title={toolName ?? undefined}>{tool}</span>}
        {event.agent && <span>subagent</span>}
        {isCited && <span data-badge="warn">cited</span>}
        {outcome && (
          <span data-outcome={outcome}>
            {timelineWords[`outcome.${outcome}`]}
            {exitCode !== null && exitCode !== 0 && ` (${exitCode})`}
          </span>
        )}
        {durationMs !== null && <span>{span(durationMs)}</span>}
        <time title={moment(event.at)}>{clock(event.at)}</time>
      </div>
      {command && (
        <pre className={styles.command} dir="auto">
          {command}
        </pre>
      )}
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map(({ path, way, outside }) => (
            <li key={`${way} ${path}`}>
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
      )}
      {kind === 'call' && (tool === 'edit' || tool === 'write') ? (
        <EditDiff event={event}>{words}</EditDiff>
      ) : (
        words
      )}
      {length > text.length && (
        <p className="quiet">{`Only the start and end of ${number(length)} characters are stored.`}</p>
      )}
      {learned.length > 0 && (
        <section className={styles.learned}>
          <h3>Learned from this step</h3>
          <Memories of={learned} />
        </section>
      )}
    </article>
  );
}

function Quotes({ of }: { of: ReplayDelivery['passages'] }) {
  return (
    <ul className={styles.memories}>
      {of.map(({ id, speaker, at, session, text }) => (
        <li key={id}>
          <small>{fill(timelineWords[`quote.${speaker}`], { at: moment(at) })}</small>
          <Link href={placeOf(id, session)}>
            <Ticked text={text} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const Memories = ({ of }: { of: ReplayStep['learned'] }) => (
  <ul className={styles.memories}>
    {of.map(({ id, type, text }) => (
      <li key={id}>
        <TypePill type={type} />
        <MemoryLink id={id} text={text} />
      </li>
    ))}
  </ul>
);
