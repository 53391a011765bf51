// Before anything is drawn, so that a dark page does not flash.
const wanted = /(?:^|; )sqrl-scheme=(\w+)/.exec(document.cookie)?.[1];
const dark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
