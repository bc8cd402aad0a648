/** Metrics as families with bounded numbers of samples. */
import type { Metrics, Reading } from '../metrics.ts'
import { EXPORTED_METRICS, type ExportedMetric, NOT_EXPORTED } from './exported-metrics.ts'
import type { FamilySample, MetricFamily } from './metric-family.ts'

/** Metrics of one family, and of all families. Further ones are omitted and counted. */
const MAX_SERIES_OF_FAMILY = 2000
const MAX_SERIES = 20_000
const QUANTILES = [0.5, 0.95, 0.99]
const MICROSECONDS_PER_SECOND = 1e6
const MS_PER_SECOND = 1000

type Labels = Readonly<Record<string, string>>

/** Parts of names that may contain dots. */
const DOTTED = new Set(['type', 'codec', 'operation', 'counter', 'job', 'task'])

const patterns = EXPORTED_METRICS.map((metric) => ({ metric, pattern: patternOf(metric.from) }))

function patternOf(from: string): RegExp {
  const parts = from.split(/<(\w+)>/).map((part, at) => {
    if (at % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return `(?<${part}>${DOTTED.has(part) ? '.+' : '[^.]+'})`
  })
  return new RegExp(`^${parts.join('')}$`, 's')
}

/** How a metric is exported; `undefined` if it is not. */
export function exportOf(name: string): { readonly metric: ExportedMetric; readonly labels: Labels } | undefined {
  if (NOT_EXPORTED.some((pattern) => pattern.test(name))) return undefined
  for (const { metric, pattern } of patterns) {
    const match = pattern.exec(name)
    if (match !== null) return { metric, labels: { ...match.groups, ...metric.labels } }
  }
  return undefined
}

interface GrowingFamily extends MetricFamily {
  readonly samples: FamilySample[]
  series: number
}

export function readFamilies(metrics: Pick<Metrics, 'names' | 'find'>): {
  readonly families: readonly MetricFamily[]
  /** Metrics beyond the limits. */
  readonly omitted: number
} {
  const families = new Map<string, GrowingFamily>()
  let [series, omitted] = [0, 0]
  for (const name of metrics.names()) {
    const reading = metrics.find(name)
    const exported = reading === undefined ? undefined : exportOf(name)
    if (reading === undefined || exported === undefined) continue
    const { metric, labels } = exported
    const samples = samplesOf(reading, metric, labels)
    if (samples.length === 0) continue
    const family = families.get(metric.name) ?? newFamily(metric, reading)
    families.set(metric.name, family)
    if (family.series === MAX_SERIES_OF_FAMILY || series === MAX_SERIES) {
      omitted += 1
      continue
    }
    family.series += 1
    series += 1
    family.samples.push(...samples)
  }
  return { families: [...families.values()], omitted }
}

const newFamily = (metric: ExportedMetric, reading: Reading): GrowingFamily => ({
  name: metric.name,
  help: EXPORTED_METRICS.find(({ name }) => name === metric.name)?.help ?? '',
  type: typeOf(metric, reading),
  samples: [],
  series: 0,
})

function typeOf({ as }: ExportedMetric, { type }: Reading): MetricFamily['type'] {
  if (type === 'timer' || type === 'histogram') return 'summary'
  if (as === 'gauge' || as === 'counter') return as
  return type === 'gauge' ? 'gauge' : 'counter'
}

function samplesOf(reading: Reading, { as, scale = 1 }: ExportedMetric, labels: Labels): FamilySample[] {
  switch (reading.type) {
    case 'gauge': {
      const value = as === 'instant' ? instantOf(reading.value) : reading.value
      return typeof value === 'number' ? [{ labels, value: value * scale }] : []
    }
    case 'counter':
      return [{ labels, value: reading.count }]
    case 'meter':
      return [{ labels, value: reading.rates.total }]
    case 'timer':
      return summaryOf(reading, reading.rates.total, MICROSECONDS_PER_SECOND, labels)
    case 'histogram':
      return summaryOf(reading, reading.count, 1, labels)
  }
}

function summaryOf(
  reading: Extract<Reading, { type: 'timer' | 'histogram' }>,
  count: number,
  perUnit: number,
  labels: Labels,
): FamilySample[] {
  const times = reading.times()
  return [
    ...QUANTILES.map((quantile) => ({
      labels: { ...labels, quantile: String(quantile) },
      value: count === 0 ? Number.NaN : times.quantile(quantile) / perUnit,
    })),
    { suffix: '_sum' as const, labels, value: reading.sum / perUnit },
    { suffix: '_count' as const, labels, value: count },
  ]
}

function instantOf(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : value
  return typeof ms === 'number' && !Number.isNaN(ms) ? ms / MS_PER_SECOND : undefined
}
