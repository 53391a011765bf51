import { Component, type ReactNode } from 'react';
import { TroubleNote } from './TroubleNote.tsx';

/** Keeps a mistake in one panel from taking the whole page with it. */
export class PanelErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? (
      <BrokenNote onAgain={() => this.setState({ failed: false })} />
    ) : (
      this.props.children
    );
  }
}

function BrokenNote({ onAgain }: { onAgain: () => void }) {
  const trouble = {
    message: 'This part of the page crashed.',
    hint: 'Reload the page; if it happens again, please report it.',
    code: 'unexpected' as const,
  };
  return <TroubleNote trouble={trouble} onAgain={onAgain} page />;
}
