import { useVerb } from '../calls/verb.ts';
import { counted } from '../words/say.ts';
import { clock } from '../words/times.ts';
import { Dialog } from './Dialog.tsx';
import styles from './log-around.module.css';
import { Loading, TroubleNote } from './states.tsx';

/** The part of a log that an evidence stands in: what happened around it, and the very lines. */
export function LogAround({ event, onClose }: { event: string; onClose: () => void }) {
  const { data, error, isPending, refetch } = useVerb('logAround', { event, around: 3 });
  return (
    <Dialog opened onClose={onClose} title="Source" size="xl">
      {isPending && <Loading lines={6} />}
      {error && !data && <TroubleNote trouble={error} onAgain={refetch} />}
      {data && (
        <div className={styles.around}>
          <p className="mono quiet">{data.log}</p>
          <h3>Surrounding steps</h3>
          <ol className={styles.happened}>
            {data.steps.map(({ id, at, kind, tool, command, outcome, text, here }) => (
              <li key={id} data-here={here || undefined} data-failed={outcome === 'failed' || undefined}>
                <span>
                  {clock(at)} · {tool ?? kind}
                  {outcome && ` · ${outcome}`}
                </span>
                {command && <code>{command}</code>}
                <p dir="auto">{text}</p>
              </li>
            ))}
          </ol>
          <h3>Log lines</h3>
          {data.redacted > 0 && (
            <p className="quiet">
              {counted(data.redacted, 'secret was redacted.', 'secrets were redacted.')}
            </p>
          )}
          {data.because && <p className="quiet">{data.because}</p>}
          {data.lines && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            <pre className={styles.lines} tabIndex={0}>
              {data.lines.map(({ number, offset, text, cut, here }) => (
                <div key={offset} data-here={here || undefined}>
                  <i>{number ?? ''}</i>
                  {text}
                  {cut && <em> … cut</em>}
                </div>
              ))}
            </pre>
          )}
        </div>
      )}
    </Dialog>
  );
}
