// Says what a package was built from, and checks a package against that.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the statement lies below a package's folder. */
const STATEMENT = 'dist/provenance.json';

/** An in-toto statement with SLSA's provenance, unsigned: the registry signs its own when a release is published. */
interface Statement {
  _type: 'https://in-toto.io/Statement/v1';
  subject: { name: string; digest: { sha256: string } }[];
  predicateType: 'https://slsa.dev/provenance/v1';
  predicate: {
    buildDefinition: {
      buildType: string;
      externalParameters: { commit?: string; isClean?: boolean; node: string };
      resolvedDependencies: { name: string; digest: { sha256: string } }[];
    };
    runDetails: { builder: { id: string } };
  };
}

/** Writes the statement for the build below `root`. */
export function writeProvenance(root: string): void {
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
  const commit = existsSync(join(root, '.git'))
    ? { commit: git('rev-parse', 'HEAD'), isClean: git('status', '--porcelain') === '' }
    : {};
  const statement: Statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: builtFiles(root).map((name) => ({ name, digest: { sha256: hashOf(join(root, name)) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'npm run build',
        externalParameters: { ...commit, node: process.version },
        resolvedDependencies: ['package.json', 'package-lock.json'].map((name) => ({
          name,
          digest: { sha256: hashOf(join(root, name)) },
        })),
      },
      runDetails: { builder: { id: 'npm pack' } },
    },
  };
  writeFileSync(join(root, STATEMENT), `${JSON.stringify(statement, undefined, 1)}\n`);
}

/** Compares the built files of an unpacked package with its own statement and, where given, with another build. */
export function differencesOf(unpacked: string, rebuilt?: string): string[] {
  const path = join(unpacked, STATEMENT);
  if (!existsSync(path)) return [`${STATEMENT} is missing`];
  const { subject } = JSON.parse(readFileSync(path, 'utf8')) as Statement;
  const stated = new Map(subject.map(({ name, digest }) => [name, digest.sha256]));
  const shipped = new Map(builtFiles(unpacked).map((name) => [name, hashOf(join(unpacked, name))]));
  const differences = compare(stated, shipped, 'the statement');
  if (rebuilt === undefined) return differences;
  const own = new Map(builtFiles(rebuilt).map((name) => [name, hashOf(join(rebuilt, name))]));
  return [...differences, ...compare(own, shipped, 'this build')];
}

function compare(wanted: Map<string, string>, shipped: Map<string, string>, by: string): string[] {
  return [...new Set([...wanted.keys(), ...shipped.keys()])].sort().flatMap((name) => {
    if (!shipped.has(name)) return [`${name} is in ${by} and not in the package`];
    if (!wanted.has(name)) return [`${name} is in the package and not in ${by}`];
    return wanted.get(name) === shipped.get(name) ? [] : [`${name} differs from ${by}`];
  });
}

/** Files that are not in the repository as they are shipped. */
const builtFiles = (root: string): string[] =>
  globSync('dist/**/*', { cwd: root })
    .filter((path) => statSync(join(root, path)).isFile())
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => path !== STATEMENT)
    .sort();

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const [tarball] = process.argv.slice(2);
  if (tarball === undefined) writeProvenance(root);
  else verify(tarball, root);
}

function verify(tarball: string, root: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-package-'));
  try {
    execFileSync('tar', ['xzf', tarball, '-C', folder]);
    const differences = differencesOf(join(folder, 'package'), root);
    for (const difference of differences) console.error(difference);
    console.log(
      differences.length === 0
        ? `${tarball}: every built file is the same as in this build.`
        : `${tarball}: ${differences.length} differences. Check out the commit named in ${STATEMENT}, run npm install, and try again.`,
    );
    process.exitCode = differences.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
