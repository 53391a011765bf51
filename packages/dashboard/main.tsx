import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './theme/theme.css';
import './theme/parts.css';
import './theme/panels.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { nonce } from './app/choices.ts';
import { expectPanel } from './app/panels.ts';
import { takeKey } from './calls/pass.ts';
import { listenForKeys } from './keys/keys.ts';

// Where the component library adds styles of its own it looks for the page's nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: nonce });
takeKey();
const expected = expectPanel(location.pathname);
listenForKeys();
createRoot(document.getElementById('root')!).render(<App expected={expected} />);
