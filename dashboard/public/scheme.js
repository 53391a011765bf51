// Before anything is drawn, so that a dark page does not flash.
const wanted = localStorage.getItem('sqrl-scheme');
const dark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
