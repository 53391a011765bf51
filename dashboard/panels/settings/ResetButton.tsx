import { Button } from '@mantine/core';
import { useWords } from '../../words/say.ts';
import { settingsWords } from './words.ts';

/** Gives something its default again. */
export function ResetButton({ of, onClick }: { of: string; onClick: () => void }) {
  const say = useWords(settingsWords);
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-xs"
      aria-label={`${say('field.reset')} ${of}`}
      onClick={onClick}
    >
      {say('field.reset')}
    </Button>
  );
}
