/** Threshold values: drawn as lines, and used as the colour of a single number. */
import type { AggregationConfig, Threshold } from '@logyard/contract/views/view-state'
import type { Scheme } from '../../base/theme/chart-colors.ts'

export const takesThresholds = ({ visualization }: AggregationConfig): boolean =>
  ['bar', 'line', 'area', 'scatter', 'numeric'].includes(visualization)

/** Charts with an axis of values. */
export const takesValueAxis = (config: AggregationConfig): boolean =>
  takesThresholds(config) && config.visualization !== 'numeric'

/** The highest threshold that the value reaches. */
export function reachedThreshold(
  value: number | null,
  { thresholds = [] }: Pick<AggregationConfig, 'thresholds'>,
): Threshold | undefined {
  if (value === null) return undefined
  return thresholds.filter((one) => one.value <= value).toSorted((a, b) => b.value - a.value)[0]
}

/** The minimum contrast of large text. */
const CONTRAST = 3.2
const SURFACES: Readonly<Record<Scheme, number>> = { light: 1, dark: 0.012 }

/** The chosen colour, darkened or lightened if it would be unreadable on this theme. */
export function readableColor(color: string, scheme: Scheme): string {
  const towards = scheme === 'light' ? 0 : 255
  let channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  for (let step = 0; step < 20 && contrast(luminance(channels), SURFACES[scheme]) < CONTRAST; step += 1)
    channels = channels.map((channel) => Math.round(channel + (towards - channel) * 0.1))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
