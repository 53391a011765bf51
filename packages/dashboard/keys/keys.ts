import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

export interface KeyBinding {
  keys: string;
  /** For the help sheet; without it the key is not told of. */
  does?: string;
  group?: string;
  run(event: KeyboardEvent): void;
  /** Also while something is typed. */
  typing?: boolean;
  /** It would do nothing now, since nothing is chosen; it is in the help all the same. */
  idle?: boolean;
}

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

interface ListKeysOptions {
  group: string;
  noun: string;
  ids: readonly string[];
  start?: string | undefined;
  /** Where the list has several pages: the next row of the last one is on the next page. */
  pages?: { at: number; last: number; turn(to: number): void };
  /** Told where the keys have gone. */
  onMove?: (id: string) => void;
  onOpen?: (id: string) => void;
}

/**
 * A cursor on a list, moved by keys. It stays at the same row when the list around it changes; the place of a row that has
 * gone is taken by its successor. The row is marked with `data-cursor`, and scrolled into view.
 */
export function useListKeys({ group, noun, ids, start, pages, onMove, onOpen }: ListKeysOptions) {
  const [kept, setKept] = useState<{ id: string | undefined; index: number }>({ id: start, index: -1 });
  const found = kept.id === undefined ? -1 : ids.indexOf(kept.id);
  const index = found >= 0 ? found : Math.min(kept.index, ids.length - 1);
  const id = ids[index];
  useEffect(() => {
    if (id === undefined) return;
    setKept((now) => (now.id === id && now.index === index ? now : { id, index }));
    document.querySelector('[data-cursor]')?.scrollIntoView({ block: 'nearest' });
  }, [id, index]);
  const put = (to: string) => setKept({ id: to, index: ids.indexOf(to) });
  const turn = (to: number, first: boolean) => {
    if (!pages || to < 0 || to > pages.last) return false;
    setKept({ id: undefined, index: first ? 0 : Number.POSITIVE_INFINITY });
    pages.turn(to);
    return true;
  };
  const move = (to: number) => {
    if (to < 0 && pages && turn(pages.at - 1, false)) return;
    if (to >= ids.length && pages && turn(pages.at + 1, true)) return;
    const next = ids[Math.max(0, Math.min(ids.length - 1, to))];
    if (next === undefined) return;
    put(next);
    onMove?.(next);
  };
  const end = (first: boolean) => {
    const to = first ? 0 : (pages?.last ?? 0);
    if (!pages || pages.at === to || !turn(to, first)) move(first ? 0 : ids.length - 1);
  };
  useKeys([
    { keys: 'j', does: `Next ${noun}`, group, run: () => move(index + 1) },
    { keys: 'k', does: `Previous ${noun}`, group, run: () => move(index - 1) },
    { keys: 'arrowdown', run: () => move(index + 1) },
    { keys: 'arrowup', run: () => move(index - 1) },
    { keys: 'home', run: () => end(true) },
    { keys: 'end', run: () => end(false) },
    ...(onOpen && id !== undefined ? [{ keys: 'enter', does: 'Open', group, run: () => onOpen(id) }] : []),
  ]);
  return { id, index, put };
}
