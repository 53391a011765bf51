export interface CiFileLine {
  file: string;
  line: number | null;
}

// Where the services check a repository out; below it paths are the repository's own.
const CHECKOUTS = [
  /^\/(?:home\/runner\/work|__w|Users\/runner\/work)\/[^/]+\/[^/]+\//,
  /^[A-Za-z]:[\\/]a[\\/][^\\/]+[\\/][^\\/]+[\\/]/,
  /^\/github\/workspace\//,
  /^\/builds\/(?:[^/]+\/)+?(?=(?:src|lib|test|tests|spec|app|packages|crates|cmd|pkg|internal)\/)/,
  /^\/builds\/[^/]+\/[^/]+\//,
  /^\/home\/circleci\/(?:project|repo)\//,
  /^\/bitbucket\/pipelines\/agent\/build\//,
  /^\/(?:home|var\/lib)\/jenkins\/workspace\/[^/]+\//,
];

/** A path as it is in the repository, where it is known how the service checked that out. */
export function inRepository(path: string): string {
  const plain = path.replace(/^file:\/\//, '');
  for (const checkout of CHECKOUTS)
    if (checkout.test(plain)) return plain.replace(checkout, '').replaceAll('\\', '/');
  return plain.replace(/^\.[\\/]/, '');
}

const SPOT =
  /(?:^|[\s('"<❯])((?:file:\/\/)?(?:[A-Za-z]:)?[\w@.\\/+-]*[\w+-]\.[A-Za-z]\w{0,5})(?::|\()(\d{1,7})(?=[:),\s]|$)/gm;

/** Code of others, which fails because somebody called it. */
const OTHERS =
  /node_modules|site-packages|dist-packages|\.cargo[\\/]registry|\/rustc\/|^node:|\/usr\/(?:lib|local)\/|[\\/]vendor[\\/]|\/go\/pkg\/mod|hostedtoolcache/;

/** The first place in a text that may be the repository's own. */
export function fileAndLine(text: string): CiFileLine | null {
  for (const [, file, line] of text.slice(0, 20_000).matchAll(SPOT))
    if (!OTHERS.test(file!) && !/^[\d.]+$/.test(file!))
      return { file: inRepository(file!), line: Number(line) };
  return null;
}
