/** The colours of chart data, in a separate file so that only screens with charts load them. */

export type Scheme = 'light' | 'dark'

/** Each has a contrast of 3:1 on its surface. Red and amber are missing: they mean errors and warnings. */
const SERIES: Readonly<Record<Scheme, readonly string[]>> = {
  light: [
    '#3b6fd4',
    '#14889a',
    '#7a55c7',
    '#76871a',
    '#a63f94',
    '#5a6774',
    '#3f8fcb',
    '#8a6038',
    '#278868',
    '#5b5fc7',
    '#4d7c4f',
    '#9a6fb0',
  ],
  dark: [
    '#759ff2',
    '#45c1d0',
    '#ab90ec',
    '#b4c44c',
    '#dc86cb',
    '#9aa8b8',
    '#8ec8f3',
    '#c99d70',
    '#4db592',
    '#9c9ff0',
    '#8fbf8f',
    '#cdabdd',
  ],
}

/** Hues from yellow-green to violet. */
const FIRST_HUE = 75
const HUES = 245

/** The colours after the first twelve: hues far from their neighbours. */
export function seriesColor(index: number, scheme: Scheme): string {
  const known = SERIES[scheme][index]
  if (known !== undefined) return known
  const hue = Math.round(FIRST_HUE + ((index * 137.5) % HUES))
  return hslColor(hue, 52, scheme === 'light' ? 42 : 66)
}

/** Colour of counts without groups, which need no colour to be told apart. */
const NEUTRAL: Readonly<Record<Scheme, string>> = { light: '#76869a', dark: '#8896a8' }
export const neutralColor = (scheme: Scheme): string => NEUTRAL[scheme]

/** Good, odd and bad, which only people assign. */
const MEANINGS: Readonly<Record<Scheme, readonly string[]>> = {
  light: ['#278868', '#c27c05', '#cb5a1e', '#d14343'],
  dark: ['#4db592', '#efb321', '#f0945f', '#ee6f6f'],
}

export const pickableColors = (scheme: Scheme): readonly string[] => {
  const other = scheme === 'light' ? 'dark' : 'light'
  const all = [...SERIES[scheme], ...MEANINGS[scheme], ...SERIES[other], ...MEANINGS[other]]
  return [...new Set(all)]
}

/** Colours by syslog severity: errors stand out, ordinary messages stay in the background. */
const LEVELS: Readonly<Record<Scheme, readonly string[]>> = {
  light: ['#7f1430', '#9b1c31', '#b3232f', '#d14343', '#d99a08', '#6f9fd8', '#3b6fd4', '#9aa7b3'],
  dark: ['#ff5c7c', '#ff6f78', '#f47f7f', '#ee6f6f', '#f0b93a', '#8fb8ec', '#759ff2', '#6f7c89'],
}
export const levelColor = (severity: number, scheme: Scheme): string | undefined => LEVELS[scheme][severity]

/** Counts are neutral; only warnings and errors have a colour. */
const TONES = {
  light: { error: '#d14343', warning: '#d99a08', normal: '#93a0ad', quiet: '#bcc6cf' },
  dark: { error: '#ee6f6f', warning: '#f0b93a', normal: '#6f7c89', quiet: '#4a5661' },
} as const
export const toneColor = (tone: keyof typeof TONES.light, scheme: Scheme): string => TONES[scheme][tone]

/** One hue from just above the surface to its opposite. */
const HEAT_STOPS: Readonly<Record<Scheme, readonly (readonly [number, number, number])[]>> = {
  light: [
    [238, 242, 248],
    [176, 199, 238],
    [97, 141, 219],
    [43, 84, 172],
    [18, 37, 92],
  ],
  dark: [
    [35, 43, 53],
    [38, 66, 114],
    [63, 108, 190],
    [130, 171, 239],
    [222, 234, 255],
  ],
}
export const HEAT_STEPS = 20

/** Twenty steps from low to high. */
export function heatColors(scheme: Scheme): readonly string[] {
  const stops = HEAT_STOPS[scheme]
  return Array.from({ length: HEAT_STEPS }, (_, step) => {
    const at = (step / (HEAT_STEPS - 1)) * (stops.length - 1)
    const low = Math.min(Math.floor(at), stops.length - 2)
    const [from, to] = [stops[low] ?? [0, 0, 0], stops[low + 1] ?? [0, 0, 0]]
    const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * (at - low))
    return hexColor(part(0), part(1), part(2))
  })
}

function hexColor(...parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** As hex, which is how colours are stored. */
function hslColor(hue: number, saturation: number, lightness: number): string {
  const chroma = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100)
  const part = (shift: number) => {
    const at = (shift + hue / 30) % 12
    return Math.round(255 * (lightness / 100 - chroma * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
  }
  return hexColor(part(0), part(8), part(4))
}
