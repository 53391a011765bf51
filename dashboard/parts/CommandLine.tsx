import { CopyButton } from '@mantine/core';
import { Icon } from '../theme/icons.tsx';
import { useWords } from '../words/say.ts';
import styles from './command.module.css';
import { commandWords } from './command-words.ts';

/** A command for the terminal, with what it does and a way to take it along. */
export function CommandLine({ command, does }: { command: string; does?: string }) {
  const say = useWords(commandWords);
  return (
    <div className={styles.command}>
      {does && <span>{does}</span>}
      <CopyButton value={command}>
        {({ copied, copy }) => (
          <button type="button" onClick={copy} aria-label={say('copy', { command })}>
            <code>{command}</code>
            <span role="status" data-copied={copied || undefined}>
              {copied ? (
                <>
                  <Icon name="check" size={14} /> {say('copied')}
                </>
              ) : (
                <Icon name="copy" size={14} />
              )}
            </span>
          </button>
        )}
      </CopyButton>
    </div>
  );
}
