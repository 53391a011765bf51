/** What a browser or MCP tool showed of the running product. */
export const OBSERVATIONS = [
  'precondition',
  'timing',
  'ui_behavior',
  'test_sequence',
  'tool_gotcha',
] as const;
export type ObservationKind = (typeof OBSERVATIONS)[number];

export interface ProductObservation {
  kind: ObservationKind;
  line: string;
}

/** Whether a tool shows the running product: takes a screenshot, clicks, fills in, reads the page, evaluates. */
export const showsProduct = (tool: string): boolean => PRODUCT_TOOL.test(tool.slice(-MAX_NAME_CHARS));

const MAX_NAME_CHARS = 120;
const PRODUCT_TOOL =
  /(?:^|[^a-z])(?:(?:take_?)?screen_?shot|click(?:_by_text)?|fill(?:_(?:input|form))?|(?:get_)?page_(?:structure|snapshot)|(?:take_)?snapshot|eval(?:uate)?(?:_script)?|navigate|hover|press_key|select_option|wait_for|browser_\w{1,40})$/i;

/**
 * Classifies what a tool said by rules; undefined where it is not worth remembering. Only whole lines of prose are taken:
 * markup, listings and data say what is there now, and not how the product behaves.
 */
export function observationIn(result: string, isError = false): ProductObservation | undefined {
  const lines = result.slice(0, MAX_RESULT_CHARS).split('\n').slice(0, MAX_LINES);
  for (const raw of lines) {
    const line = raw.trim().replace(/^(?:[-*•]|#{1,6}|\d{1,2}[.)])\s+/, '');
    if (line.length > MAX_LINE_CHARS || !isProse(line)) continue;
    const kind = RULES.find(
      ([, pattern, only]) => (only === undefined || isError) && pattern.test(line),
    )?.[0];
    if (kind !== undefined) return { kind, line };
  }
  return undefined;
}

const MAX_LINES = 200;
const MAX_LINE_CHARS = 300;

function isProse(line: string): boolean {
  if (/[<>{}|]|^["'`[(]|=>|\bref=|\[ref/.test(line)) return false;
  const letters = line.replace(/[^\p{L}\s]/gu, '').length;
  return letters >= 0.8 * line.length && line.split(/\s+/).length >= 4;
}

/** The first that fits; the last field is set where it must be an error. */
const RULES: readonly (readonly [ObservationKind, RegExp, only?: 'error'])[] = [
  [
    'tool_gotcha',
    /\b(?:strict mode violation|intercepts pointer events|not attached to the (?:dom|page)|stale element|selector (?:did not match|matches|not found|resolved)|(?:is|are) not supported by|must (?:use|pass|call)|cannot (?:click|type|fill|evaluate)|use \w+ instead)\b/i,
    'error',
  ],
  [
    'precondition',
    /\b(?:(?:must|need(?:s)? to|has to|have to) (?:be )?(?:log(?:ged)? in|sign(?:ed)? in|select|create|enable|open)|(?:login|sign[- ]in|authentication|permission) (?:is )?required|not (?:logged in|signed in|authenticated|authori[sz]ed)|redirect(?:s|ed)? to (?:the )?(?:log ?in|sign ?in)|requires? (?:a|an|the) |only (?:works|available|shown|visible) (?:after|when|if|with)|no \w+ (?:is )?selected)\b/i,
  ],
  [
    'timing',
    /\b(?:tim(?:ed|es) out|timeout|(?:takes?|took|waits?|waited|after) (?:about )?\d+(?:\.\d+)? ?(?:ms|milliseconds|s|sec|seconds|minutes)|still (?:loading|pending|running)|not (?:yet )?(?:loaded|visible|ready|rendered)|(?:spinner|skeleton|loading indicator)|debounced?|flaky|race condition)\b/i,
  ],
  [
    'test_sequence',
    /\b(?:before (?:clicking|filling|submitting|opening|saving)|after (?:clicking|filling|submitting|opening|saving|selecting)|first (?:click|fill|open|select|close)|then (?:click|fill|open|select|close)|in this order|step \d)\b/i,
  ],
  [
    'ui_behavior',
    /\b(?:(?:is|are|stays?|becomes?|remains?|was) (?:disabled|enabled|hidden|read[- ]only|focused|greyed out|grayed out|empty)|(?:opens?|closes?|shows?|hides?|displays?|appears?|disappears?|scrolls?|collapses?|expands?) (?:a|an|the|when|after|in|on|at)|(?:modal|dialog|toast|tooltip|dropdown|drawer|banner|popover) (?:opens?|closes?|appears?|shows?|is|says)|validation (?:error|message)|error message)\b/i,
  ],
];

export const observationText = ({ kind, line }: ProductObservation): string => `${HEADINGS[kind]}: ${line}`;

const HEADINGS: Record<ObservationKind, string> = {
  precondition: 'Precondition seen in the product',
  timing: 'Timing seen in the product',
  ui_behavior: 'Behavior seen in the product',
  test_sequence: 'Test sequence seen in the product',
  tool_gotcha: 'Trap of the test tool',
};

export const MAX_RESULT_CHARS = 20_000;
