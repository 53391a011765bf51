import { CopyButton } from '@mantine/core';
import { Icon } from '../theme/icons.tsx';
import styles from './command.module.css';

/** A command for the terminal, with what it does and a way to take it along. */
export function CommandLine({ command, does }: { command: string; does?: string }) {
  return (
    <div className="stack">
      {does && <span className="fine">{does}</span>}
      <CopyButton value={command}>
        {({ copied, copy }) => (
          <button
            type="button"
            className={`bare ${styles.command}`}
            onClick={copy}
            aria-label={`Copy ${command}`}
          >
            <code className="mono">{command}</code>
            <small role="status" data-tone={copied ? 'good' : undefined}>
              <Icon name={copied ? 'check' : 'copy'} size={14} /> {copied && 'Copied'}
            </small>
          </button>
        )}
      </CopyButton>
    </div>
  );
}
