import { Breadcrumbs, Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useLong, usePlace, useVerb } from '../../calls/verb.ts';
import { useKeys } from '../../keys/keys.ts';
import { Choice, PlainButton } from '../../parts/controls.tsx';
import { Answered, Empty, LongState, Page } from '../../parts/page.tsx';
import { Icon } from '../../theme/icons.tsx';
import { number } from '../../words/say.ts';
import {
  type Atlas,
  baseOf,
  impactReach,
  type MapLocation,
  type MapSpot,
  outOf,
  useAt,
  useAtlas,
} from './atlas.ts';
import { Graph, impactColor, zoomed } from './Graph.tsx';
import { ListView } from './ListView.tsx';
import { type Circle, type Direction, nextTo, type Places, placesOf, viewOf } from './place.ts';
import { Side } from './Side.tsx';

/** More dots than this nobody tells apart. */
const MAX_DOTS = 4000;
/** Of a larger impact the rest is told as a number. */
const MAX_HITS = 2000;

export default function CodeMap() {
  const { global } = usePlace();
  const answer = useVerb('map', { limit: MAX_DOTS }, { enabled: !global, keep: true });
  const atlas = useAtlas(answer.data);
  if (atlas && atlas.picture.modules.length > 0) return <Explorer atlas={atlas} />;
  return (
    <Page title="Map">
      {global ? (
        <Empty icon="map" title="Global memories have no code">
          Choose a project to see its map.
        </Empty>
      ) : (
        <Answered of={answer} lines={8}>
          {({ indexed }) =>
            indexed ? (
              <Empty icon="map" title="No source code found">
                Ignored, generated and binary files are not indexed.
              </Empty>
            ) : (
              <Unread />
            )
          }
        </Answered>
      )}
    </Page>
  );
}

function Unread() {
  const indexing = useLong('graphIndex');
  const { stop } = indexing;
  useEffect(() => stop, [stop]);
  return (
    <Empty icon="map" title="This project is not indexed yet">
      <p>
        After indexing you see the modules, their dependencies, and the memories about each. Nothing leaves
        this machine.
      </p>
      <LongState of={indexing} label="Indexing…" stop={stop} />
      {!indexing.progress && (
        <Button size="md" onClick={() => indexing.run({ watch: false })}>
          Index code
        </Button>
      )}
    </Empty>
  );
}

function Explorer({ atlas }: { atlas: Atlas }) {
  const at = useAt();
  const finder = useRef<HTMLInputElement>(null);
  const { modules, couplings, files } = atlas.picture;
  // Memories change more often than code does: everything stays where it is meanwhile.
  const shape = JSON.stringify([
    modules.map(({ name }) => name),
    files.map(({ path }) => path).sort(),
    couplings,
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another shape is placed anew
  const places = useMemo(() => placesOf(atlas), [shape]);
  const impact = useVerb(
    'graphImpact',
    { symbol: at.impact ?? '', depth: 3, limit: MAX_HITS },
    { enabled: at.impact !== undefined },
  );
  const told = at.impact === undefined ? undefined : impact.data;
  const reach = useMemo(() => impactReach(told), [told]);
  const { module, file } = at;
  const spot = useMemo(() => ({ module, file }), [module, file]);
  const usual = useMemo(() => viewOf(places, spot, reach), [places, spot, reach]);
  /** What a person has moved to, as long as they stay where they are. */
  const [moved, setMoved] = useState<{ from: Circle; to: Circle }>();
  const view = moved?.from === usual ? moved.to : usual;
  const setView = (to: Circle) => setMoved({ from: usual, to });
  const zoom = (by: number) => setView(zoomed(view, by));
  useMapKeys({ at, atlas, places, finder, zoom });
  const here = file ?? module;
  return (
    <div className="wide map-panel">
      <h1 className="unseen">Map</h1>
      <div className="toolbar">
        <Find atlas={atlas} at={at} field={finder} />
        <Crumbs at={at} impact={told?.symbol.qualified} />
        <span className="gap" />
        <Choice
          label="View"
          value={at.list ? 'list' : 'graph'}
          onChoose={(value) => at.showList(value === 'list')}
          names={{ graph: 'Graph', list: 'List' }}
        />
      </div>
      <div className="map-stage">
        {at.list ? (
          <ListView atlas={atlas} at={at} reach={reach} />
        ) : (
          <>
            <Graph
              {...{ atlas, places, spot, reach, view }}
              label={`Graph of ${number(modules.length)} modules with ${number(atlas.picture.filesTotal)} files. The list shows the same; press l to switch.`}
              onGo={at.go}
              onView={setView}
            />
            <Button.Group orientation="vertical" className="map-zoom">
              <PlainButton aria-label="Zoom in" onClick={() => zoom(0.66)}>
                +
              </PlainButton>
              <PlainButton aria-label="Zoom out" onClick={() => zoom(1.5)}>
                −
              </PlainButton>
            </Button.Group>
            <Legend impact={reach !== undefined} />
          </>
        )}
        <span className="unseen" role="status">
          {here === undefined ? 'Whole codebase' : `At ${here}`}
        </span>
      </div>
      <Side atlas={atlas} at={at} impact={at.impact === undefined ? undefined : impact} />
    </div>
  );
}

interface MapKeysContext {
  at: MapLocation;
  atlas: Atlas;
  places: Places;
  finder: RefObject<HTMLInputElement | null>;
  zoom: (by: number) => void;
}

/** The map by keyboard: arrows go to what lies next, `i` goes in, Escape out. */
function useMapKeys({ at, atlas, places, finder, zoom }: MapKeysContext): void {
  const group = 'Map';
  const { module, file } = at;
  const inside = (name: string) =>
    [...places.files].filter(([path]) => atlas.file.get(path)?.module === name);
  const move = (direction: Direction) => () => {
    const from = places.files.get(file ?? '') ?? places.modules.get(module ?? '');
    if (file !== undefined && module !== undefined && from)
      at.go({ module, file: nextTo(from, inside(module), direction) ?? file });
    else
      at.go({
        module: from ? (nextTo(from, places.modules, direction) ?? module) : [...places.modules.keys()][0],
      });
  };
  const enter = () => {
    const [first] = module === undefined || file !== undefined ? [] : inside(module);
    if (first) at.go({ module, file: first[0] });
  };
  useKeys([
    { keys: '/', does: 'Find', group, run: () => finder.current?.focus() },
    { keys: 'arrowright', does: 'Move (arrows)', group, run: move('right') },
    { keys: 'arrowleft', run: move('left') },
    { keys: 'arrowup', run: move('up') },
    { keys: 'arrowdown', run: move('down') },
    // A button that has the focus hears Enter itself.
    { keys: 'i', does: 'Open module', group, run: enter },
    { keys: 'escape', does: 'Up', group, run: () => at.go(outOf(at)) },
    { keys: '+', does: 'Zoom in', group, run: () => zoom(0.66) },
    { keys: '-', does: 'Zoom out', group, run: () => zoom(1.5) },
    { keys: 'l', does: 'Graph or list', group, run: () => at.showList(!at.list) },
  ]);
}

/** Where one is, from the whole down; each step leads back there. */
function Crumbs({ at, impact }: { at: MapLocation; impact: string | undefined }) {
  const { module, file } = at;
  const steps: [name: string | undefined, to: MapSpot][] = [
    ['Whole codebase', {}],
    [module, { module }],
    [file && baseOf(file), { module, file }],
    [at.impact && `Impact of ${impact ?? at.impact}`, at],
  ];
  const shown = steps.filter(([name]) => name !== undefined);
  return (
    <nav aria-label="Where you are">
      <Breadcrumbs className="fine" separator="›" separatorMargin={6}>
        {shown.map(([name, to], i) =>
          i === shown.length - 1 ? (
            <b key={name} aria-current="location">
              {name}
            </b>
          ) : (
            <button key={name} type="button" className="bare link" onClick={() => at.go(to)}>
              {name}
            </button>
          ),
        )}
      </Breadcrumbs>
    </nav>
  );
}

const COLORS = {
  'has memories': 'accent-fill',
  'some are stale': 'warn-fill',
  'no memories': 'line-strong',
  imports: 'good-fill',
  'imported by': 'info-fill',
};
const IMPACT = { 'the symbol': 100, 'uses it': 75, 'two steps away': 50, three: 30 };

const Legend = ({ impact }: { impact: boolean }) => (
  <ul className="box row fine quiet map-legend" aria-label="Legend">
    {impact
      ? Object.entries(IMPACT).map(([means, share]) => (
          <li key={means} className="line dot" style={{ '--fill': impactColor(share) } as object}>
            {means}
          </li>
        ))
      : Object.entries(COLORS).map(([means, color]) => (
          <li key={means} className="line dot" style={{ '--fill': `var(--${color})` } as object}>
            {means}
          </li>
        ))}
  </ul>
);

interface FindProps {
  atlas: Atlas;
  at: MapLocation;
  field: RefObject<HTMLInputElement | null>;
}

const MAX_SYMBOLS = 6;
const MAX_MATCHES = 18;

function Find({ atlas, at, field }: FindProps) {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), 150);
  const { data } = useVerb(
    'graphDefine',
    { symbol: asked, limit: MAX_SYMBOLS },
    { enabled: asked.length > 1, keep: true },
  );
  const groups = useMemo(() => {
    const option = (label: string, to: MapSpot) => ({ label, value: JSON.stringify(to) });
    const symbols = (data?.symbols ?? []).filter(({ file, kind }) => kind !== 'file' && atlas.file.has(file));
    const impacts = new Map(
      symbols.map(({ file, qualified }) => [
        `${qualified} · ${file}`,
        { module: atlas.file.get(file)!.module, file, impact: `${file}:${qualified}` },
      ]),
    );
    return [
      { group: 'Modules', items: atlas.picture.modules.map(({ name }) => option(name, { module: name })) },
      { group: 'Impact of a symbol', items: [...impacts].map(([name, to]) => option(name, to)) },
      {
        group: 'Files',
        items: atlas.picture.files.map(({ path, module }) => option(path, { module, file: path })),
      },
    ];
  }, [atlas, data]);
  const label = 'Find a module, file or symbol…';
  return (
    <Select
      ref={field}
      w="min(20rem, 100%)"
      size="sm"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" />}
      rightSection={<span />}
      searchable
      selectFirstOptionOnChange
      limit={MAX_MATCHES}
      data={typed.trim() === '' ? [] : groups}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      maxDropdownHeight={360}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      classNames={{ option: 'wrap map-option' }}
      onChange={(to) => {
        if (to === null) return;
        at.go(JSON.parse(to));
        setTyped('');
        field.current?.blur();
      }}
      onKeyDown={(event) => event.key === 'Escape' && field.current?.blur()}
    />
  );
}
