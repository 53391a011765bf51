import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useDo, useVerb } from '../calls/verb.ts';
import { type KeyBinding, useBindings } from '../keys/keys.ts';
import { Keys } from '../parts/controls.tsx';
import { Loading, TroubleNote } from '../parts/page.tsx';
import { Icon, type IconName } from '../theme/icons.tsx';
import { settingsWords } from '../words/nouns.ts';
import { saidFirst } from '../words/text-parts.ts';
import { panels } from './panels.ts';
import { USER, useChoice } from './projects.tsx';
import { useProjectChoice } from './Sidebar.tsx';

interface PaletteAction {
  group: 'Actions' | 'Go to' | 'Projects' | 'Settings' | 'Memories';
  id: string;
  label: string;
  icon: IconName;
  description?: string;
  keys?: string;
  run(): void;
}

const PLACEHOLDER = 'Go to, switch, or search memories…';
const MAX_SETTINGS = 5;
const MAX_LABEL_CHARS = 110;

/** One field from which everything is reached: what can be done here, panels, projects, settings, and memories by their words. */
export function Palette() {
  const [query, setQuery] = useState('');
  const field = useFieldOfAllKeys();
  const typed = query.trim();
  const [asked] = useDebouncedValue(typed, 120);
  const [, go] = useLocation();
  const actions = useActions().filter(({ label }) => matches(label, typed));
  const settings = useSettings(typed);
  const found = useVerb(
    'list',
    { query: asked, limit: 6, fast: true },
    { enabled: asked.length > 1, keep: true },
  );
  const memories = typed.length > 1 ? (found.data?.memories ?? []) : [];
  const shown = [
    ...actions,
    ...settings,
    ...memories.map(
      ({ id, text }): PaletteAction => ({
        ...{ group: 'Memories', id: `memory ${id}`, icon: 'memories' },
        label: Object.values(saidFirst(text))
          .join(' ')
          .replaceAll(/`|\*\*/g, ''),
        run: () => go(`/memories?m=${id}`),
      }),
    ),
  ];
  const isWaiting = found.isFetching || typed !== asked;
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
      attributes={{ content: { 'aria-label': PLACEHOLDER } }}
      classNames={{ content: 'shell-palette', actionsGroup: 'shell-palette-group' }}
    >
      <Spotlight.Search
        ref={field}
        placeholder={PLACEHOLDER}
        aria-label={PLACEHOLDER}
        leftSection={<Icon name="search" />}
        onKeyDown={chooseFirst}
      />
      <Spotlight.ActionsList>
        {[...Map.groupBy(shown, ({ group }) => group)].map(([group, some]) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {some.map(({ id, label, icon, run, description, keys }) => (
              <Spotlight.Action
                key={id}
                label={label.length > MAX_LABEL_CHARS ? `${label.slice(0, MAX_LABEL_CHARS)}…` : label}
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

function useActions(): PaletteAction[] {
  const [, go] = useLocation();
  const { all, chosen } = useChoice();
  const choose = useProjectChoice();
  const { data: pausing } = useVerb('pause', {});
  const pause = useDo('pause');
  const sync = useDo('ingest');
  const bindings = useBindings().filter(
    ({ does, group, idle }) => does && group !== 'Go to' && !idle && !MOVES.test(does),
  );
  const projects = [...all.projects, { id: USER, name: 'All projects', root: 'Global memories' }];
  const action = (label: string, icon: IconName, run: () => void): PaletteAction => ({
    ...{ group: 'Actions', id: label, label, icon, run },
  });
  return [
    ...bindings
      .sort((a, b) => rankOf(a) - rankOf(b))
      .map(({ keys, does = '', run }) => ({
        ...action(does, 'spark', () => run(new KeyboardEvent('keydown'))),
        ...{ id: `key ${keys}`, keys },
      })),
    pausing?.paused
      ? action('Resume: agents get memories again', 'clock', () => pause.mutate({ set: 'resume' }))
      : action('Pause for an hour', 'clock', () => pause.mutate({ set: 'all', hours: 1 })),
    action('Read new logs now', 'log', () => sync.mutate({})),
    action('Connect an agent', 'person', () => go('/settings')),
    ...panels.map(({ name, title, path, icon }): PaletteAction => {
      return { group: 'Go to', id: name, label: title, icon, run: () => go(path) };
    }),
    ...projects
      .filter(({ id }) => id !== chosen)
      .map(({ id, name, root }): PaletteAction => {
        const run = () => choose(id);
        return {
          group: 'Projects',
          id: `project ${id}`,
          label: name,
          description: root,
          icon: 'folder',
          run,
        };
      }),
  ];
}

/** The part of the settings' page that has a table of the file, where that is not the rest. */
const PART_OF: Readonly<Record<string, string>> = {
  delivery: 'trust',
  llm: 'llm',
  embedder: 'embedder',
  search: 'embedder',
  reranker: 'embedder',
};

/** The parts of the settings' page, and the settings, that have the words. */
function useSettings(typed: string): PaletteAction[] {
  const [, go] = useLocation();
  const { data } = useVerb('settings', {}, { keep: true });
  if (typed.length < 2) return [];
  const setting = (part: string, label: string, description?: string): PaletteAction => ({
    ...{ group: 'Settings', id: `setting ${description ?? part}`, label, icon: 'settings' },
    ...(description && { description }),
    run: () => go(`/settings/${part}`),
  });
  const parts = Object.entries(settingsWords).filter(([, label]) => matches(label, typed));
  const found = (data?.settings ?? []).filter(({ key, means }) => matches(`${means} ${key}`, typed));
  return [
    ...parts.map(([id, label]) => setting(id.replace('part.', ''), label)),
    ...found
      .slice(0, MAX_SETTINGS)
      .map(({ key, means, section }) => setting(PART_OF[section] ?? 'rest', means, key)),
  ];
}

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

const matches = (label: string, query: string): boolean => label.toLowerCase().includes(query.toLowerCase());
