/** The only theme: every colour, space, radius and font of the console. Components use tokens, never values. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { acceptCompletion } from './accept-completion.ts'
import { TOAST_LAYER } from './layers.ts'

const spruce: MantineColorsTuple = [
  '#eef8f4',
  '#d7eee4',
  '#b0ddca',
  '#84c9af',
  '#5db795',
  '#3ba27e',
  '#278868',
  '#1d6f54',
  '#175a44',
  '#0e4131',
]
const slate: MantineColorsTuple = [
  '#f6f8f9',
  '#edf0f3',
  '#e0e5ea',
  '#cdd5dc',
  '#aeb9c4',
  '#84919e',
  '#5a6774',
  '#434f5b',
  '#2e3842',
  '#1b232b',
]
const night: MantineColorsTuple = [
  '#dde3e9',
  '#b7c1cb',
  '#96a2ae',
  '#6f7c89',
  '#3b4651',
  '#2c353f',
  '#1f272f',
  '#161c22',
  '#11161b',
  '#0b0f13',
]
const amber: MantineColorsTuple = [
  '#fff8e6',
  '#fdedc4',
  '#fadb8b',
  '#f5c64e',
  '#efb321',
  '#d99a08',
  '#b57d04',
  '#8c5f05',
  '#6d4a08',
  '#4d3407',
]
const rose: MantineColorsTuple = [
  '#fdf0f0',
  '#fadcdc',
  '#f4b6b6',
  '#ee8d8d',
  '#e66767',
  '#db4646',
  '#c22f2f',
  '#a52525',
  '#851f1f',
  '#5f1818',
]

const heading = (fontSize: string, lineHeight: string) => ({ fontSize, lineHeight })

export const theme = createTheme({
  colors: { spruce, gray: slate, dark: night, amber, red: rose },
  primaryColor: 'spruce',
  primaryShade: { light: 7, dark: 7 },
  white: '#ffffff',
  black: '#1b232b',
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '18px' },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '19px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '6px', sm: '10px', md: '16px', lg: '24px', xl: '36px' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: heading('20px', '1.3'),
      h2: heading('15px', '1.4'),
      h3: heading('14px', '1.4'),
      h4: heading('13px', '1.4'),
      h5: heading('13px', '1.4'),
      h6: heading('12px', '1.4'),
    },
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  // By name, not by import: the login page must not load components that it does not use.
  components: {
    Button: { defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 550 } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm' },
      styles: { label: { textTransform: 'none', fontWeight: 550 } },
    },
    InputWrapper: {
      // Labels name the optional fields; the others are required.
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'], withAsterisk: false },
      styles: { label: { marginBottom: '3px' } },
    },
    // The placeholder is a focusable element without a role in a menu, which confuses screen readers.
    Menu: {
      defaultProps: { shadow: 'md', transitionProps: { duration: 80 }, withInitialFocusPlaceholder: false },
    },
    // Above toasts, which would take the clicks on the entries below them.
    Popover: { defaultProps: { zIndex: TOAST_LAYER + 10 } },
    Drawer: { defaultProps: { transitionProps: { duration: 120 } }, styles: { title: { fontWeight: 620 } } },
    Modal: {
      defaultProps: { radius: 'md', transitionProps: { duration: 120 } },
      styles: { title: { fontWeight: 620 } },
    },
    NumberInput: { defaultProps: { allowDecimal: false } },
    // Typing a name and Enter selects it.
    Select: { defaultProps: { selectFirstOptionOnChange: true } },
    MultiSelect: { defaultProps: { selectFirstOptionOnChange: true } },
    Autocomplete: { defaultProps: { selectFirstOptionOnChange: true, onKeyDown: acceptCompletion } },
    Paper: {
      defaultProps: { radius: 'md', withBorder: true },
      styles: { root: { '--paper-border-color': 'var(--ly-border)' } },
    },
    Table: {
      defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm', fz: 'sm' },
      styles: {
        th: { fontSize: 'var(--mantine-font-size-xs)', fontWeight: 550, color: 'var(--mantine-color-dimmed)' },
      },
    },
    Tooltip: {
      defaultProps: { openDelay: 300, withArrow: true, events: { hover: true, focus: true, touch: true } },
    },
  },
})

/** Tokens that Mantine does not have. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one table of tokens
export const cssVariables: CSSVariablesResolver = (mantine) => ({
  variables: {
    '--ly-rail-width': '208px',
    '--ly-rail-width-collapsed': '56px',
    '--ly-header-height': '48px',
    '--ly-row-height': '32px',
    '--ly-level-error': mantine.colors['red']?.[6] ?? '',
  },
  light: {
    '--mantine-color-dimmed': slate[6],
    '--mantine-color-error': rose[6],
    '--mantine-color-anchor': spruce[7],
    '--mantine-color-body': '#ffffff',
    '--mantine-color-default-border': slate[3],
    '--mantine-color-placeholder': slate[6],
    '--mantine-color-red-light': rose[0],
    '--mantine-color-red-light-color': rose[7],
    '--mantine-color-amber-light': amber[0],
    '--mantine-color-amber-light-color': amber[8],
    '--ly-canvas': slate[0],
    '--ly-surface': '#ffffff',
    '--ly-border': slate[2],
    '--ly-hover': slate[1],
    '--ly-accent-text': spruce[7],
    '--ly-accent-soft': spruce[0],
    '--ly-edge-shadow': 'rgb(27 35 43 / 0.18)',
    '--ly-chart-in': spruce[6],
    '--ly-chart-out': slate[5],
    '--ly-ok': spruce[6],
    '--ly-warn': amber[5],
    '--ly-warn-text': amber[7],
    '--ly-bad': rose[5],
    '--ly-bad-text': rose[6],
    '--ly-syntax-field': '#1d5f8f',
    '--ly-syntax-operator': '#8a3d8f',
    '--ly-syntax-string': spruce[7],
    '--ly-syntax-pattern': amber[8],
    '--ly-difference': '#ffd8a8',
    '--ly-syntax-number': '#7a4a12',
    '--ly-syntax-mark': slate[6],
  },
  dark: {
    '--mantine-color-dimmed': night[2],
    '--mantine-color-error': rose[3],
    '--mantine-color-anchor': spruce[4],
    '--mantine-color-body': night[7],
    '--mantine-color-placeholder': night[2],
    '--mantine-color-default': night[6],
    '--mantine-color-default-border': night[4],
    '--mantine-color-default-hover': night[5],
    '--mantine-color-red-light': '#2a1a1d',
    '--mantine-color-red-light-color': rose[2],
    '--mantine-color-amber-light': '#292317',
    '--mantine-color-amber-light-color': amber[2],
    '--ly-canvas': night[8],
    '--ly-surface': night[7],
    '--ly-border': night[5],
    '--ly-hover': night[6],
    '--ly-accent-text': spruce[4],
    '--ly-accent-soft': '#16302a',
    '--ly-edge-shadow': 'rgb(0 0 0 / 0.6)',
    '--ly-chart-in': spruce[5],
    '--ly-chart-out': night[2],
    '--ly-ok': spruce[5],
    '--ly-warn': amber[4],
    '--ly-warn-text': amber[3],
    '--ly-bad': rose[4],
    '--ly-bad-text': rose[3],
    '--ly-syntax-field': '#7fc1ee',
    '--ly-syntax-operator': '#dba3e0',
    '--ly-syntax-string': spruce[3],
    '--ly-syntax-pattern': amber[3],
    '--ly-difference': '#6b4410',
    '--ly-syntax-number': '#e8bd8a',
    '--ly-syntax-mark': night[2],
  },
})
