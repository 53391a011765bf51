import type { Output } from '../../../src/protocol/verbs.ts';
import { useVerb } from '../../calls/verb.ts';
import { Loading } from '../../parts/Loading.tsx';
import { Card } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { Icon } from '../../theme/icons.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import { Erase } from './Erase.tsx';
import { ExportCard } from './ExportCard.tsx';
import styles from './settings.module.css';
import { settingsWords } from './words.ts';

/** What is kept and where, what was kept out of it, what leaves this machine; and how to take it along or erase it. */
export function PrivacyPart() {
  const say = useWords(settingsWords);
  const { data, error, isPending, refetch } = useVerb('privacy', {});
  return (
    <>
      <Card title={say('privacy.title')}>
        {isPending && <Loading lines={4} />}
        {error && !data && <TroubleNote trouble={error} onAgain={refetch} />}
        {data && <Kept privacy={data} />}
      </Card>
      <ExportCard />
      <Erase />
    </>
  );
}

function Kept({ privacy: { files, redactions, leaves } }: { privacy: Output<'privacy'> }) {
  const say = useWords(settingsWords);
  const told = useMessage();
  const { number, ago } = useFormats();
  const kinds = Object.entries(redactions.byKind);
  return (
    <div className={styles.kept}>
      <p className={leaves.length === 0 ? styles.good : styles.warn}>
        <Icon name={leaves.length === 0 ? 'check' : 'warning'} />
        {say(leaves.length === 0 ? 'privacy.nothingLeaves' : 'privacy.leaves')}
      </p>
      {leaves.map(({ what, to }) => (
        <p key={to + what.text}>
          <code className="mono">{to}</code>: {told(what)}
        </p>
      ))}
      <h3>{say('privacy.redactions')}</h3>
      <p>
        {say('privacy.redacted', { n: redactions.memories + redactions.events, looked: redactions.lookedAt })}
      </p>
      {kinds.length > 0 && (
        <ul className={styles.kinds}>
          {kinds.map(([kind, n]) => (
            <li key={kind}>
              {kind} <b className="number">{number(n)}</b>
            </li>
          ))}
        </ul>
      )}
      <h3>{say('privacy.files')}</h3>
      <ul className={styles.rows}>
        {files.map(({ path, bytes, lastCopyAt }) => (
          <li key={path}>
            <code className="mono">{path}</code>
            <span className={styles.facts}>
              <span className="number">
                {say('privacy.size', { size: number(Math.round(bytes / 104_857.6) / 10) })}
              </span>
              <span>
                {lastCopyAt === null
                  ? say('privacy.noCopy')
                  : say('privacy.copied', { ago: ago(lastCopyAt) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
