import { Button } from '@mantine/core';

/** What can be done besides what a page is for. */
export const PlainButton = Button.withProps({ variant: 'default' });
/** The same within a row of a list. */
export const RowButton = Button.withProps({ variant: 'default', size: 'compact-xs' });
/** What is offered without drawing the eye. */
export const QuietButton = Button.withProps({ variant: 'subtle', color: 'gray', size: 'compact-xs' });
