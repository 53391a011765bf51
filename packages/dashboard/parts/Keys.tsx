const NAMES: Record<string, string> = {
  mod: /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl',
  shift: '⇧',
  enter: '↵',
  escape: 'Esc',
  arrowdown: '↓',
  arrowup: '↑',
  ' ': '␣',
};

/** Keys as they stand on the keyboard. */
export const Keys = ({ keys }: { keys: string }) => (
  <span style={{ display: 'inline-flex', gap: 3, whiteSpace: 'nowrap' }}>
    {keys.split(keys === ' ' ? '\0' : /[ +](?=.)/).map((key) => (
      <kbd key={key}>{NAMES[key] ?? key}</kbd>
    ))}
  </span>
);
