import { isFiller } from './placeholders.ts';
import { looksIssued } from './randomness.ts';
import type { RedactRule } from './rule.ts';

/** Not glued to a longer word; an escaped newline or a color code before a token is not part of a word. */
const LEFT = String.raw`(?<=^|[^A-Za-z0-9]|\\[nrtbf]|%[0-9A-F]{2}|\[[0-9;]{0,8}m)`;

const HYPHEN = 45;
const DOT = 46;
const [M, N, O] = [77, 78, 79];

/**
 * Tokens whose issuer gave them a shape. Bodies may be longer or shorter than issued: issuers change lengths
 * without notice, and a truncated token is still most of one.
 */
export const providerTokens: RedactRule[] = [
  token('github token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], /gh[pousr]_[A-Za-z0-9_]{20,255}/),
  token('github token', ['github_pat_'], /github_pat_\w{20,255}/),
  token(
    'gitlab token',
    ['glpat-', 'glptt-', 'gldt-', 'glrt-', 'glrtr-', 'glcbt-', 'glft-', 'glffct-'],
    /gl(?:pat|ptt|dt|rtr?|cbt|ft|ffct)-[\w.-]{16,300}/,
  ),
  token(
    'gitlab token',
    ['glimt-', 'glagent-', 'glsoat-', 'gloas-', 'glwt-'],
    /gl(?:imt|agent|soat|oas|wt)-[\w.-]{16,300}/,
  ),
  token('session cookie', ['s%3A'], /(?<=(?:sid|session)=)s%3A[\w%.-]{20,}/),
  token('gitlab token', ['GR1348941'], /GR1348941[\w-]{16,}/),
  token(
    'aws access key id',
    ['AKIA', 'ASIA', 'ABIA', 'ACCA', 'A3T'],
    /(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])/,
  ),
  {
    // The secret that goes with the id, without a name of its own.
    what: 'aws secret key',
    at: ['AKIA', 'ASIA'],
    pattern: /(?:AKIA|ASIA)[A-Z0-9]{16}[\s"',:;=|*>-]{1,12}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/,
    // One secret in nine hundred has no digit in it.
    check: (value) => /[a-z]/.test(value) && /[A-Z]/.test(value),
  },
  token('aws bedrock key', ['ABSK'], /(?<![+/])ABSK[A-Za-z0-9+/]{40,}={0,2}/),
  token('aws mws token', ['amzn.mws.'], /amzn\.mws\.[0-9a-z-]{36}/),
  token('aws appsync key', ['da2-'], /da2-[a-z0-9]{26}/),
  token(
    'slack token',
    ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxo-', 'xoxe-', 'xoxe.', 'xoxc-', 'xoxd-'],
    /xox[abcdeoprs][-.](?=[\w-]{0,60}[0-9])[\w%+./-]{10,}/,
  ),
  token('slack token', ['xapp-'], /xapp-[\w/-]{10,}/),
  token(
    'stripe key',
    ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'sk_prod_', 'whsec_'],
    /(?:[sr]k_(?:live|test|prod)_|whsec_)[A-Za-z0-9+/=]{10,255}/,
  ),
  token('anthropic key', ['sk-ant-'], /sk-ant-[\w-]{16,}/),
  token('openrouter key', ['sk-or-'], /sk-or-[\w-]{16,}/),
  token(
    'openai key',
    ['sk-'],
    /sk-(?:(?:proj|svcacct|admin|None)-)?(?=[\w-]{0,60}[0-9])[\w-]{20,}/,
    looksIssued,
  ),
  token('openai session', ['sess-'], /sess-[A-Za-z0-9]{40}/),
  token('google api key', ['AIza'], /AIza[\w-]{30,}/),
  token('google oauth secret', ['GOCSPX-'], /GOCSPX-[\w-]{20,}/),
  token('google oauth token', ['ya29.'], /ya29\.[\w-]{16,}/),
  token('google refresh token', ['1//'], /1\/\/0[\w-]{30,}/),
  token('google storage key', ['GOOG'], /GOOG[A-Za-z0-9]{20,60}(?![A-Za-z0-9])/, (text) =>
    /[0-9]/.test(text),
  ),
  token('recaptcha key', ['6L'], /6L[A-Za-z0-9_-]{6}AAAAA[\w-]{27}/),
  token('npm token', ['npm_'], /npm_[A-Za-z0-9]{30,}/),
  token('pypi token', ['pypi-'], /pypi-Ag[\w-]{50,}/),
  token('rubygems key', ['rubygems_'], /rubygems_[a-f0-9]{40,}/),
  token('crates.io token', ['cio'], /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/, (text) => /[0-9]/.test(text)),
  token('nuget key', ['oy2'], /oy2[a-z0-9]{43}(?![A-Za-z0-9])/),
  token('clojars token', ['clojars_'], /CLOJARS_[a-z0-9]{50,}/i),
  token('json web token', ['eyJ'], /eyJ[\w-]{8,800}\.eyJ[\w-]{8,8000}(?:\.[\w/+-]{0,2000}={0,2}){0,3}/),
  {
    // One whose claims are not an object in plain JSON: encrypted, or empty.
    ...token('json web token', ['eyJ'], /eyJ[\w-]{10,800}\.[\w-]{2,4000}\.[\w-]{10,2000}/),
    check: (text) =>
      /"(?:alg|typ|enc)"\s?:/.test(Buffer.from(text.split('.', 1)[0]!, 'base64url').toString('latin1')),
  },
  token('jwt', ['eyJrIjoi'], /eyJrIjoi[A-Za-z0-9+/]{60,}={0,2}/),
  token('hugging face token', ['hf_', 'api_org_'], /(?:hf|api_org)_[A-Za-z0-9]{30,}/),
  token('digitalocean token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], /do[por]_v1_[a-f0-9]{40,}/),
  {
    ...token('twilio key', ['SK'], /SK(?:[0-9a-f]{32}|[0-9A-F]{32})(?![A-Za-z0-9])/),
    near: lettersAfter(2, 32),
  },
  token('sendgrid key', ['SG.'], /SG\.[\w-]{16,}\.[\w-]{16,}/),
  token('mailgun key', ['key-'], /key-[0-9a-f]{32}(?![0-9a-z])/),
  {
    ...token(
      'mailgun key',
      [...'0123456789abcdef'].map((digit) => `-${digit}`),
      /(?<=(?<![A-Za-z0-9])(?<before>[0-9a-f]{32}))-[0-9a-f]{8}-[0-9a-f]{8}(?![0-9a-z-])/,
    ),
    near: (text, index) =>
      text.charCodeAt(index + 9) === HYPHEN && isLetterOrDigit(text.charCodeAt(index - 1)),
  },
  token('mailchimp key', ['-us'], /(?<=(?<![A-Za-z0-9])(?<before>[0-9a-z]{32}))-us[0-9]{1,2}(?![0-9a-z])/),
  token('brevo key', ['xkeysib-', 'xsmtpsib-'], /x(?:key|smtp)sib-[a-f0-9]{40,}-[A-Za-z0-9]{16}/),
  token('postman key', ['pmak-'], /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/i),
  {
    // A number in base64, a time, a signature. Not every beginning can be one, but tokens of tests and bots have others too.
    ...token(
      'discord token',
      ['.'],
      /(?<=(?<![\w-])(?<before>[MNO][\w-]{22,27}))\.[\w-]{6,7}\.[\w-]{27,72}(?![\w-])/,
      looksIssued,
    ),
    near: (text, index) =>
      text.charCodeAt(index + 7) === DOT || text.charCodeAt(index + 8) === DOT
        ? [M, N, O].some((letter) => beginsWith(letter, text, index))
        : false,
  },
  token('discord token', ['mfa.'], /mfa\.[\w-]{60,}/),
  {
    ...token(
      'telegram token',
      [':A'],
      /(?<=(?<![A-Za-z0-9])(?<before>(?:bot)?[0-9]{7,12})):A[\w-]{33,36}(?![\w-])/,
      looksIssued,
    ),
    near: (text, index) => isDigit(text.charCodeAt(index - 1)) && isDigit(text.charCodeAt(index - 7)),
  },
  token('json web token', ['ZXlK'], /(?<![+/])ZXlK[A-Za-z0-9+/]{60,}={0,2}/),
  {
    ...token('facebook token', ['|'], /(?<=(?<!\w)(?<before>\d{15,16}))\|[\w-]{27,40}(?![\w-])/, looksIssued),
    near: (text, index) => isDigit(text.charCodeAt(index - 1)) && isDigit(text.charCodeAt(index - 15)),
  },
  token('gitlab cookie', ['_gitlab_session='], /(?<=_gitlab_session=)[0-9a-z]{32}/),
  token('settlemint token', ['sm_aat_', 'sm_pat_', 'sm_sat_'], /sm_[aps]at_[A-Za-z0-9]{16}/),
  token('42 secret', ['s-s4t2'], /s-s4t2(?:ud|af)-[0-9a-f]{64}/),
  token('clickhouse secret', ['4b1d'], /4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])/, looksIssued),
  {
    ...token('artifactory key', ['AP'], /AP[0-9A-F][A-Za-z0-9]{30,120}(?![A-Za-z0-9])/, looksIssued),
    near: lettersAfter(2, 31),
  },
  token('mapbox token', ['sk.eyJ', 'tk.eyJ'], /[st]k\.eyJ[\w-]{30,}\.[\w-]{20,}/),
  token('lob key', ['live_', 'test_'], /(?:live|test)_[0-9a-f]{35}(?![0-9a-z])/),
  token('gocardless token', ['live_', 'sandbox_'], /(?:live|sandbox)_[\w-]{40}(?![\w-])/, looksIssued),
  token('vault token', ['hvs.', 'hvb.', 'hvr.'], /hv[sbr]\.[\w-]{20,}/),
  {
    ...token('vault token', ['s.'], /s\.[A-Za-z0-9]{24}(?![A-Za-z0-9])/, looksIssued),
    near: lettersAfter(2, 24),
  },
  token(
    'terraform token',
    ['.atlasv1.'],
    /(?<=(?<![A-Za-z0-9])(?<before>[A-Za-z0-9]{14}))\.atlasv1\.[\w=-]{40,}/,
  ),
  token('docker token', ['dckr_pat_', 'dckr_oat_'], /dckr_[po]at_[\w-]{20,}/),
  token('heroku key', ['HRKU-'], /HRKU-[\w-]{30,}/),
  token('linear key', ['lin_api_', 'lin_oauth_'], /lin_(?:api|oauth)_[A-Za-z0-9_]{30,}/),
  token('notion token', ['ntn_'], /ntn_[A-Za-z0-9]{40,}/),
  token('notion token', ['secret_'], /secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])/),
  token(
    'shopify token',
    ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shptka_', 'shpua_'],
    /shp(?:at|ca|pa|ss|tka|ua)_[A-Za-z0-9]{24,}/,
  ),
  token('supabase key', ['sbp_', 'sb_secret_'], /(?:sbp_(?:oauth_|v0_)?[a-f0-9]{40,}|sb_secret_[\w-]{20,})/),
  token(
    'databricks token',
    ['dapi', 'dkea', 'dose'],
    /d(?:api|kea|ose)[a-f0-9]{32}(?:-[0-9])?(?![A-Za-z0-9])/i,
  ),
  token('vercel token', ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'], /vc[piark]_[A-Za-z0-9]{20,}/),
  token('vercel blob token', ['vercel_blob_rw_'], /vercel_blob_rw_\w{30,}/),
  token('cloudflare key', ['v1.0-'], /v1\.0-[a-f0-9]{24}-[a-f0-9]{100,}/),
  token('cloudflare token', ['cfut_', 'cfat_', 'cfk_'], /cf(?:ut|at|k)_[\w-]{30,}/),
  token('1password token', ['ops_ey'], /ops_ey[A-Za-z0-9+/_=-]{50,}/),
  token(
    '1password secret key',
    ['A3-'],
    /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}/,
  ),
  token('grafana token', ['glc_', 'glsa_'], /gl(?:c|sa)_[A-Za-z0-9+/_]{32,}={0,2}/),
  token('figma token', ['figd_', 'figo_', 'figu_', 'figdr_'], /fig(?:d|o|u|dr)_[\w-]{20,}/),
  token('groq key', ['gsk_'], /gsk_[A-Za-z0-9]{40,}/),
  token('xai key', ['xai-'], /xai-[A-Za-z0-9]{60,}/),
  token('perplexity key', ['pplx-'], /pplx-[A-Za-z0-9]{40,}/),
  token('replicate token', ['r8_'], /r8_[A-Za-z0-9]{30,}/),
  token('fireworks key', ['fw_'], /fw_[A-Za-z0-9]{22,24}(?![A-Za-z0-9])/),
  token('tavily key', ['tvly-'], /tvly-[\w-]{20,}/),
  token('voyage key', ['pa-'], /pa-[\w-]{43}(?![\w-])/, looksIssued),
  token('langsmith key', ['lsv2_'], /lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/),
  token('llama cloud key', ['llx-'], /llx-[\w-]{40,}/),
  token('nvidia key', ['nvapi-'], /nvapi-[\w-]{40,}/),
  token('wandb key', ['wandb_v1_'], /wandb_v1_\w{40,}/),
  token(
    'atlassian token',
    ['ATATT3', 'ATCTT3', 'ATBB', 'BBDC-'],
    /(?:AT[AC]TT3[\w=-]{50,}|ATBB[A-Za-z0-9]{24,}|BBDC-[A-Za-z0-9+/@_-]{40,50})/,
  ),
  token('jfrog key', ['AKC', 'cmVmd'], /(?<![+/])(?:AKC[A-Za-z0-9]{20,}|cmVmd[A-Za-z0-9]{59,})/, looksIssued),
  token(
    'azure client secret',
    ['Q~'],
    /(?<=(?<![\w~.-])(?<before>[\w~.-]{3}[0-9]))Q~[\w~.-]{30,33}[\w~-](?![\w~-])/,
  ),
  token(
    'azure devops token',
    ['AZDO'],
    /(?<=(?<![A-Za-z0-9])(?<before>[A-Za-z0-9]{76}))AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/,
  ),
  token(
    'azure key',
    ['ACDb', '+ASt', 'APIM', 'AzFu', 'AIoT'],
    /(?<=(?<![A-Za-z0-9+/])(?<before>[A-Za-z0-9+/]{30,86}))(?:\+ASt|ACDb|APIM|AzFu|AIoT)[A-Za-z0-9+/]{4,10}={0,2}(?![A-Za-z0-9+/])/,
  ),
  token(
    'new relic key',
    ['NRAK-', 'NRII-', 'NRAA-', 'NRJS-', 'NRRA-', 'NRIQ-'],
    /NR(?:AK|II|AA|JS|RA|IQ)-[A-Za-z0-9_-]{19,}/,
  ),
  token('sentry token', ['sntrys_', 'sntryu_'], /sntry[su]_[\w+/=.-]{30,}/),
  token('dynatrace token', ['dt0c01.', 'dt0s'], /dt0[cs][0-9]{2}\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}/i),
  token('sonar token', ['squ_', 'sqp_', 'sqa_'], /sq[upa]_[a-z0-9]{40}/),
  token(
    'sourcegraph token',
    ['sgp_', 'slk_'],
    /(?:sgp_(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40,64}|slk_[a-f0-9]{64})/i,
  ),
  token('square token', ['sq0atp-', 'sq0csp-', 'sq0atb-', 'sq0cs'], /sq0(?:at[pb]|csp?)-[\w-]{20,}/),
  token('square token', ['EAAA'], /(?<![+/])EAAA[A-Za-z0-9_-]{60}(?![\w-])/),
  token('facebook token', ['EAAC', 'EAAM', 'EAAB', 'EAAG'], /(?<![+/])EAA[A-Z][A-Za-z0-9]{60,}/),
  token('instagram token', ['IGQV'], /(?<![+/])IGQV[A-Za-z0-9_-]{60,}/),
  { ...token('airtable token', ['pat'], /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/), near: lettersAfter(3, 14) },
  token('asana token', ['1/'], /[12]\/[0-9]{13,20}(?:\/[0-9]{13,20})?:[a-f0-9]{32}/),
  token('contentful token', ['CFPAT-'], /CFPAT-[\w-]{40,}/),
  token(
    'doppler token',
    ['dp.pt.', 'dp.st.', 'dp.sa.', 'dp.ct.', 'dp.said.', 'dp.audit.', 'dp.scim.'],
    /dp\.(?:pt|st|sa|ct|said|audit|scim)\.[\w.-]{30,}/,
  ),
  token('dropbox token', ['sl.'], /sl\.(?:u\.)?[\w-]{100,}/),
  token('duffel token', ['duffel_'], /duffel_(?:test|live)_[\w=-]{40,}/),
  token('easypost key', ['EZAK', 'EZTK'], /(?<![+/])EZ[AT]K[A-Za-z0-9]{50,}/),
  token(
    'fly token',
    ['fo1_', 'fm1a_', 'fm1r_', 'fm2_'],
    /(?:fo1_[\w-]{40,}|fm[12][ar]?_[A-Za-z0-9+/]{60,}={0,3})/,
  ),
  token('flutterwave key', ['flwseck'], /FLWSECK(?:_TEST)?-[a-h0-9]{12,}(?:-X)?/i),
  token('frame.io token', ['fio-u-'], /fio-u-[\w=-]{60,}/),
  token('harness key', ['pat.', 'sat.'], /[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}/),
  token('hubspot token', ['pat-na', 'pat-eu'], /pat-(?:na|eu)[0-9]-[0-9a-f-]{36}/i),
  token('infracost key', ['ico-'], /ico-[A-Za-z0-9]{32}/),
  token('intercom token', ['dG9rOg'], /dG9rOg[A-Za-z0-9+/]{40,}={0,2}/),
  token(
    'launchdarkly key',
    ['sdk-', 'mob-', 'api-'],
    /(?:sdk|mob|api)-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/,
  ),
  token('octopus key', ['API-'], /API-[A-Z0-9]{25,32}(?![A-Za-z0-9])/, (text) => /[0-9]/.test(text)),
  token('maxmind key', ['_mmk'], /(?<=(?<![A-Za-z0-9])(?<before>[A-Za-z0-9]{6}_[A-Za-z0-9]{29}))_mmk/),
  token('dependency-track key', ['odt_'], /odt_[A-Za-z0-9]{32,}/),
  token('buildkite token', ['bkua_'], /bkua_[a-z0-9]{40}/),
  token('mongodb atlas secret', ['mdb_sa_sk_'], /mdb_sa_sk_[\w-]{30,}/),
  token('clickup token', ['pk_'], /pk_[0-9]{6,9}_[A-Z0-9]{32}/),
  token('docker swarm token', ['SWMTKN-1-', 'SWMKEY-1-'], /SWM(?:TKN|KEY)-1-[\w-]{30,}/),
  token('together key', ['tgp_v1_'], /tgp_v1_[\w-]{40,}/),
  token('akamai credential', ['akab-'], /akab-[a-z0-9]{16}-[a-z0-9]{16}/),
  token('bedrock key', ['bedrock-api-key-'], /bedrock-api-key-[A-Za-z0-9+/=]{20,}/),
  token(
    'braintree token',
    ['access_token$'],
    /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}/,
  ),
  token('defined networking key', ['dnkey-'], /dnkey-[A-Z0-9=_-]{26}-[A-Z0-9=_-]{52}/i),
  token('new relic key', ['NRAL'], /(?<=(?<![A-Za-z0-9])(?<before>[a-z0-9]{36}))NRAL(?![A-Za-z0-9])/),
  token('netlify token', ['nfp_', 'nfc_', 'nfo_', 'nfu_'], /nf[pcou]_[A-Za-z0-9]{36,}/),
  token('openshift token', ['sha256~'], /sha256~[\w-]{43}(?![\w-])/),
  token(
    'plaid token',
    ['access-sandbox-', 'access-development-', 'access-production-'],
    /access-(?:sandbox|development|production)-[0-9a-f-]{36}/,
  ),
  token('planetscale token', ['pscale_'], /pscale_(?:tkn|oauth|pw)_[\w=.-]{30,}/),
  token('posthog key', ['phx_', 'phs_'], /ph[xs]_[A-Za-z0-9]{40,}/),
  token('prefect key', ['pnu_', 'pnb_'], /pn[ub]_[A-Za-z0-9]{36}/),
  token('pulumi token', ['pul-'], /pul-[a-f0-9]{40}/),
  token('readme key', ['rdme_'], /rdme_[a-z0-9]{60,}/),
  token('salesforce token', ['00D'], /00D[A-Za-z0-9]{12,15}![\w.]{60,}/),
  token('scalingo token', ['tk-us-'], /tk-us-[\w-]{48}/),
  token('segment token', ['sgp_'], /sgp_[A-Za-z0-9]{60,}/),
  token('shippo token', ['shippo_'], /shippo_(?:live|test)_[a-fA-F0-9]{30,}/),
  token('tailscale key', ['tskey-'], /tskey-[\w-]{16,}/),
  token('typeform token', ['tfp_'], /tfp_[\w.=-]{40,}/),
  token('twitch key', ['live_'], /live_[0-9]{6,12}_[A-Za-z0-9]{28,32}(?![A-Za-z0-9])/),
  token('twitter bearer', ['AAAAAAAAAAAAAAAA'], /(?<![+/])A{20,24}[A-Za-z0-9%]{60,}/),
  token('yandex key', ['AQVN', 't1.'], /(?:AQVN[\w-]{35,38}|t1\.[\w-]{3,}={0,2}\.[\w-]{86}={0,2})/),
  token('zapier key', ['sk-ak-'], /sk-ak-[\w-]{20,}/),
  token('adafruit key', ['aio_'], /aio_[A-Za-z0-9]{28}(?![A-Za-z0-9])/),
  token('adobe secret', ['p8e-'], /p8e-[\w-]{32}/),
  token('alibaba key', ['LTAI'], /LTAI[A-Za-z0-9]{12,24}(?![A-Za-z0-9])/, (text) => /[0-9]/.test(text)),
  token('tencent key', ['AKID'], /AKID[A-Za-z0-9]{28,36}(?![A-Za-z0-9])/, (text) => /[0-9]/.test(text)),
  token('age secret key', ['age-secret-key-1'], /AGE-SECRET-KEY-1[A-Z0-9]{30,}/i),
  {
    ...token('nats seed', ['SA', 'SC', 'SN', 'SO', 'SU', 'SX'], /S[ACNOUX][A-Z2-7]{56}(?![A-Za-z0-9])/),
    near: lettersAfter(2, 56),
  },
];

function token(
  what: string,
  at: readonly string[],
  shape: RegExp,
  check?: (text: string) => boolean,
): RedactRule {
  // "At least N" without a maximum would read a long text again from every place where the token could begin.
  const source = shape.source.replaceAll(/\{(\d+),\}/g, '{$1,2000}');
  return {
    what,
    at,
    pattern: new RegExp(source.includes('?<before>') ? source : LEFT + source, shape.flags),
    check: (text) => !isFiller(text) && (check === undefined || check(text)),
  };
}

/** Whether that many letters and digits follow, from so far behind the place on. */
function lettersAfter(skip: number, count: number): RedactRule['near'] {
  return (text, index) => {
    for (let i = index + skip; i < index + skip + count; i++)
      if (!isLetterOrDigit(text.charCodeAt(i))) return false;
    return true;
  };
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const isLetterOrDigit = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

/** Whether one of the letters stands where a Discord token would begin, seen from its first dot. */
function beginsWith(letter: number, text: string, dot: number): boolean {
  for (let length = 23; length <= 28; length++) if (text.charCodeAt(dot - length) === letter) return true;
  return false;
}
