import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useDo, useVerb } from '../calls/verb.ts';
import { type KeyBinding, useBindings } from '../keys/keys.ts';
import { settingsWords } from '../panels/settings/words.ts';
import { saidFirst } from '../parts/inline-parts.ts';
import { Keys } from '../parts/Keys.tsx';
import { Loading, TroubleNote } from '../parts/states.tsx';
import { Icon, type IconName } from '../theme/icons.tsx';
import { useProjectChoice } from './ProjectSwitcher.tsx';
import { panels } from './panels.ts';
import { USER, useChoice } from './projects.tsx';
import styles from './shell.module.css';

interface PaletteAction extends Pick<SpotlightActionData, 'id' | 'label' | 'description'> {
  label: string;
  icon: IconName;
  /** The key that does the same. */
  keys?: string;
  run(): void;
}

/** One field from which everything is reached: what can be done here, panels, projects, and memories by their words. */
export function Palette() {
  const [query, setQuery] = useState('');
  const field = useFieldOfAllKeys();
  const [asked] = useDebouncedValue(query.trim(), 120);
  const groups = useActions();
  const [, go] = useLocation();
  const found = useVerb(
    'browse',
    { query: asked, limit: 6, facets: false, fast: true },
    { enabled: asked.length > 1, keep: true },
  );
  const isWaiting = found.isFetching || query.trim() !== asked;
  const memories: PaletteAction[] =
    query.trim().length > 1
      ? (found.data?.memories ?? []).map(({ id, text }) => ({
          id: `memory ${id}`,
          label: Object.values(saidFirst(text))
            .join(' ')
            .replaceAll(/`|\*\*/g, ''),
          icon: 'memories',
          run: () => go(`/memories?m=${id}`),
        }))
      : [];
  const { data } = useVerb('settings', {}, { keep: true });
  const settings = query.trim().length > 1 ? settingsLike(query, data?.settings ?? [], go) : [];
  const shown = groups
    .map(({ group, actions }) => ({ group, actions: actions.filter(({ label }) => matches(label, query)) }))
    .concat({ group: 'Settings', actions: settings }, { group: 'Memories', actions: memories })
    .filter(({ actions }) => actions.length > 0);
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      // Emptied as it closes and not when it has gone: that may come after somebody has opened it again and typed.
      clearQueryOnClose={false}
      onSpotlightClose={() => setQuery('')}
      scrollable
      maxHeight={420}
      shortcut={null}
      // What is typed at once must find the field, not the keys of the panel below.
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { 'aria-label': 'Go to, switch, or search memories…' } }}
      classNames={{ content: styles.palette, actionsGroup: styles.paletteGroup }}
    >
      <Spotlight.Search
        ref={field}
        placeholder="Go to, switch, or search memories…"
        aria-label="Go to, switch, or search memories…"
        leftSection={<Icon name="search" />}
        onKeyDown={chooseFirst}
      />
      <Spotlight.ActionsList>
        {shown.map(({ group, actions }) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {actions.map(({ id, label, icon, run, description, keys }) => (
              <Spotlight.Action
                key={id}
                label={label.length > 110 ? `${label.slice(0, 110)}…` : label}
                description={description}
                leftSection={<Icon name={icon} />}
                rightSection={keys && <Keys keys={keys} />}
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {found.isError && <TroubleNote trouble={found.error} onAgain={() => void found.refetch()} />}
        {shown.length === 0 && !found.isError && (
          <Spotlight.Empty>{isWaiting ? <Loading lines={2} /> : 'Nothing found'}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function useActions(): { group: string; actions: PaletteAction[] }[] {
  const [, go] = useLocation();
  const { all, chosen } = useChoice();
  const choose = useProjectChoice();
  const bindings = useBindings();
  const { data: pausing } = useVerb('pause', {});
  const pause = useDo('pause');
  const sync = useDo('ingest');
  const names = [
    ...all.projects.map(({ id, name, root }) => ({ id, name, root })),
    { id: USER, name: 'All projects', root: 'Global memories' },
  ];
  const paused = pausing?.paused;
  return [
    {
      group: 'Actions',
      actions: [
        // What the keys do now: on the open memory, in the list, everywhere.
        ...bindings
          .filter(({ does, group, idle }) => does && group !== 'Go to' && !idle && !MOVES.test(does))
          .sort((a, b) => rankOf(a) - rankOf(b))
          .map(({ keys, does, run }) => ({
            id: `key ${keys}`,
            label: does!,
            icon: 'spark' as const,
            keys,
            run: () => run(new KeyboardEvent('keydown')),
          })),
        {
          id: 'pause',
          label: paused ? 'Resume: agents get memories again' : 'Pause for an hour',
          icon: 'clock' as const,
          run: () => pause.mutate(paused ? { set: 'resume' } : { set: 'all', hours: 1 }),
        },
        {
          id: 'sync',
          label: 'Read new logs now',
          icon: 'log' as const,
          run: () => sync.mutate({}),
        },
        {
          id: 'connect',
          label: 'Connect an agent',
          icon: 'person' as const,
          run: () => go('/settings'),
        },
      ],
    },
    {
      group: 'Go to',
      actions: panels.map(({ name, title, path, icon }) => ({
        id: name,
        label: title,
        icon,
        run: () => go(path),
      })),
    },
    {
      group: 'Projects',
      actions: names
        .filter(({ id }) => id !== chosen)
        .map(({ id, name, root }) => ({
          id: `project ${id}`,
          label: name,
          description: root,
          icon: 'folder',
          run: () => choose(id),
        })),
    },
  ];
}

const MAX_SETTINGS = 5;

/** The parts of the settings' page, and the settings, that have the words. */
function settingsLike(
  query: string,
  settings: Output<'settings'>['settings'],
  go: (path: string) => void,
): PaletteAction[] {
  const icon = 'settings' as const;
  const parts = Object.entries(settingsWords).filter(
    ([key, label]) => key.startsWith('part.') && matches(label, query),
  );
  const found = settings.filter(({ key, means }) => matches(means, query) || matches(key, query));
  return [
    ...parts.map(([id, label]) => ({ id, label, icon, run: () => go(`/settings/${id.slice(5)}`) })),
    ...found.slice(0, MAX_SETTINGS).map(({ key, means, section }) => ({
      ...{ id: `setting ${key}`, label: means, description: key, icon },
      run: () => go(`/settings/${PART_OF[section] ?? 'rest'}`),
    })),
  ];
}

/** The part of the page that has a table of the file. */
const PART_OF: Readonly<Record<string, string>> = {
  delivery: 'trust',
  llm: 'llm',
  embedder: 'embedder',
  search: 'embedder',
  reranker: 'embedder',
};

/** What is done to the memory at hand comes first, what works everywhere last. */
const rankOf = ({ group }: KeyBinding): number =>
  group === 'Memory actions' ? 0 : group === 'Anywhere' ? 2 : 1;

/** What only moves the cursor, or opens what the menu is. */
const MOVES = /^(?:Next|Previous|Close|Extend|Command menu|Move|Find$|Open$|Zoom)/;

/** A field that has what is typed as long as it is shown, even where the browser has not given it the keyboard yet. */
function useFieldOfAllKeys() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const give = () => {
      if (!field.current?.closest('[role="dialog"]')?.contains(document.activeElement))
        field.current?.focus();
    };
    window.addEventListener('keydown', give, true);
    return () => window.removeEventListener('keydown', give, true);
  }, []);
  return field;
}

/** Who has chosen nothing with the arrows means the first. */
function chooseFirst({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  const all = currentTarget.closest('[role="dialog"]');
  if (key === 'Enter' && !all?.querySelector('[data-selected]'))
    all?.querySelector<HTMLElement>('[data-action]')?.click();
}

const matches = (label: string, query: string): boolean =>
  label.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase());
