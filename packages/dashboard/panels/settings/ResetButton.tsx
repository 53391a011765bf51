import { Button } from '@mantine/core';

/** Gives something its default again. */
export function ResetButton({ of, onClick }: { of: string; onClick: () => void }) {
  return (
    <Button variant="subtle" color="gray" size="compact-xs" aria-label={`Default ${of}`} onClick={onClick}>
      Default
    </Button>
  );
}
