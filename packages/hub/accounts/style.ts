/** The colors of the panel. */
export const STYLE = `:root {
  color-scheme: light dark;
  --page: light-dark(#fbfaf8, #171614); --surface: light-dark(#fff, #1d1b19); --line: light-dark(#e8e4df, #2e2b28);
  --line-strong: light-dark(#d5d0ca, #45413c); --ink: light-dark(#1d1b19, #ece9e5); --ink-3: light-dark(#6e6963, #9a958d);
  --accent: light-dark(#ac4d0c, #eb9556); --sunken: light-dark(#f4f2ef, #131211);
  --bad: light-dark(#b42318, #f28b82); --bad-soft: light-dark(#fdecea, #341b19);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 14px/1.5 Inter, system-ui, sans-serif; }
header { padding: 12px 24px; border-bottom: 1px solid var(--line); background: var(--surface); }
header a { color: var(--ink); font-weight: 600; text-decoration: none; }
main { max-width: 640px; margin: 0 auto; padding: 24px; }
h1 { font-size: 20px; font-weight: 600; } h2 { margin: 32px 0 0; font-size: 16px; font-weight: 600; }
h3 { margin: 20px 0 6px; font-size: 13px; font-weight: 600; color: var(--ink-3); }
a { color: var(--accent); } p { margin: 0 0 8px; } .quiet { color: var(--ink-3); }
.card { display: grid; gap: 12px; margin: 12px 0; padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); }
.card.inline { grid-template-columns: repeat(auto-fit, minmax(160px, 1fr)); align-items: end; }
.card.inline .quiet { grid-column: 1 / -1; margin: 0; }
.row { display: flex; gap: 12px; align-items: center; justify-content: space-between; }
label { display: grid; gap: 4px; font-weight: 500; }
input, select { width: 100%; padding: 7px 10px; border: 1px solid var(--line-strong); border-radius: 6px; background: var(--page); color: inherit; font: inherit; }
button { padding: 8px 14px; border: 1px solid transparent; border-radius: 6px; background: var(--accent); color: light-dark(#fff, #171614); font: inherit; font-weight: 600; cursor: pointer; }
button.plain { border-color: var(--line-strong); background: var(--surface); color: var(--ink); font-weight: 500; }
button.small { padding: 2px 8px; }
:is(a, button, input, select, summary):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; } td { padding: 6px 8px 6px 0; border-bottom: 1px solid var(--line); }
td:last-child { text-align: right; padding-right: 0; } summary { margin-top: 12px; cursor: pointer; }
.code { padding: 10px 12px; border-radius: 6px; background: var(--sunken); font: 600 15px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
.bad { padding: 10px 12px; border-radius: 6px; background: var(--bad-soft); color: var(--bad); }
`;
