/** Parses series functions such as `percentile(took_ms,95)`. */
import { SERIES_FUNCTIONS, type SeriesSpec } from '@logyard/contract/search/search-types'
import type { Series } from '@logyard/contract/views/view-state'

export type SeriesFunction = (typeof SERIES_FUNCTIONS)[number]
export const PERCENTILES = [25, 50, 75, 90, 95, 99]

export interface SeriesCall {
  readonly type: SeriesFunction
  readonly field?: string
  readonly percentile?: number
}

const isFunction = (name: string): name is SeriesFunction => SERIES_FUNCTIONS.some((known) => known === name)

/** `undefined` if the function is unknown: it is then shown as it is, and the server reports the error. */
export function parseSeries(text: string): SeriesCall | undefined {
  const [, name, inner] = /^(\w+)\((.*)\)$/s.exec(text.trim()) ?? []
  if (name === undefined || inner === undefined || !isFunction(name)) return undefined
  if (name === 'percentile') {
    const comma = inner.lastIndexOf(',')
    const percentile = Number(inner.slice(comma + 1))
    const field = inner.slice(0, comma).trim()
    if (comma < 1 || field === '' || !Number.isFinite(percentile)) return undefined
    return { type: name, field, percentile }
  }
  const field = inner.trim()
  if (field === '') return name === 'count' ? { type: name } : undefined
  return { type: name, field }
}

export const writeSeries = ({ type, field, percentile }: SeriesCall): string =>
  percentile === undefined ? `${type}(${field ?? ''})` : `${type}(${field ?? ''},${percentile})`

/** A metric's name in results and on screen: its custom name, or its function. */
export const seriesName = ({ function: text, config }: Series): string =>
  config.name === null || config.name === '' ? text : config.name

const ALPHABET = 26

/** The name of a series in formulas: A to Z, then A1 to Z1, and so on. */
export const letterOf = (place: number): string => {
  const round = Math.floor(place / ALPHABET)
  return `${String.fromCharCode(65 + (place % ALPHABET))}${round === 0 ? '' : round}`
}

export function seriesSpec(series: Series): SeriesSpec {
  const id = seriesName(series)
  const call = parseSeries(series.function)
  if (call === undefined || call.type === 'count')
    return { type: 'count', id, ...(call?.field === undefined ? {} : { field: call.field }) }
  const { type, field = '', percentile } = call
  return type === 'percentile' ? { type, id, field, percentile: percentile ?? 0 } : { type, id, field }
}

/** The kind of a metric's values: counts are integers, extremes have their field's type, all others are fractions. */
export function metricType(text: string, typeOf: (field: string) => string): string {
  const call = parseSeries(text)
  switch (call?.type) {
    case 'count':
    case 'card':
      return 'long'
    case 'avg':
    case 'min':
    case 'max':
    case 'percentile':
      return typeOf(call.field ?? '')
    default:
      return 'float'
  }
}
