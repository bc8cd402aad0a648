/** The colours of chart data, in a separate file so that only screens with charts load them. */

export type Scheme = 'light' | 'dark'

/** As distinguishable as twelve colours can be with colour blindness; each has a contrast of 3:1 on its surface. */
const SERIES: Readonly<Record<Scheme, readonly string[]>> = {
  light: [
    '#278868',
    '#3b6fd4',
    '#c27c05',
    '#b8406a',
    '#7a55c7',
    '#14889a',
    '#cb5a1e',
    '#76871a',
    '#5a6774',
    '#a63f94',
    '#8a6038',
    '#3f8fcb',
  ],
  dark: [
    '#4db592',
    '#759ff2',
    '#efb321',
    '#e77f9f',
    '#ab90ec',
    '#45c1d0',
    '#f0945f',
    '#b4c44c',
    '#9aa8b8',
    '#dc86cb',
    '#c99d70',
    '#8ec8f3',
  ],
}

/** The colours after the first twelve: hues far from their neighbours. */
export function seriesColor(index: number, scheme: Scheme): string {
  const known = SERIES[scheme][index]
  if (known !== undefined) return known
  const hue = Math.round((index * 137.5) % 360)
  return hslColor(hue, 52, scheme === 'light' ? 42 : 66)
}

export const pickableColors = (scheme: Scheme): readonly string[] => [
  ...SERIES[scheme],
  ...SERIES[scheme === 'light' ? 'dark' : 'light'],
]

/** By syslog severity: errors stand out, ordinary messages stay in the background. */
const LEVELS: Readonly<Record<Scheme, readonly string[]>> = {
  light: ['#7f1430', '#9b1c31', '#b3232f', '#d14343', '#d99a08', '#6f9fd8', '#3b6fd4', '#9aa7b3'],
  dark: ['#ff5c7c', '#ff6f78', '#f47f7f', '#ee6f6f', '#f0b93a', '#8fb8ec', '#759ff2', '#6f7c89'],
}
export const levelColor = (severity: number, scheme: Scheme): string | undefined => LEVELS[scheme][severity]

/** Twenty steps from low to high, dark violet to yellow. */
const HEAT_STOPS: readonly (readonly [number, number, number])[] = [
  [48, 18, 82],
  [70, 50, 127],
  [54, 92, 141],
  [39, 127, 142],
  [31, 161, 135],
  [74, 194, 109],
  [159, 218, 58],
  [253, 231, 37],
]
export const HEAT_STEPS = 20
export const heatColors: readonly string[] = Array.from({ length: HEAT_STEPS }, (_, step) => {
  const at = (step / (HEAT_STEPS - 1)) * (HEAT_STOPS.length - 1)
  const low = Math.min(Math.floor(at), HEAT_STOPS.length - 2)
  const [from, to] = [HEAT_STOPS[low] ?? [0, 0, 0], HEAT_STOPS[low + 1] ?? [0, 0, 0]]
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * (at - low))
  return hexColor(part(0), part(1), part(2))
})

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
