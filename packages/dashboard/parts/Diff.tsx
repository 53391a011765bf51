import styles from './diff.module.css';

/** The lines of a change: those that go, those that come, and what is left out between them. */
export const Diff = ({ lines }: { lines: readonly { sign: string; text: string }[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <pre className={styles.diff} tabIndex={0}>
    {lines.map(({ sign, text }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of a diff have no other name, and never move
      <div key={i} data-sign={sign}>
        {sign === '…' ? sign : `${sign} ${text}`}
      </div>
    ))}
  </pre>
);
