import { codeGeneration, codeState } from '../../store/code/state.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { graphModules } from './graph-layers.ts';

const known = new WeakMap<Engine['own'], { generation: number; names: string[] }>();

/** The parts of the code by name, the largest first; none where it is not indexed. Found once for each state of the code. */
export function modulesOf(engine: Engine): string[] {
  const { store } = engine.own;
  if (!engine.project || codeState(store, 'indexed_at') === undefined) return [];
  const generation = codeGeneration(store);
  const before = known.get(engine.own);
  if (before?.generation === generation) return before.names;
  const names = graphModules(engine, { limit: 0 })
    .modules.toSorted((a, b) => b.files.length - a.files.length || (a.name < b.name ? -1 : 1))
    .map(({ name, folder, ...module }) => {
      const called = 'title' in module ? module.title.text : name;
      return folder === '' || folder === called ? called : `${called} (${folder})`;
    });
  known.set(engine.own, { generation, names });
  return names;
}
