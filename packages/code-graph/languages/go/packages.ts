import { dirname, join } from 'node:path/posix';
import type { LinkTarget, LinkWorld } from '../../facts/linker.ts';
import { detailOf } from '../lookup.ts';
import type { GoDetail } from './detail.ts';

/** The folder of an imported package; undefined where it lies outside of the repository. */
export function packageFolder(path: string, from: string, world: LinkWorld): string | undefined {
  const all = world.memo('go modules', () => modules(world));
  const fitting = all.filter(({ module }) => path === module || path.startsWith(`${module}/`));
  // Of nested modules the one that says more; of copies the one around the file that asks.
  const [best] = fitting.toSorted(
    (a, b) =>
      b.module.length - a.module.length ||
      Number(isAround(b.folder, from)) - Number(isAround(a.folder, from)),
  );
  if (best) return join(best.folder, path.slice(best.module.length));
  // Before there were modules the path itself said the repository: host, owner and name.
  const parts = path.split('/');
  return all.length === 0 && parts[0]!.includes('.') && parts.length > 3
    ? parts.slice(3).join('/')
    : undefined;
}

/** Who asks for a name: a file of the package itself, or one that imports it. */
interface NameAsker {
  world: LinkWorld;
  from: string;
  as: 'member' | 'importer';
}

/** The declaration of a name in the package of a folder. Tests see what is not theirs, but not the other way around. */
export function declaredIn(
  folder: string,
  name: string,
  { world, from, as }: NameAsker,
): LinkTarget | undefined {
  const seesTests = from.endsWith('_test.go') && dirname(from) === folder;
  const own = as === 'member' ? detailOf<GoDetail>(from, world)?.package : undefined;
  const all = world.named(name, ['go']).filter(({ path, symbol }) => {
    if (dirname(path) !== folder || (path.endsWith('_test.go') && !seesTests)) return false;
    const declared = world.facts(path)?.symbols[symbol];
    if (!declared || declared.parent !== -1 || declared.kind === 'method') return false;
    const theirs = detailOf<GoDetail>(path, world)!.package;
    return as === 'member' ? theirs === own : !theirs.endsWith('_test');
  });
  return preferred(all, from);
}

/** Of the same thing for several systems, that of this file, of all systems, or the first. */
export function preferred(all: readonly LinkTarget[], from: string): LinkTarget | undefined {
  const rank = ({ path }: LinkTarget): number => {
    if (path === from) return 0;
    if (!SYSTEMS.test(path)) return 1;
    return /_(?:linux|unix)(?:_test)?\.go$/.test(path) ? 2 : 3;
  };
  return all.toSorted((a, b) => rank(a) - rank(b))[0];
}

const SYSTEMS =
  /_(?:aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|unix|wasip1|windows|posix|other|others|stub|386|amd64|arm|arm64|wasm)(?:_test)?\.go$/;

const isAround = (folder: string, path: string): boolean => folder === '.' || path.startsWith(`${folder}/`);

function modules(world: LinkWorld): { module: string; folder: string }[] {
  return world.paths('go.mod').flatMap((path) => {
    const module = /^\s*module\s+"?([^\s"]+)/m.exec(world.text(path) ?? '')?.[1];
    return module ? [{ module, folder: dirname(path) }] : [];
  });
}
