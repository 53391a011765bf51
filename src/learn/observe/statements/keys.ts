/** Something that has one value at a time in a project, by which a newer statement finds the one it replaces. */
export interface StatementKey {
  key: string;
  /** What it is called, in small letters. */
  subject: string;
  /** What it may be, with how people write it. */
  choices: Readonly<Record<string, string>>;
  /** Words that are about it, and so limit it to nothing narrower; where a choice is an ordinary word, one must be there. */
  about: string;
  /** Choices that are ordinary words as well. */
  vague?: readonly string[];
}

/** A choice of tools, written as they are called. */
const tool = (key: string, subject: string, names: string, about: string, vague = ''): StatementKey => ({
  key,
  subject,
  choices: Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => {
        const [value, ...spellings] = name.split('|');
        return [
          value!.replaceAll('_', ' '),
          [value!, ...spellings]
            .map((each) => each.replaceAll('_', '[ _-]?').replaceAll('.', '\\.'))
            .join('|'),
        ];
      }),
  ),
  about,
  vague: vague
    .split(' ')
    .filter(Boolean)
    .map((value) => value.replaceAll('_', ' ')),
});

/** Something that is done or is not. */
const custom = (key: string, subject: string, what: string, about = ''): StatementKey => ({
  key,
  subject,
  choices: { [subject]: what },
  about: about || what,
});

/**
 * The keys of what people say, first fit first. A name is written as in `values`, `|` parts its spellings, `_` is a
 * blank, a hyphen or nothing.
 */
export const KEYS: readonly StatementKey[] = [
  // Tools.
  tool(
    'tool.package_manager',
    'package manager',
    'npm pnpm yarn bun',
    'packages?|package manager|install(?:ing|s)?|dependenc(?:y|ies)|node|javascript|js|paquets?|pakete?|dépendances|abhängigkeiten|dependencias|gestor|gestionnaire|scripts?|lockfiles?|workspaces?',
  ),
  tool(
    'tool.package_manager.python',
    'python package manager',
    'pip uv poetry conda pipenv pdm|rye',
    'packages?|python|install(?:ing)?|dependenc(?:y|ies)|virtual ?envs?|venvs?|environments?',
  ),
  tool(
    'tool.test_runner',
    'test runner',
    'vitest jest mocha ava jasmine node:test|node_test_runner bun_test|bun:test karma uvu',
    'tests?|unit(?: ?tests?)?|testing|test runner|specs?|pruebas|tester|frontend tests',
  ),
  tool(
    'tool.test_runner.python',
    'python test runner',
    'pytest unittest nose',
    'tests?|unit(?: ?tests?)?|testing|python',
  ),
  tool(
    'tool.test_runner.e2e',
    'end-to-end test runner',
    'playwright cypress puppeteer selenium webdriverio|webdriver nightwatch',
    'e2e|end-to-end|browser|ui|tests?|testing|integration',
  ),
  tool(
    'tool.linter',
    'linter',
    'eslint biome oxlint tslint standardjs xo',
    'lint(?:er|ing)?|linten|javascript|typescript',
  ),
  tool('tool.linter.python', 'python linter', 'ruff flake8 pylint pycodestyle', 'lint(?:er|ing)?|python'),
  tool(
    'tool.formatter',
    'formatter',
    'prettier biome dprint rome',
    'format(?:ter|ting|s)?|code style|formatieren',
  ),
  tool(
    'tool.formatter.python',
    'python formatter',
    'black yapf autopep8 ruff_format',
    'format(?:ter|ting|s)?|python',
    'black',
  ),
  tool(
    'tool.http_client',
    'HTTP client',
    'axios fetch|native_fetch ky got node-fetch undici superagent httpx requests aiohttp urllib3 ofetch',
    'https?|requests?|calls?|client|api',
    'fetch got requests ky',
  ),
  tool(
    'tool.database',
    'database',
    'postgres|postgresql|psql|pg mysql mariadb sqlite mongodb|mongo dynamodb cockroachdb|cockroach mssql|sql_server firestore duckdb',
    'databases?|db|data|storage|base de données|datenbank|base de datos|primary|main',
  ),
  tool(
    'style.api',
    'API style',
    'rest|restful graphql grpc trpc soap',
    'apis?|endpoints?|backend|server|client',
    'rest',
  ),
  tool('tool.cache', 'cache', 'redis memcached valkey dragonfly', 'cach(?:e|ing|es)'),
  tool(
    'tool.orm',
    'ORM',
    'prisma drizzle typeorm sequelize knex kysely mikro-orm|mikroorm mongoose sqlalchemy peewee',
    'orm|queries|query builder|database|db|models?|schemas?',
  ),
  tool(
    'tool.framework.ui',
    'UI framework',
    'react vue svelte angular solidjs|solid.js preact lit alpine|alpine.js htmx',
    'ui|frontend|front-end|framework|components?|web',
    'lit alpine',
  ),
  tool(
    'tool.framework.web',
    'web framework',
    'next.js|nextjs|next_js nuxt remix astro sveltekit gatsby',
    'web|site|app|framework|frontend|pages',
    'remix',
  ),
  tool(
    'tool.framework.server',
    'server framework',
    'express|express.js fastify koa hono nestjs|nest elysia hapi',
    'server|backend|api|framework|http|routes?|routing',
    'express nestjs',
  ),
  tool(
    'tool.framework.python',
    'python web framework',
    'django flask fastapi starlette tornado',
    'server|backend|api|framework|python|web|http',
  ),
  tool(
    'tool.bundler',
    'bundler',
    'vite webpack rollup esbuild parcel turbopack tsup rspack rolldown',
    'bundl(?:e|er|ing)|builds?|frontend|dev server',
    'parcel',
  ),
  tool(
    'tool.css',
    'styling',
    'tailwind|tailwindcss|tailwind_css sass|scss styled-components|styled_components css_modules emotion bootstrap vanilla-extract|vanilla_extract unocss',
    'styl(?:e|es|ing)|css|components?',
    'emotion',
  ),
  tool(
    'tool.state',
    'state management',
    'redux|redux_toolkit zustand mobx jotai recoil xstate pinia vuex',
    'state|store|stores|state management|global|management',
  ),
  tool(
    'tool.validation',
    'validation',
    'zod yup joi valibot ajv typebox arktype pydantic',
    'validat(?:e|ion|ing)|schemas?|input|parsing|types?',
  ),
  tool('tool.logger', 'logger', 'pino winston bunyan loguru structlog console.log', 'log(?:s|ger|ging)?'),
  tool(
    'tool.dates',
    'date library',
    'date-fns|date_fns dayjs|day.js moment|moment.js luxon temporal',
    'dates?|times?|date library|formatting',
    'moment temporal',
  ),
  tool(
    'tool.ci',
    'CI',
    'github_actions gitlab_ci circleci jenkins buildkite azure_pipelines travis',
    'ci|cd|pipelines?|builds?|workflows?',
  ),
  tool(
    'tool.monorepo',
    'monorepo tool',
    'turborepo|turbo nx lerna moon rush bazel',
    'monorepo|builds?|tasks?|workspaces?',
    'turbo moon rush',
  ),
  tool(
    'tool.queue',
    'queue',
    'bullmq|bull rabbitmq kafka sqs celery pg-boss|pgboss nats temporal.io',
    'queues?|jobs?|messages?|events?|messaging|background',
    'bull celery',
  ),
  tool(
    'tool.auth',
    'authentication',
    'auth0 clerk next-auth|nextauth|auth.js better-auth|better_auth supabase_auth cognito keycloak lucia passport|passport.js',
    'auth(?:entication|orization)?|logins?|users?|sessions?|sign-?in',
  ),
  tool(
    'tool.language',
    'language',
    'typescript javascript',
    'languages?|code|files?|new|everything|plain|js|ts',
  ),
  tool(
    'deploy.target',
    'production',
    'vercel netlify fly.io|fly heroku railway render cloudflare|cloudflare_workers aws|lambda|ecs gcp|cloud_run|google_cloud azure kubernetes|k8s digitalocean|digital_ocean hetzner',
    'prod(?:uction)?|deploy(?:s|ed|ing|ment|ments)?|host(?:ed|ing|s)?|runs?|live|app|site|server|producción|produktion|déploy\\w*',
    'fly render lambda',
  ),
  // Versions.
  {
    key: 'runtime.version.node',
    subject: 'node version',
    choices: { $1: '(?:node(?:\\.?js)?)(?: version)?(?: is| to| v| =|:)* ?v?(\\d{2}(?:\\.\\d+)*)' },
    about: 'node(?:\\.?js)?|version|versions|runtime|lts|ci',
  },
  {
    key: 'runtime.version.python',
    subject: 'python version',
    choices: { $1: 'python(?: version)?(?: is| to| v| =|:)* ?v?(3\\.\\d+(?:\\.\\d+)?)' },
    about: 'python|version|runtime',
  },
  // Style.
  tool(
    'style.indent',
    'indentation',
    'tabs|tabulations|tabulatoren|tabulaciones 2_spaces|two_spaces|2_espaces|deux_espaces|2_leerzeichen|zwei_leerzeichen|2_espacios|dos_espacios 4_spaces|four_spaces|4_espaces|quatre_espaces|4_leerzeichen|vier_leerzeichen|4_espacios|cuatro_espacios 3_spaces 8_spaces',
    'indent(?:ation|ing|s)?|code|files?|spaces?|espaces|einrückung|leerzeichen|espacios|sangría',
    'tabs',
  ),
  tool(
    'style.quotes',
    'quotes',
    'single_quotes|single-quoted|guillemets_simples|einfache_anführungszeichen|comillas_simples double_quotes|double-quoted|guillemets_doubles|doppelte_anführungszeichen|comillas_dobles backticks',
    'quotes?|strings?|code|files?',
    'backticks',
  ),
  custom('style.semicolons', 'semicolons', 'semi-?colons?', 'semi-?colons?|code|end|lines?|statements?'),
  {
    key: 'style.line_length',
    subject: 'line length',
    choices: {
      $1: '(?:line(?:s|-| )?(?:length|width)|max(?:imum)? line|lines? (?:must |should )?(?:be |stay |not exceed |under |below |shorter than |at most |no longer than |wrap(?:ped)? at )+)(?: is| to| of| at|:)* ?(\\d{2,3})',
    },
    about: 'lines?|length|width|characters?|chars?|columns?|long|code|maximum|max',
  },
  tool(
    'style.naming.files',
    'file names',
    'kebab-case|kebab_case snake_case camelcase|camel_case pascalcase|pascal_case',
    'files?|file ?names?|filenames|naming|names?|modules?|source',
  ),
  tool(
    'style.naming.functions',
    'function names',
    'camelcase|camel_case snake_case pascalcase|pascal_case',
    'functions?|methods?|naming|names?',
  ),
  tool(
    'style.naming.variables',
    'variable names',
    'camelcase|camel_case snake_case pascalcase|pascal_case screaming_snake_case',
    'variables?|naming|names?|identifiers?|code',
  ),
  tool(
    'style.naming.tables',
    'table names',
    'snake_case camelcase|camel_case pascalcase|pascal_case plural singular',
    'tables?|columns?|database|db|naming|names?',
  ),
  tool(
    'style.exports',
    'exports',
    'named_exports|named_export default_exports|default_export',
    'exports?|modules?|components?|files?|imports?',
  ),
  tool(
    'style.imports',
    'imports',
    'relative_imports|relative_paths absolute_imports|absolute_paths path_aliases|aliases|alias_imports',
    'imports?|paths?|modules?|files?',
  ),
  tool(
    'style.functions',
    'function style',
    'arrow_functions|arrow_function function_declarations|function_declaration|regular_functions',
    'functions?|components?|code',
  ),
  tool(
    'style.async',
    'asynchronous code',
    'async/await|async-await|async_await callbacks promise_chains|.then',
    'async|promises?|code|asynchronous',
    'callbacks',
  ),
  tool(
    'style.components',
    'components',
    'functional_components|function_components|hooks class_components',
    'components?|react|code',
    'hooks',
  ),
  tool(
    'style.type_declarations',
    'type declarations',
    'interfaces|interface type_aliases|types|type',
    'typescript|types?|declarations?|objects?|shapes?|props',
    'interfaces type_aliases',
  ),
  custom(
    'style.types.any',
    'any',
    '(?:the )?`?any`? types?|`any`|type any|as any|\\bany\\b(?= in typescript| in ts|$)',
    'any|types?|typescript|ts|code|type',
  ),
  custom(
    'style.emoji',
    'emojis',
    'emojis?',
    'emojis?|code|commits?|commit messages?|replies|answers|responses|docs?|messages?|text|output',
  ),
  custom(
    'style.comments',
    'comments',
    '(?:code |inline |useless |unnecessary |obvious |redundant |superfluous )*(?:comments?|commentaires?|kommentare?|comentarios?)',
    'comments?|commentaires?|kommentare?n?|comentarios?|code|inline|useless|unnecessary|obvious|redundant|superfluous|writing|write|adding|add|put|leave|ajout\\w*|schreib\\w*|añad\\w*|explain(?:ing)?|everything|everywhere|inutiles?|source|dans|füge|hinzu',
  ),
  custom(
    'style.jsdoc',
    'doc comments',
    'js ?docs?|doc ?comments?|docstrings?',
    'js ?docs?|doc ?comments?|docstrings?|functions?|public|exports?|exported|methods?|write|add|code',
  ),
  // Language of what is written.
  ...(['replies', 'comments', 'commits', 'docs'] as const).map((what): StatementKey => {
    const about = {
      replies:
        'repl(?:y|ies)|answers?|responses?|respond|talk|speak|write to me|réponds?|répondez|réponses|parle|antworte[nt]?|antworten|sprich|schreib mir|responde|respuestas|contesta|habla|chat|me|moi|mir|explain',
      comments:
        'comments?|code comments|commentaires|kommentare|comentarios|code|identifiers|variable names|names|noms|namen|nombres|código',
      commits:
        'commits?|commit messages?|messages? de commit|commit-nachrichten|mensajes de commit|messages?',
      docs: 'docs?|documentation|readme|doku|dokumentation|documentación',
    }[what];
    return {
      key: what === 'comments' ? 'language.code' : `language.${what}`,
      subject: `language of ${what === 'comments' ? 'code' : what}`,
      choices: {
        English: 'in english|en anglais|auf englisch|en inglés',
        French: 'in french|en français|auf französisch|en francés',
        German: 'in german|en allemand|auf deutsch|en alemán',
        Spanish: 'in spanish|en espagnol|auf spanisch|en español|en castellano',
        Italian: 'in italian|en italien|auf italienisch|en italiano',
        Portuguese: 'in portuguese|en portugais|auf portugiesisch|en portugués',
        Japanese: 'in japanese|en japonais|auf japanisch|en japonés',
        Chinese: 'in chinese|en chinois|auf chinesisch|en chino',
      },
      about,
      vague: ['English', 'French', 'German', 'Spanish', 'Italian', 'Portuguese', 'Japanese', 'Chinese'],
    };
  }),
  // Replies.
  tool(
    'replies.length',
    'length of replies',
    'short|concise|brief|terse|courtes|concises|kurz|knapp|cortas|breves detailed|long|verbose|détaillées|ausführlich|detalladas',
    'repl(?:y|ies)|answers?|responses?|explanations?|réponses?|antworten|respuestas|be(?= (?:more )?(?:concise|brief|terse))|more',
    'short detailed',
  ),
  // Git.
  custom(
    'git.commit_message',
    'conventional commits',
    'conventional[ -]commits?(?: messages?| format| style)?|angular commit (?:format|style)',
    'conventional|commits?|messages?|format|style|follow|write|git',
  ),
  custom(
    'git.trailer',
    'co-author line',
    'co-?author(?:ed)?(?:-by| by)?(?: lines?| trailers?| tags?| footers?)?|claude (?:signature|footer|attribution)|generated with .{0,12}claude code|attribution',
    'co-?author\\w*|by|lines?|trailers?|tags?|footers?|commits?|messages?|claude|signature|attribution|add|include|yourself',
  ),
  tool(
    'git.merge',
    'merging',
    'squash|squash_merges|squash_merge|squash_and_merge|squash_commits|squashing rebase|rebasing|rebase_merges merge_commits|merge_commit',
    'merg(?:e|es|ed|ing)|prs?|pull requests?|branch(?:es)?|commits?|main|master|feature|history|before',
    'squash rebase',
  ),
  custom(
    'git.commit_when',
    'committing unasked',
    'commit(?:s|ting)?(?: (?:anything|changes|code|automatically|on your own|yourself))*(?= (?:without|unless|automatically|on your own|until i)|,? (?:only )?(?:when|if) (?:i|asked|told))|auto-?commit',
    'commit(?:s|ting)?|anything|changes|code|automatically|own|asking|asked|ask|tell|told|say|explicitly|permission|approval|yourself|request(?:ed)?|me|my',
  ),
  custom(
    'git.push_when',
    'pushing unasked',
    'push(?:es|ing)?(?: (?:anything|changes|code|automatically|to remote|to origin))*(?= (?:without|unless|automatically|on your own)|,? (?:only )?(?:when|if) (?:i|asked|told))|auto-?push',
    'push(?:es|ing)?|anything|changes|code|automatically|remote|origin|asking|asked|ask|tell|told|say|explicitly|permission|approval|me|my',
  ),
  custom(
    'git.main',
    'committing to main',
    '(?:commit|push|work)(?:s|ing|ting)?(?: code| changes| anything)?(?: directly| straight)?(?: to| on| into)(?: the)? `?(?:main|master|trunk)`?(?: branch)?(?: directly)?',
    'commit(?:ting)?|push(?:ing)?|work(?:ing)?|directly|straight|main|master|trunk|branch|changes|code|force',
  ),
  custom(
    'git.force_push',
    'force pushing',
    'force[ -]?push(?:es|ing|ed)?|push(?:ing)? (?:with )?--?force',
    'force|push\\w*|branch(?:es)?|shared|git|with',
  ),
  tool(
    'git.base_branch',
    'base branch',
    'main master develop|dev trunk',
    'branch(?:es)? (?:off|from)|base branch|branch(?:es)?|prs? (?:go|against|to)|pull requests?|target|default|base|from|feature|new',
    'main master develop trunk',
  ),
  // Ways of working.
  custom(
    'workflow.plan',
    'planning first',
    '(?:make |write |present |show |propose |start with )?(?:me )?(?:a |the |your )?plan(?:s|ning)?(?: first| before (?:coding|implementing|you (?:code|implement|start|write|change)|writing|making|any|touching|starting|changing|editing))|plan(?:ning)? (?:mode|first)',
    'plans?|planning|first|before|coding|code|implement(?:ing)?|writing|start(?:ing)?|write|changes?|changing|anything|show|present|propose|mode|task|work|me|a|any|making|edit(?:ing)?',
  ),
  custom(
    'workflow.tests_first',
    'tests first',
    'tests? first|write (?:the |a )?(?:failing )?tests? before|tdd|test[ -]driven|red[ -]green',
    'tests?|first|write|tdd|test-driven|before|code|implementation|implementing|failing|development|do|coding|driven',
  ),
];
