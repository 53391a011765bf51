interface PathMention {
  path: string;
  /** 1 where it is simply named; less where it is said to stay as it is or to be an example, more where it heads a step. */
  stress: number;
}

/** Every path and file name in a text, in the order in which they come. */
export function pathMentions(text: string): PathMention[] {
  const found: PathMention[] = [];
  const headings: { level: number; stress: number }[] = [];
  let lead = 1;
  for (const whole of text.slice(0, MAX_TASK_CHARS).replace(WEB_ADDRESS, pathOfAddress).split('\n')) {
    const line = whole.trimEnd();
    const level = levelOf(line);
    const own = stressOf(line);
    if (level > 0) {
      while (headings.length > 0 && headings.at(-1)!.level >= level) headings.pop();
      headings.push({ level, stress: own });
      lead = 1;
    } else if (/:\s*\**$/.test(line)) lead = own;
    else if (line === '') lead = 1;
    const stress = Math.min(own, lead, ...headings.map((each) => each.stress));
    const paths = pathsIn(line);
    const heads = stress === 1 && (level > 0 || LEADS.test(line.trimStart().replace(/\s+/g, ' ')));
    for (const [i, path] of paths.entries()) found.push({ path, stress: heads && i === 0 ? HEADS : stress });
  }
  return found;
}

/** In characters: a task, with the plan that was pasted into it. */
const MAX_TASK_CHARS = 200_000;

/** Looks for paths only within runs of what paths are made of, and in none that is longer than any path. */
const pathsIn = (line: string): string[] =>
  (line.match(SIGNS_OF_PATHS) ?? [])
    .filter((run) => run.length <= MAX_PATH_CHARS && run.includes('.'))
    .flatMap((run) => run.match(PATH) ?? [])
    .flatMap((path) => cleaned(path) ?? []);

const SIGNS_OF_PATHS = /[\w.@$+~/()[\]-]+/g;
const MAX_PATH_CHARS = 300;

/** How deep a heading is; 0 where a line is none. A line in bold is one, below all others. */
function levelOf(line: string): number {
  const signs = /^\s{0,3}(#{1,6})\s/.exec(line)?.[1] ?? '';
  return signs.length || (BOLD.test(line) ? LEVELS : 0);
}

/** The address of a file in a repository on the web ends with its path; any other says nothing of files here. */
const pathOfAddress = (url: string): string =>
  /\/(?:blob|tree|raw|src)\//.test(url) ? url.replace(/^\w+:\//, '') : ' ';

const WEB_ADDRESS = /\b(?:https?|git|ssh|wss?):\/\/[^\s)>\]]+/g;

/** Something with an ending, perhaps below folders; or at least two folders deep. */
const PATH =
  /(?:[@~]|\.{0,2}\/)?(?:[\w.@$+-]|\[[\w.-]+\]|\([\w-]+\)(?=\/))*(?:\/(?:[\w.@$+-]|\[[\w.-]+\]|\([\w-]+\)(?=\/))+)*\.[A-Za-z][A-Za-z0-9]{0,11}(?![\w(])/g;

function cleaned(whole: string): string | undefined {
  const path = whole.replace(/^@(?=[\w./])(?![\w-]+\/[\w-]+$)/, '').replace(/^(?:\.{1,2}\/)+/, '');
  const ending = path.slice(path.lastIndexOf('.') + 1);
  // "1.2.x", "e.g", "i.e", "process.env", "Math.max": a file without folders is only taken at its ending's word.
  if (!path.includes('/') && !ENDINGS.has(ending.toLowerCase())) return undefined;
  return /[A-Za-z]/.test(path.replace(/\.[^.]*$/, '')) ? path : undefined;
}

const ENDINGS = new Set(
  `ts tsx js jsx mjs cjs mts cts vue svelte astro py pyi rb go rs java kt kts scala swift c h cc cpp hpp cs fs php pl lua
  ex exs erl hs clj dart r jl m mm sh bash zsh ps1 bat sql graphql proto html htm css scss sass less md mdx rst txt json
  jsonc json5 yaml yml toml ini cfg conf env xml svg plist lock gradle tf hcl nix ipynb tpl hbs ejs pug snap csv`.split(
    /\s+/,
  ),
);

function stressOf(line: string): number {
  if (UNTOUCHED.test(line)) return 0.3;
  return ASIDE.test(line) ? 0.6 : 1;
}

const UNTOUCHED =
  /\b(?:no (?:code |other |further )?changes?|unchanged|not? need(?:ed|s)? (?:to )?(?:chang|modif|updat)|(?:do|does|should|must|will)(?: not|n['’]t) (?:be )?(?:chang|modif|touch|edit)|without (?:chang|modif|touch)|stays? (?:as|the same)|left? (?:as is|alone|untouched)|out of scope)/i;

const ASIDE =
  /\b(?:for reference|reference only|references?:|re-?us(?:e|ed|es|ing)|existing (?:pattern|helper|util|function|component|code)|same (?:pattern|way|approach) as|similar to|(?:follow|mirror|match)(?:s|ing)?(?: the)? (?:pattern|style|existing)|see also|verif(?:y|ication)|test plan|already (?:handles?|supports?|exists?|works?|has|does))\b/i;

/** A line that begins with the file it is about. */
const LEADS =
  /^(?:[-*+]|\d+[.)])? ?(?:[*_]{1,2})?(?:(?:new |existing )?files?|modify|update|edit|create|add|change|delete|remove|new)? ?(?:[*_]{1,2})?:? ?(?:[*_]{1,2})? ?[`@/\w.-]*\//i;
const BOLD = /^\s*\*\*[^*]+\*\*:?$/;
const LEVELS = 7;
const HEADS = 1.15;
