import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Router } from 'wouter';
import type { CallError } from '../calls/trouble.ts';
import { LiveProvider } from '../live/LiveProvider.tsx';
import { PanelErrorBoundary } from '../parts/page.tsx';
import { theme } from '../theme/theme.ts';
import { nonce, schemes } from './choices.ts';
import { ProjectGate } from './projects.tsx';
import { Shell } from './Shell.tsx';

/** A daemon that is not there, or that is just going, may be there in a moment. */
const PASSING = new Set<CallError['code']>(['gone', 'cancelled']);

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      // The daemon is on this machine: whether there is a network says nothing.
      networkMode: 'always',
      retry: (failures, trouble) => PASSING.has((trouble as CallError).code) && failures < 2,
      retryDelay: 600,
    },
    mutations: { networkMode: 'always' },
  },
});

export const App = ({ expected }: { expected: Promise<void> }) => (
  <MantineProvider
    theme={theme}
    colorSchemeManager={schemes}
    defaultColorScheme="auto"
    getStyleNonce={() => nonce}
  >
    <QueryClientProvider client={queries}>
      <LiveProvider>
        <Notifications position="bottom-right" autoClose={7000} limit={3} />
        <PanelErrorBoundary>
          <ProjectGate expected={expected}>
            {(base) => (
              <Router base={base}>
                <Shell />
              </Router>
            )}
          </ProjectGate>
        </PanelErrorBoundary>
      </LiveProvider>
    </QueryClientProvider>
  </MantineProvider>
);
