/** A matter that has one value at a time in a project, by which a newer statement finds the one it replaces. */
export interface ClaimKey {
  key: string;
  /** Its name, in small letters. */
  subject: string;
  /** The values it may have, with the pattern of their spellings. `$1`: the value is the pattern's first group. */
  choices: Readonly<Record<string, string>>;
  /** A pattern of words about the matter, which limit it to nothing narrower. */
  about: string;
  /** Values that are ordinary words as well: they count only next to a word about the matter. */
  vague: readonly string[];
}

/**
 * One matter a line: key ; name ; values ; words about it ; values that are ordinary words. `|` parts the spellings of a
 * value, `_` is a blank, a hyphen or nothing. A pattern after `=` is the one value of something that is done or is not; with
 * a group, the group is the value. The first line that fits best counts.
 */
const TABLE = String.raw`
tool.package_manager ; package manager ; npm pnpm yarn bun ; packages?|package manager|install(?:ing|s)?|dependenc(?:y|ies)|node|javascript|js|paquets?|pakete?|dépendances|abhängigkeiten|dependencias|gestor|gestionnaire|scripts?|lockfiles?|workspaces?
tool.package_manager.python ; python package manager ; pip uv poetry conda pipenv pdm|rye ; packages?|python|install(?:ing)?|dependenc(?:y|ies)|virtual ?envs?|venvs?|environments?
tool.test_runner ; test runner ; vitest jest mocha ava jasmine node:test|node_test_runner bun_test|bun:test karma uvu ; tests?|unit(?: ?tests?)?|testing|test runner|specs?|pruebas|tester|frontend tests
tool.test_runner.python ; python test runner ; pytest unittest nose ; tests?|unit(?: ?tests?)?|testing|python
tool.test_runner.e2e ; end-to-end test runner ; playwright cypress puppeteer selenium webdriverio|webdriver nightwatch ; e2e|end-to-end|browser|ui|tests?|testing|integration
tool.linter ; linter ; eslint biome oxlint tslint standardjs xo ; lint(?:er|ing)?|linten|javascript|typescript
tool.formatter ; formatter ; prettier biome dprint rome ; format(?:ter|ting|s)?|code style|formatieren
tool.formatter.python ; python formatter ; black yapf autopep8 ruff_format ; format(?:ter|ting|s)?|python ; black
tool.http_client ; HTTP client ; axios fetch|native_fetch ky got node-fetch undici superagent httpx requests aiohttp urllib3 ofetch ; https?|requests?|calls?|client|api ; fetch got requests ky
tool.database ; database ; postgres|postgresql|psql|pg mysql mariadb sqlite mongodb|mongo dynamodb cockroachdb|cockroach mssql|sql_server firestore duckdb ; databases?|db|data|storage|base de données|datenbank|base de datos|primary|main
style.api ; API style ; rest|restful graphql grpc trpc soap ; apis?|endpoints?|backend|server|client ; rest
tool.cache ; cache ; redis memcached valkey dragonfly ; cach(?:e|ing|es)
tool.orm ; ORM ; prisma drizzle typeorm sequelize knex kysely mikro-orm|mikroorm mongoose sqlalchemy peewee ; orm|queries|query builder|database|db|models?|schemas?
tool.framework.ui ; UI framework ; react vue svelte angular solidjs|solid.js preact lit alpine|alpine.js htmx ; ui|frontend|front-end|framework|components?|web ; lit alpine
tool.framework.server ; server framework ; express|express.js fastify koa hono nestjs|nest elysia hapi ; server|backend|api|framework|http|routes?|routing ; express nestjs
tool.bundler ; bundler ; vite webpack rollup esbuild parcel turbopack tsup rspack rolldown ; bundl(?:e|er|ing)|builds?|frontend|dev server ; parcel
tool.css ; styling ; tailwind|tailwindcss|tailwind_css sass|scss styled-components|styled_components css_modules emotion bootstrap vanilla-extract|vanilla_extract unocss ; styl(?:e|es|ing)|css|components? ; emotion
tool.state ; state management ; redux|redux_toolkit zustand mobx jotai recoil xstate pinia vuex ; state|store|stores|state management|global|management
tool.validation ; validation ; zod yup joi valibot ajv typebox arktype pydantic ; validat(?:e|ion|ing)|schemas?|input|parsing|types?
tool.logger ; logger ; pino winston bunyan loguru structlog console.log ; log(?:s|ger|ging)?
tool.dates ; date library ; date-fns|date_fns dayjs|day.js moment|moment.js luxon temporal ; dates?|times?|date library|formatting ; moment temporal
tool.ci ; CI ; github_actions gitlab_ci circleci jenkins buildkite azure_pipelines travis ; ci|cd|pipelines?|builds?|workflows?
tool.language ; language ; typescript javascript ; languages?|code|files?|new|everything|plain|js|ts
deploy.target ; production ; vercel netlify fly.io|fly heroku railway render cloudflare|cloudflare_workers aws|lambda|ecs gcp|cloud_run|google_cloud azure kubernetes|k8s digitalocean|digital_ocean hetzner ; prod(?:uction)?|deploy(?:s|ed|ing|ment|ments)?|host(?:ed|ing|s)?|runs?|live|app|site|server|producción|produktion|déploy\w* ; fly render lambda
runtime.version.node ; node version ; =(?:node(?:\.?js)?)(?: version)?(?: is| to| v| =|:)* ?v?(\d{2}(?:\.\d+)*) ; node(?:\.?js)?|version|versions|runtime|lts|ci
runtime.version.python ; python version ; =python(?: version)?(?: is| to| v| =|:)* ?v?(3\.\d+(?:\.\d+)?) ; python|version|runtime
style.indent ; indentation ; tabs|tabulations|tabulatoren|tabulaciones 2_spaces|two_spaces|2_espaces|deux_espaces|2_leerzeichen|zwei_leerzeichen|2_espacios|dos_espacios 4_spaces|four_spaces|4_espaces|quatre_espaces|4_leerzeichen|vier_leerzeichen|4_espacios|cuatro_espacios 3_spaces 8_spaces ; indent(?:ation|ing|s)?|code|files?|spaces?|espaces|einrückung|leerzeichen|espacios|sangría ; tabs
style.quotes ; quotes ; single_quotes|single-quoted|guillemets_simples|einfache_anführungszeichen|comillas_simples double_quotes|double-quoted|guillemets_doubles|doppelte_anführungszeichen|comillas_dobles backticks ; quotes?|strings?|code|files? ; backticks
style.semicolons ; semicolons ; =semi-?colons? ; semi-?colons?|code|end|lines?|statements?
style.line_length ; line length ; =(?:line(?:s|-| )?(?:length|width)|max(?:imum)? line|lines? (?:must |should )?(?:be |stay |not exceed |under |below |shorter than |at most |no longer than |wrap(?:ped)? at )+)(?: is| to| of| at|:)* ?(\d{2,3}) ; lines?|length|width|characters?|chars?|columns?|long|code|maximum|max
style.naming.files ; file names ; kebab-case|kebab_case snake_case camelcase|camel_case pascalcase|pascal_case ; files?|file ?names?|filenames|naming|names?|modules?|source
style.naming.functions ; function names ; camelcase|camel_case snake_case pascalcase|pascal_case ; functions?|methods?|naming|names?
style.naming.variables ; variable names ; camelcase|camel_case snake_case pascalcase|pascal_case screaming_snake_case ; variables?|naming|names?|identifiers?|code
style.naming.tables ; table names ; snake_case camelcase|camel_case pascalcase|pascal_case plural singular ; tables?|columns?|database|db|naming|names?
style.exports ; exports ; named_exports|named_export default_exports|default_export ; exports?|modules?|components?|files?|imports?
style.functions ; function style ; arrow_functions|arrow_function function_declarations|function_declaration|regular_functions ; functions?|components?|code
style.components ; components ; functional_components|function_components|hooks class_components ; components?|react|code ; hooks
style.type_declarations ; type declarations ; interfaces|interface type_aliases|types|type ; typescript|types?|declarations?|objects?|shapes?|props ; interfaces type_aliases
style.emoji ; emojis ; =emojis? ; emojis?|code|commits?|commit messages?|replies|answers|responses|docs?|messages?|text|output
style.comments ; comments ; =(?:code |inline |useless |unnecessary |obvious |redundant |superfluous )*(?:comments?|commentaires?|kommentare?|comentarios?) ; comments?|commentaires?|kommentare?n?|comentarios?|code|inline|useless|unnecessary|obvious|redundant|superfluous|writing|write|adding|add|put|leave|ajout\w*|schreib\w*|añad\w*|explain(?:ing)?|everything|everywhere|inutiles?|source|dans|füge|hinzu
language.replies ; language of replies ; @languages ; repl(?:y|ies)|answers?|responses?|respond|talk|speak|write to me|réponds?|répondez|réponses|parle|antworte[nt]?|antworten|sprich|schreib mir|responde|respuestas|contesta|habla|chat|me|moi|mir|explain ; @languages
language.code ; language of code ; @languages ; comments?|code comments|commentaires|kommentare|comentarios|code|identifiers|variable names|names|noms|namen|nombres|código ; @languages
language.commits ; language of commits ; @languages ; commits?|commit messages?|messages? de commit|commit-nachrichten|mensajes de commit|messages? ; @languages
language.docs ; language of docs ; @languages ; docs?|documentation|readme|doku|dokumentation|documentación ; @languages
replies.length ; length of replies ; short|concise|brief|terse|courtes|concises|kurz|knapp|cortas|breves detailed|long|verbose|détaillées|ausführlich|detalladas ; repl(?:y|ies)|answers?|responses?|explanations?|réponses?|antworten|respuestas|be(?= (?:more )?(?:concise|brief|terse))|more ; short detailed
git.commit_message ; conventional commits ; =conventional[ -]commits?(?: messages?| format| style)?|angular commit (?:format|style) ; conventional|commits?|messages?|format|style|follow|write|git
git.trailer ; co-author line ; =co-?author(?:ed)?(?:-by| by)?(?: lines?| trailers?| tags?| footers?)?|claude (?:signature|footer|attribution)|generated with .{0,12}claude code|attribution ; co-?author\w*|by|lines?|trailers?|tags?|footers?|commits?|messages?|claude|signature|attribution|add|include|yourself
git.merge ; merging ; squash|squash_merges|squash_merge|squash_and_merge|squash_commits|squashing rebase|rebasing|rebase_merges merge_commits|merge_commit ; merg(?:e|es|ed|ing)|prs?|pull requests?|branch(?:es)?|commits?|main|master|feature|history|before ; squash rebase
git.commit_when ; committing unasked ; =commit(?:s|ting)?(?: (?:anything|changes|code|automatically|on your own|yourself))*(?= (?:without|unless|automatically|on your own|until i)|,? (?:only )?(?:when|if) (?:i|asked|told))|auto-?commit ; commit(?:s|ting)?|anything|changes|code|automatically|own|asking|asked|ask|tell|told|say|explicitly|permission|approval|yourself|request(?:ed)?|me|my
git.main ; committing to main ; =(?:commit|push|work)(?:s|ing|ting)?(?: code| changes| anything)?(?: directly| straight)?(?: to| on| into)(?: the)? \x60?(?:main|master|trunk)\x60?(?: branch)?(?: directly)? ; commit(?:ting)?|push(?:ing)?|work(?:ing)?|directly|straight|main|master|trunk|branch|changes|code|force
git.force_push ; force pushing ; =force[ -]?push(?:es|ing|ed)?|push(?:ing)? (?:with )?--?force ; force|push\w*|branch(?:es)?|shared|git|with
git.base_branch ; base branch ; main master develop|dev trunk ; branch(?:es)? (?:off|from)|base branch|branch(?:es)?|prs? (?:go|against|to)|pull requests?|target|default|base|from|feature|new ; main master develop trunk
workflow.plan ; planning first ; =(?:make |write |present |show |propose |start with )?(?:me )?(?:a |the |your )?plan(?:s|ning)?(?: first| before (?:coding|implementing|you (?:code|implement|start|write|change)|writing|making|any|touching|starting|changing|editing))|plan(?:ning)? (?:mode|first) ; plans?|planning|first|before|coding|code|implement(?:ing)?|writing|start(?:ing)?|write|changes?|changing|anything|show|present|propose|mode|task|work|me|a|any|making|edit(?:ing)?`;

const LANGUAGES =
  'English|anglais|Englisch|inglés French|français|Französisch|francés German|allemand|Deutsch|alemán Spanish|espagnol|Spanisch|español|castellano Italian|italien|Italienisch|italiano Portuguese|portugais|Portugiesisch|portugués Japanese|japonais|Japanisch|japonés Chinese|chinois|Chinesisch|chino';

const spaced = (name: string): string => name.replaceAll('_', ' ');

function choice(spellings: string): [value: string, pattern: string] {
  const pattern = spellings.replaceAll('.', '\\.').replaceAll('_', '[ _-]?');
  return [spaced(spellings.split('|')[0]!), pattern];
}

/** "in English", "auf Deutsch": the name alone may be of anything. */
const languageChoice = (spellings: string): [value: string, pattern: string] => [
  spellings.split('|')[0]!,
  `(?:in|en|auf) (?:${spellings.toLowerCase()})`,
];

export const KEYS: readonly ClaimKey[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [key, subject, values, about, vague = ''] = line.split(' ; ') as [string, string, string, string];
    if (values === '@languages') {
      const choices = Object.fromEntries(LANGUAGES.split(' ').map(languageChoice));
      return { key, subject, choices, about, vague: Object.keys(choices) };
    }
    const choices = values.startsWith('=')
      ? { [/\((?!\?)/.test(values) ? '$1' : subject]: values.slice(1) }
      : Object.fromEntries(values.split(' ').map(choice));
    return { key, subject, choices, about, vague: vague.split(' ').filter(Boolean).map(spaced) };
  });
