/** Writes metric families in the two formats that Prometheus reads. */
import type { FamilySample, MetricFamily } from './metric-family.ts'

export type ExpositionFormat = keyof typeof EXPOSITION_TYPES

export const EXPOSITION_TYPES = {
  text: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
} as const

export function writeExposition(families: readonly MetricFamily[], format: ExpositionFormat): string {
  const lines: string[] = []
  for (const family of families) {
    if (family.samples.length === 0) continue
    const name = describedName(family, format)
    lines.push(`# HELP ${name} ${escaped(family.help, format === 'openmetrics')}`, `# TYPE ${name} ${family.type}`)
    for (const sample of family.samples) lines.push(sampleLine(family.name, sample))
  }
  if (format === 'openmetrics') lines.push('# EOF')
  return `${lines.join('\n')}\n`
}

/** OpenMetrics describes a counter without the suffix of its samples. */
const describedName = ({ name, type }: MetricFamily, format: ExpositionFormat) =>
  format === 'openmetrics' && type === 'counter' ? name.replace(/_total$/, '') : name

function sampleLine(name: string, { suffix, labels, value }: FamilySample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text, true)}"`)
  return `${name}${suffix ?? ''}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${numberText(value)}`
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '"': '\\"' }

const escaped = (text: string, isQuoted: boolean) =>
  text.replaceAll(isQuoted ? /[\\\n"]/g : /[\\\n]/g, (character) => ESCAPES[character] ?? character)

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  if (value === Number.NEGATIVE_INFINITY) return '-Inf'
  return String(value)
}
