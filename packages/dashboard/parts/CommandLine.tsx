import { CopyButton } from '@mantine/core';
import { Icon } from '../theme/icons.tsx';
import styles from './command.module.css';

/** A command for the terminal, with what it does and a way to take it along. */
export function CommandLine({ command, does }: { command: string; does?: string }) {
  return (
    <div className={styles.command}>
      {does && <span>{does}</span>}
      <CopyButton value={command}>
        {({ copied, copy }) => (
          <button type="button" onClick={copy} aria-label={`Copy ${command}`}>
            <code>{command}</code>
            <span role="status" data-copied={copied || undefined}>
              {copied ? (
                <>
                  <Icon name="check" size={14} /> Copied
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
