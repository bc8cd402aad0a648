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
  metric: String,
  metricType: () => 'long',
  axis: String,
  tick: String,
  instant: String,
  bucket: (from, to) => `${from}-${to}`,
  before: 'before',
  alerts: (messages) => messages.join(),
  alertsName: 'Alerts',
  more: String,
  key: (value) => value,
}
