import { Button } from '@mantine/core';
import type { CallError } from '../calls/trouble.ts';
import { Icon } from '../theme/icons.tsx';
import { toldTrouble } from '../words/trouble.ts';
import styles from './states.module.css';
import { Ticked } from './Ticked.tsx';

interface TroubleNoteProps {
  trouble: Pick<CallError, 'message' | 'hint' | 'code'>;
  onAgain?: () => void;
  page?: boolean;
}

/** Says what went wrong and what to try. */
export function TroubleNote({ trouble, onAgain, page = false }: TroubleNoteProps) {
  const { message, hint } = toldTrouble(trouble);
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
              Try again
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
