import { useEffect, useRef, useSyncExternalStore } from 'react';

/** A key, or keys after one another (`g m`), and what they do. */
export interface KeyBinding {
  keys: string;
  /** For the help sheet; without it the key is not told of. */
  does?: string;
  /** The heading it stands under there. */
  group?: string;
  run(event: KeyboardEvent): void;
  /** Also while something is typed. */
  typing?: boolean;
  /** It would do nothing now, since nothing is chosen; it is in the help all the same. */
  idle?: boolean;
}

/** How long the second key may take. */
const PATIENCE_MS = 1200;

let layers: (readonly KeyBinding[])[] = [];
const listeners = new Set<() => void>();
let typed = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Listens for keys as long as the component is shown; what was added last is asked first. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  const names = bindings.map(({ keys, does, idle }) => `${keys} ${does} ${idle}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the keys do is read when they are pressed; the layer changes with their names alone
  useEffect(() => {
    const layer = latest.current.map((binding, i) => ({
      ...binding,
      run: (event: KeyboardEvent) => latest.current[i]?.run(event),
    }));
    layers = [...layers, layer];
    for (const tell of listeners) tell();
    return () => {
      layers = layers.filter((one) => one !== layer);
      for (const tell of listeners) tell();
    };
  }, [names]);
}

/** Every key that does something now, for the help sheet. */
export function useBindings(): readonly KeyBinding[] {
  const all = useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
    () => layers,
  );
  return all.flat();
}

/** Starts to listen. */
export function listenForKeys(): void {
  window.addEventListener('keydown', hear);
}

function hear(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const key = nameOf(event);
  if (key === undefined) return;
  const typing = isField(event.target);
  // A dialogue has the keyboard to itself.
  if (document.querySelector('[role="dialog"][aria-modal="true"]') && !typing) return;
  const all = [...layers].reverse().flat();
  const said = typed === '' ? key : `${typed} ${key}`;
  clearTimeout(timer);
  typed = '';
  const found = all.find(({ keys, typing: always }) => keys === said && (always || !typing));
  if (found) {
    event.preventDefault();
    found.run(event);
    return;
  }
  if (typing || !all.some(({ keys }) => keys.startsWith(`${said} `))) return;
  typed = said;
  timer = setTimeout(() => {
    typed = '';
  }, PATIENCE_MS);
}

function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | undefined {
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(key)) return undefined;
  const name = key.length === 1 ? key : key.toLowerCase();
  if (ctrlKey || metaKey) return `mod+${name.toLowerCase()}`;
  if (altKey) return `alt+${name.toLowerCase()}`;
  // A letter says itself whether it is a capital; a key with a name does not.
  return shiftKey && key.length > 1 ? `shift+${name}` : name;
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  return (
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type)
  );
}
