import { useVerb } from '../../calls/verb.ts';
import { Loading } from '../../parts/Loading.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './settings.module.css';
import { settingsWords } from './words.ts';

/** What was added to each agent's files, and whether it still stands there. */
export function SetUp() {
  const say = useWords(settingsWords);
  const told = useMessage();
  const { ago } = useFormats();
  const { data, error, isPending, refetch } = useVerb('setup', {});
  if (isPending) return <Loading lines={2} />;
  if (error && !data) return <TroubleNote trouble={error} onAgain={refetch} />;
  if (data.at === null || data.clients.length === 0)
    return <p className={styles.told}>{say('setup.nothing')}</p>;
  return (
    <>
      <p className={styles.told}>{say('setup.at', { ago: ago(data.at) })}</p>
      <ul className={styles.rows} aria-label={say('setup.label')}>
        {data.clients.map(({ client, files }) => {
          const gone = files.filter(({ stands }) => !stands);
          return (
            <li key={client}>
              <div>
                <b>{client}</b>
                <span className={styles.facts}>
                  {files.map(({ path, what, stands }) => (
                    <span key={`${path} ${what.text}`} title={path}>
                      {stands ? told(what) : say('setup.gone', { what: told(what) })}
                    </span>
                  ))}
                </span>
                {gone[0] && <small className={styles.because}>{say('setup.repair')}</small>}
              </div>
              <span className={styles.state} data-state={gone.length > 0 ? 'failing' : 'working'}>
                {say(gone.length > 0 ? 'setup.missing' : 'setup.stands')}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
