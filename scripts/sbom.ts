// Lists everything in the package that others wrote, as a CycloneDX document.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLED_PACKAGES } from './bundle.ts';

/** Where the document lies below the build's folder. */
export const SBOM = 'sbom.cdx.json';

/** What package-lock.json says of one installed package. */
interface LockedPackage {
  version: string;
  integrity?: string;
  license?: string;
}

interface Manifest {
  name: string;
  version: string;
  license: string;
  dependencies: Record<string, string>;
}

/** Writes the document for a build: packages whose code is bundled, and packages installed with ours. */
export function writeSbom(root: string, out: string): void {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const bundled = new Set(['', 'dashboard'].flatMap((folder) => takeList(join(out, folder))));
  const installed = Object.keys(manifest.dependencies).map((name) => `node_modules/${name}`);
  const components = [...new Set([...bundled, ...installed])].sort().map((path) => {
    const locked = packages[path];
    if (locked === undefined) throw new Error(`${path} is bundled but is not in package-lock.json.`);
    return componentOf(path, locked, bundled.has(path));
  });
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `${manifest.name}@${manifest.version}`,
        name: manifest.name,
        version: manifest.version,
        purl: `pkg:npm/${manifest.name}@${manifest.version}`,
        licenses: [{ license: { id: manifest.license } }],
      },
    },
    components: [...components, ...OTHERS],
  };
  writeFileSync(join(out, SBOM), `${JSON.stringify(document, undefined, 1)}\n`);
}

/** What is in the package and did not come from the registry. */
const OTHERS = [
  {
    type: 'machine-learning-model',
    'bom-ref': 'all-MiniLM-L6-v2',
    name: 'all-MiniLM-L6-v2',
    description: 'The bundled embedder is distilled from it and uses its tokenizer; see models/NOTICE',
    licenses: [{ license: { id: 'Apache-2.0' } }],
  },
  {
    type: 'machine-learning-model',
    'bom-ref': 'gte-small',
    name: 'gte-small',
    description: 'The bundled relation model is trained from it; see models/NOTICE',
    licenses: [{ license: { id: 'MIT' } }],
  },
  {
    type: 'file',
    'bom-ref': 'inter',
    name: 'Inter',
    description: 'Typeface of the memory panel',
    licenses: [{ license: { id: 'OFL-1.1' } }],
  },
];

/** Reads a bundle's list of packages and removes it: the document says the same. */
function takeList(folder: string): string[] {
  const path = join(folder, BUNDLED_PACKAGES);
  const list = JSON.parse(readFileSync(path, 'utf8')) as string[];
  rmSync(path);
  return list;
}

function componentOf(path: string, { version, integrity, license }: LockedPackage, isBundled: boolean) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [algorithm, digest] = integrity?.split('-') ?? [];
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest!, 'base64').toString('hex') }],
    }),
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    properties: [{ name: 'squirrel:shipped', value: isBundled ? 'bundled' : 'installed' }],
  };
}
