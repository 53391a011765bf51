import { Button } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type Sigma from 'sigma';
import { useVerb } from '../../calls/verb.ts';
import { PlainButton } from '../../parts/buttons.ts';
import { Choice } from '../../parts/Choice.tsx';
import { ShowSoon, soon } from '../../parts/soon.tsx';
import { Loading } from '../../parts/states.tsx';
import { counted } from '../../words/say.ts';
import { number } from '../../words/times.ts';
import type { MapLocation, MapSpot } from './at.ts';
import { useAt } from './at.ts';
import { zoom } from './camera.ts';
import { Find } from './Find.tsx';
import { ListView } from './ListView.tsx';
import styles from './map.module.css';
import { useMapKeys } from './map-keys.ts';
import { type Atlas, baseOf, impactReach } from './picture.ts';
import { placeModules } from './place.ts';
import { Side } from './Side.tsx';

const canvas = soon(() => import('./Canvas.tsx'));

/** So much of an impact is shown; what it reaches beyond is told as a number. */
const HITS = 2000;

/** The map as a graph or as a list, with what one is at beside it. */
export function Explorer({ atlas }: { atlas: Atlas }) {
  const at = useAt();
  const [sigma, setSigma] = useState<Sigma>();
  const [drawable] = useState(canDraw);
  const finder = useRef<HTMLInputElement>(null);
  const { modules, couplings } = atlas.picture;
  // Memories change more often than code does: the discs stay where they are meanwhile.
  const shape = JSON.stringify([modules.map(({ name, files, tests }) => [name, files + tests]), couplings]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another shape is placed anew
  const discs = useMemo(() => placeModules({ modules, couplings }), [shape]);
  const impact = useVerb(
    'graphImpact',
    { symbol: at.impact ?? '', depth: 3, limit: HITS },
    { enabled: at.impact !== undefined },
  );
  const told = at.impact === undefined ? undefined : impact.data;
  const reach = useMemo(() => impactReach(told), [told]);
  const { module, file } = at;
  const spot = useMemo(() => ({ module, file }), [module, file]);
  const asList = at.list || !drawable;
  useMapKeys({ at, atlas, discs, sigma, finder, drawable });
  const caption = (name: string): string => {
    const { files, tests, memories } = atlas.module.get(name)!;
    return `${counted(files + tests, 'file', 'files')} · ${counted(memories, 'memory', 'memories')}`;
  };
  const here = file ?? module;

  return (
    <div className={`wide ${styles.panel}`}>
      <h1 className="unseen">Map</h1>
      <div className="toolbar">
        <Find atlas={atlas} at={at} field={finder} />
        <Crumbs at={at} impact={told?.symbol.qualified} />
        <span className="gap" />
        {drawable && (
          <Choice
            label="View"
            value={asList ? 'list' : 'graph'}
            onChoose={(value) => at.showList(value === 'list')}
            names={{ graph: 'Graph', list: 'List' }}
          />
        )}
      </div>
      <div className={styles.stage}>
        {!drawable && (
          <p className="note" data-tone="warn" role="status">
            This browser cannot draw the graph (WebGL is missing or disabled). The list shows the same data.
          </p>
        )}
        {asList ? (
          <ListView atlas={atlas} at={at} reach={reach} />
        ) : (
          <>
            <ShowSoon
              part={canvas}
              props={{
                ...{ atlas, discs, spot, reach, caption },
                label: `Graph of ${number(modules.length)} modules with ${number(atlas.picture.filesTotal)} files. The list shows the same; press l to switch.`,
                onGo: at.go,
                onReady: setSigma,
              }}
              waiting={<Loading lines={8} />}
            />
            <div className={styles.zoom}>
              <Button.Group orientation="vertical">
                <PlainButton {...ZOOM} aria-label="Zoom in" onClick={() => sigma && zoom(sigma, 0.66)}>
                  +
                </PlainButton>
                <PlainButton {...ZOOM} aria-label="Zoom out" onClick={() => sigma && zoom(sigma, 1.5)}>
                  −
                </PlainButton>
              </Button.Group>
            </div>
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

const ZOOM = { w: '2rem', p: 0, fz: '1rem' } as const;

/** Some browsers have no WebGL, or have it switched off. */
function canDraw(): boolean {
  const canvas = document.createElement('canvas');
  try {
    const context = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}

/** Where one is, from the whole down; each step leads back there. */
function Crumbs({ at, impact }: { at: MapLocation; impact: string | undefined }) {
  const { module, file } = at;
  const steps: [name: string, to: MapSpot][] = [
    ['Whole codebase', {}],
    ...(module === undefined ? [] : [[module, { module }] as [string, MapSpot]]),
    ...(file === undefined ? [] : [[baseOf(file), { module, file }] as [string, MapSpot]]),
    ...(at.impact === undefined ? [] : [[`Impact of ${impact ?? at.impact}`, at] as [string, MapSpot]]),
  ];
  return (
    <nav aria-label="Where you are" className={styles.crumbs}>
      <ol className="fine">
        {steps.map(([name, to], i) => (
          <li key={name}>
            {i === steps.length - 1 ? (
              <span aria-current="location">{name}</span>
            ) : (
              <button type="button" className="bare link" onClick={() => at.go(to)}>
                {name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

const COLORS = { known: 'has memories', stale: 'some are stale', unknown: 'no memories' };
const LINES = { on: 'imports', by: 'imported by' };
const IMPACT = { self: 'the symbol', one: 'uses it', two: 'two steps away', three: 'three' };

/** What the colors mean. */
const Legend = ({ impact }: { impact: boolean }) => (
  <ul className={styles.legend} aria-label="Legend">
    {Object.entries(impact ? IMPACT : { ...COLORS, ...LINES }).map(([mark, means]) => (
      <li key={mark} data-mark={mark}>
        {means}
      </li>
    ))}
  </ul>
);
