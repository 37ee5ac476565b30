import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The accent colour. Shade 8 carries white text at 6:1, shade 3 on dark has 9:1. */
const water: MantineColorsTuple = [
  '#e4f6f7',
  '#cdecef',
  '#9fdae0',
  '#6fc8d2',
  '#48b8c4',
  '#2aa5b3',
  '#168e9c',
  '#0f7986',
  '#0b6c78',
  '#075862',
]

/** Mantine's dark scale with a tint of the accent: 0 is text, 7 the background. */
const night: MantineColorsTuple = [
  '#dce7ea',
  '#b4c5ca',
  '#93a8ae',
  '#6a8087',
  '#3a4d53',
  '#2a3b41',
  '#1d2b30',
  '#121c20',
  '#0d1518',
  '#080e10',
]

export const theme = createTheme({
  primaryColor: 'water',
  primaryShade: 8,
  colors: { water, dark: night },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // The smaller sizes are under the 24 px minimum target (WCAG 2.5.8).
  components: {
    Switch: { defaultProps: { size: 'md' } },
    Alert: { defaultProps: { variant: 'light' } },
    // Menus and lists of choices are over the toasts, and under the dialog that asks for the password again.
    Popover: { defaultProps: { zIndex: 550 } },
    // Taller than the room beside its button (a phone in landscape, 200 %), a menu scrolls instead of leaving the screen.
    Menu: {
      defaultProps: {
        position: 'bottom-end',
        withInitialFocusPlaceholder: false,
        middlewares: { flip: true, shift: true, size: true },
      },
      styles: { dropdown: { overflowY: 'auto' } },
    },
  },
  // System fonts: nothing is downloaded. Fonts with good Persian letters come first.
  fontFamily:
    '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Vazirmatn, "Noto Sans", "Noto Sans Arabic", "Helvetica Neue", Arial, system-ui, sans-serif',
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#11262c',
    '--mantine-color-dimmed': '#4d646c',
    '--mantine-color-placeholder': '#61777e',
    '--mantine-color-default-border': '#c8d3d7',
    '--mantine-color-error': '#c0271f',
    '--ground': '#f3f6f7',
    '--surface': '#ffffff',
    '--line': '#e0e7ea',
    '--accent': '#0b6c78',
    '--accent-soft': '#e4f6f7',
    '--second': '#a1480a',
    '--good': '#11734b',
    '--warn': '#8f5600',
    '--bad': '#c0271f',
    '--track': '#e3eaec',
    '--shadow': '0 1px 2px rgb(16 38 44 / 6%), 0 4px 16px rgb(16 38 44 / 4%)',
  },
  dark: {
    '--mantine-color-body': '#172328',
    '--mantine-color-text': '#e2ecef',
    '--mantine-color-dimmed': '#9db1b7',
    '--mantine-color-placeholder': '#8fa4ab',
    '--mantine-color-default-border': '#3a4d53',
    '--mantine-color-error': '#ff8f88',
    '--mantine-color-gray-light': '#1d2b30',
    '--ground': '#0d1518',
    '--surface': '#141f23',
    '--line': '#243338',
    '--accent': '#6fc8d2',
    '--accent-soft': '#12343a',
    '--second': '#f0a86b',
    '--good': '#63d3a0',
    '--warn': '#f2bd62',
    '--bad': '#ff8f88',
    '--track': '#26363b',
    '--shadow': 'none',
  },
})
