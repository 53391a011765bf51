import { useVerb } from '../calls/verb.ts';
import { useMessage } from '../words/message.ts';
import { useWords } from '../words/say.ts';
import { useFormats } from '../words/times.ts';
import { Dialog } from './Dialog.tsx';
import { Loading } from './Loading.tsx';
import styles from './log-around.module.css';
import { TroubleNote } from './TroubleNote.tsx';
import { partWords } from './words.ts';

/** The part of a log that an evidence stands in: what happened around it, and the very lines. */
export function LogAround({ event, onClose }: { event: string; onClose: () => void }) {
  const say = useWords(partWords);
  const told = useMessage();
  const { clock } = useFormats();
  const { data, error, isPending, refetch } = useVerb('logAround', { event, around: 3 });
  return (
    <Dialog opened onClose={onClose} title={say('log.title')} size="xl">
      {isPending && <Loading lines={6} />}
      {error && !data && <TroubleNote trouble={error} onAgain={refetch} />}
      {data && (
        <div className={styles.around}>
          <p className="mono quiet">{data.log}</p>
          <h3>{say('log.steps')}</h3>
          <ol className={styles.happened}>
            {data.steps.map(({ id, at, kind, tool, command, outcome, text, here }) => (
              <li key={id} data-here={here || undefined} data-failed={outcome === 'failed' || undefined}>
                <span>
                  {clock(at)} · {tool ?? kind}
                  {outcome && ` · ${outcome}`}
                </span>
                {command && <code>{command}</code>}
                <p>{text}</p>
              </li>
            ))}
          </ol>
          <h3>{say('log.raw')}</h3>
          {data.redacted > 0 && <p className="quiet">{say('log.redacted', { n: data.redacted })}</p>}
          {data.because && <p className="quiet">{told(data.because)}</p>}
          {data.lines && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            <pre className={styles.lines} tabIndex={0}>
              {data.lines.map(({ number, offset, text, cut, here }) => (
                <div key={offset} data-here={here || undefined}>
                  <i>{number ?? ''}</i>
                  {text}
                  {cut && <em> {say('log.cut')}</em>}
                </div>
              ))}
            </pre>
          )}
        </div>
      )}
    </Dialog>
  );
}
