import { useConnection } from '../live/LiveProvider.tsx';
import { Ticked } from '../parts/Ticked.tsx';
import { Icon } from '../theme/icons.tsx';
import { clock } from '../words/times.ts';
import styles from './shell.module.css';

/** Says it when the daemon has gone, and how old is what is shown. */
export function ConnectionBanner() {
  const { state, staleSince, file } = useConnection();
  if (state !== 'gone' && state !== 'locked') return null;
  // It is at another port now, which no page may look for: another program could answer there.
  const lasting = file ? ` When it runs, opening \`${file}\` in the browser leads there, too.` : '';
  return (
    <div className={styles.banner} role="alert">
      <Icon name="warning" />
      <span>
        <strong>
          {state === 'gone' ? `Disconnected. Showing data from ${clock(staleSince!)}.` : 'Session expired.'}
        </strong>{' '}
        <Ticked
          text={
            state === 'gone'
              ? `Run \`sqrl ui\` to start the daemon and open the panel again.${lasting}`
              : `Open it again with \`sqrl ui\`.${lasting}`
          }
        />
      </span>
    </div>
  );
}
