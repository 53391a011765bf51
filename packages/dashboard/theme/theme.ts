import { createTheme, type MantineColorsTuple } from '@mantine/core';

const shades = (text: string) => text.split(' ') as unknown as MantineColorsTuple;

/** The one accent: the red-brown of a squirrel's tail. Everything else is a warm grey. */
const russet = shades('#fdf4ed #f9e4d4 #f3c7a6 #eca873 #e58d4a #de7628 #c95f14 #ac4d0c #8b3e0b #6b300b');

const gray = shades('#faf9f7 #f4f2ef #eae7e3 #dcd8d3 #c5c0ba #a09a93 #6e6963 #54504b #383531 #1d1b19');

const dark = shades('#e6e3df #c3bfb9 #a09b94 #6d6963 #3f3c38 #322f2c #252321 #1b1a18 #151413 #0f0e0d');

/** For what cannot be taken back; dark enough to be read as text. */
const red = shades('#fdecea #fad1cc #f3a69e #ec7b70 #f08a80 #e8776c #c8352a #b42318 #8f1c13 #6b150e');

const SANS = "'Inter', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const MONO = "ui-monospace, 'SF Mono', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

export const theme = createTheme({
  colors: { russet, gray, dark, red },
  primaryColor: 'russet',
  // White can be read on it in both schemes.
  primaryShade: 7,
  autoContrast: true,
  black: '#1d1b19',
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: { fontFamily: SANS, fontWeight: '600' },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  // Narrower, the navigation opens over the page.
  breakpoints: { sm: '52em' },
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    // Open at once: a key that is pressed meanwhile must not reach what lies below.
    Modal: { defaultProps: { transitionProps: { duration: 0 } } },
    Button: { defaultProps: { size: 'xs' } },
    // What people write may run from right to left.
    TextInput: { defaultProps: { size: 'sm', dir: 'auto' } },
    Textarea: { defaultProps: { dir: 'auto' } },
    Select: { defaultProps: { size: 'xs' } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false } },
  },
});
