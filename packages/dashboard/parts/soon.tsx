import { type ComponentType, useEffect, useReducer, useState } from 'react';
import { proven } from '../calls/pass.ts';
import { CallError, gone } from '../calls/trouble.ts';
import { useConnection } from '../live/LiveProvider.tsx';
import { Loading, TroubleNote } from './page.tsx';

/** A panel whose code is loaded when it is needed, or before. */
export interface LazyPanel {
  load(): Promise<void>;
  loaded(): ComponentType | undefined;
}

export function soon(bring: () => Promise<{ default: ComponentType }>): LazyPanel {
  let loading: Promise<void> | undefined;
  let loaded: ComponentType | undefined;
  const load = async () => {
    try {
      // From another program at the daemon's port, code would read everything on the page.
      await proven();
      loaded = (await bring()).default;
    } catch (trouble) {
      // The next attempt may succeed.
      loading = undefined;
      throw trouble;
    }
  };
  return {
    load() {
      loading ??= load();
      return loading;
    },
    loaded: () => loaded,
  };
}

/** Shows a panel as soon as it is there. Loading that failed is tried again when the daemon is back, and on request. */
export function ShowSoon({ panel }: { panel: LazyPanel }) {
  const { state } = useConnection();
  const [Panel, setPanel] = useState(() => panel.loaded());
  const [trouble, setTrouble] = useState<CallError>();
  const [attempts, tryAgain] = useReducer((n: number) => n + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the connection is a reason to try again
  useEffect(() => {
    const fail = (error: unknown) => setTrouble(error instanceof CallError ? error : gone());
    panel.load().then(() => setPanel(() => panel.loaded()), fail);
  }, [panel, state, attempts]);
  if (Panel) return <Panel />;
  return trouble ? <TroubleNote trouble={trouble} onAgain={tryAgain} page /> : <Loading page />;
}
