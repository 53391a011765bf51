import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type {
  SecretLintRuleContext,
  SecretLintRuleReportDescriptor,
  SecretLintSourceCode,
} from '@secretlint/types';
import { isFiller } from './placeholders.ts';
import type { SecretSweep } from './rule.ts';

/** What each rule of secretlint's recommended set is called here, and the words it cannot match without. */
export const SECRETLINT_RULES: Record<string, { what: string; at: readonly string[] }> = {
  aws: {
    what: 'aws secret key',
    at: ['secretaccesskey', 'secret_accesskey', 'secretaccess_key', 'secret_access_key'],
  },
  privatekey: { what: 'private key', at: ['-----begin'] },
  npm: { what: 'npm token', at: ['npm_', ':x-oauth-basic@'] },
  slack: {
    what: 'slack token',
    at: ['xoxb-', 'xoxp-', 'xapp-', 'xoxa-', 'xoxo-', 'xoxr-', 'hooks.slack.com/'],
  },
  sendgrid: { what: 'sendgrid key', at: ['sg.'] },
  shopify: { what: 'shopify token', at: ['shppa_', 'shpca_', 'shpat_', 'shpss_'] },
  github: { what: 'github token', at: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'] },
  gitlab: { what: 'gitlab token', at: ['glpat-'] },
  grafana: { what: 'grafana token', at: ['glc_', 'glsa_'] },
  openai: { what: 'openai key', at: ['t3blbkfj'] },
  anthropic: { what: 'anthropic key', at: ['sk-ant-'] },
  groq: { what: 'groq key', at: ['gsk_'] },
  huggingface: { what: 'hugging face token', at: ['hf_'] },
  linear: { what: 'linear key', at: ['lin_api_'] },
  notion: { what: 'notion token', at: ['ntn_'] },
  '1password': { what: '1password token', at: ['ops_ey'] },
  'hashicorp-vault': { what: 'vault token', at: ['hvs.', 'hvb.', 'hvr.'] },
  vercel: { what: 'vercel token', at: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'] },
  databricks: { what: 'databricks token', at: ['dapi'] },
  docker: { what: 'docker token', at: ['dckr_pat_'] },
  figma: { what: 'figma token', at: ['figd_'] },
};

/** What it offers and we leave out: two report whole addresses, one wants whole files, one lets a text switch it off. */
export const LEFT_OUT = ['basicauth', 'database-connection-string', 'gcp', 'filter-comments'];

/** The name of a rule without the package it comes from. */
export const ruleName = (id: string): string => id.replace(/^.*secretlint-rule-/, '');

/** Secretlint's rules as a second opinion, each asked only where one of its words stands. */
export const secretlint: SecretSweep[] = Object.entries(SECRETLINT_RULES).map(([id, { what, at }]) => ({
  at,
  anyCase: true,
  sweep: (text) =>
    reportsOf(text, [id])
      // Of an address our own rules take the secret part only.
      .filter(({ start, end }) => !text.startsWith('https://', start) && !isFiller(text.slice(start, end)))
      .map(({ start, end }) => ({ start, end, what })),
}));

/** Everything secretlint's recommended rules say about a text, one range per report. */
export function reportsOf(
  text: string,
  ids?: readonly string[],
): { id: string; start: number; end: number }[] {
  return handlers
    .filter(({ id }) => ids === undefined || ids.includes(id))
    .flatMap(({ id, run }) => run(text).map((report) => ({ id, ...placeOf(text, report) })));
}

/**
 * Called without secretlint's own core: that is asynchronous, and its profiler keeps some 18 KB of every call and
 * grows slower with each, which a process that runs for weeks cannot pay.
 */
const handlers = rules.map((rule) => {
  const reports: SecretLintRuleReportDescriptor[] = [];
  const context: SecretLintRuleContext = {
    sharedOptions: {},
    createTranslator: () => (id, data) => ({
      message: String(id),
      messageId: String(id),
      data: data as object,
    }),
    report: (report) => reports.push(report),
    ignore: () => {},
  };
  const { file } = rule.create(context, {});
  return {
    id: ruleName(rule.meta.id),
    run(content: string): SecretLintRuleReportDescriptor[] {
      reports.length = 0;
      file?.({ content, contentType: 'text', ext: '', filePath: undefined } as SecretLintSourceCode);
      return [...reports];
    },
  };
});

/** A report's range may begin at the name and be as long as the value; the value itself is always in its data. */
function placeOf(
  text: string,
  { range, message }: SecretLintRuleReportDescriptor,
): { start: number; end: number } {
  const values = Object.values(message.data ?? {}).filter((value) => typeof value === 'string');
  for (const value of values.toSorted((a, b) => b.length - a.length)) {
    const start = text.indexOf(value, range[0]);
    if (value !== '' && start >= 0) return { start, end: start + value.length };
  }
  return { start: range[0], end: range[1] };
}
