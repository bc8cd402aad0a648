/** A plain theme and plain texts for tests of chart options. */
import type { XyInput } from '../aggregation/xy/xy-input.ts'

export const plainTheme = {
  scheme: 'light',
  font: '',
  text: '',
  dimmed: '',
  line: '',
  surface: '',
  hover: '',
  faint: '',
  land: '',
} as const

export const plainWords: XyInput['words'] = {
  zone: 'UTC',
  metric: (value) => String(value),
  metricType: () => 'long',
  axis: (value) => String(value),
  tick: String,
  instant: String,
  bucket: (from, to) => `${from}-${to}`,
  before: () => 'before',
  unfinished: 'unfinished',
  alerts: (messages) => messages.join(),
  alertsName: 'Alerts',
  more: String,
  key: (value) => value,
}
