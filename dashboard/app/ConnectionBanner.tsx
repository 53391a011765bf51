import { useConnection } from '../live/LiveProvider.tsx';
import { Ticked } from '../parts/Ticked.tsx';
import { Icon } from '../theme/icons.tsx';
import { useWords } from '../words/say.ts';
import { shellWords } from '../words/shell.ts';
import { useFormats } from '../words/times.ts';
import styles from './shell.module.css';

/** Says it when the daemon has gone, and how old is what is shown. */
export function ConnectionBanner() {
  const say = useWords(shellWords);
  const { clock } = useFormats();
  const { state, staleSince } = useConnection();
  if (state !== 'gone' && state !== 'locked') return null;
  return (
    <div className={styles.banner} role="alert">
      <Icon name="warning" />
      <span>
        <strong>
          {state === 'gone' ? say('live.gone', { at: clock(staleSince!) }) : say('live.locked')}
        </strong>{' '}
        <Ticked text={say(state === 'gone' ? 'live.goneHint' : 'live.lockedHint')} />
      </span>
    </div>
  );
}
