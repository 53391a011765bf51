import type { FileFacts } from '../../facts/facts.ts';
import type { LinkWorld } from '../../facts/linker.ts';
import type { PythonDetail, PythonImport } from './detail.ts';
import { pythonModuleFile } from './modules.ts';

/** The files that one file imports. */
export function importedFiles(path: string, world: LinkWorld): string[] {
  const detail = (world.facts(path) as FileFacts<PythonDetail> | undefined)?.detail;
  return [...new Set((detail?.imports ?? []).flatMap((each) => filesImported(path, each, world)))];
}

/** The files of one import: the modules among the names, and the module they come from unless all of them are modules. */
export function filesImported(from: string, { module, up, names }: PythonImport, world: LinkWorld): string[] {
  const file = pythonModuleFile(from, { module, up }, world);
  const prefix = module ? `${module}.` : '';
  const below = names.map((name) =>
    name === '*' || definedIn(file, name, world)
      ? undefined
      : pythonModuleFile(from, { module: `${prefix}${name}`, up }, world),
  );
  const whole = names.length === 0 || below.includes(undefined) ? file : undefined;
  return [...new Set([whole, ...below].flatMap((path) => path ?? []))].filter((path) => path !== from);
}

const definedIn = (file: string | undefined, name: string, world: LinkWorld): boolean => {
  const bindings = (
    file === undefined ? undefined : (world.facts(file) as FileFacts<PythonDetail> | undefined)
  )?.detail.names;
  const own = bindings && Object.hasOwn(bindings, name) ? bindings[name]! : [];
  // `from . import a` in the package itself makes no other thing of the module.
  return own.some(
    (binding) => 'value' in binding || ('from' in binding && !(binding.from === '' && binding.up === 1)),
  );
};
