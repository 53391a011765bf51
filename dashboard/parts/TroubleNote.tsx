import { Button } from '@mantine/core';
import type { Trouble } from '../calls/trouble.ts';
import { Icon } from '../theme/icons.tsx';
import { useWords } from '../words/say.ts';
import { shellWords } from '../words/shell.ts';
import styles from './states.module.css';
import { Ticked } from './Ticked.tsx';

interface Props {
  trouble: Pick<Trouble, 'message' | 'hint' | 'code'>;
  onAgain?: () => void;
  page?: boolean;
}

/** Says what went wrong and what to try, in the daemon's own words where it said something. */
export function TroubleNote({ trouble, onAgain, page = false }: Props) {
  const say = useWords(shellWords);
  const gone = trouble.code === 'gone';
  const locked = trouble.code === 'unauthorised';
  const message = gone ? say('trouble.gone') : locked ? say('live.locked') : trouble.message;
  const hint = gone ? say('trouble.goneHint') : locked ? say('live.lockedHint') : trouble.hint;
  return (
    <div className={page ? styles.page : undefined}>
      <div className={styles.trouble} role="alert">
        <Icon name="warning" size={20} />
        <div>
          <strong>{message}</strong>
          {hint && (
            <p>
              <Ticked text={hint} />
            </p>
          )}
          {onAgain && (
            <Button variant="default" mt="sm" onClick={onAgain}>
              {say('trouble.again')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
