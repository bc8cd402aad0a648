/** Figures of conditions in words: `avg took_ms 2.31 s (limit 1 s)` for the `avg(took_ms)=2308.38` of an event. */
import { type FigureLimit, figureLimits } from '@logyard/contract/events/figure-limits'
import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../base/text/text.tsx'
import { guessedFormat } from '../../view-document/model/number-unit.ts'
import { formatMeasure } from '../charts/number-format.ts'

/** `avg(took_ms)=2308.38`, as the server writes it. */
const FIGURE = /\b([a-z]+)\(([^()]*)\)=(-?\d+(?:\.\d+)?(?:E-?\d+)?|NaN)(?=\s|$)/g
const PERCENTILE = /^(.+), ?(\d+(?:\.\d+)?)$/

/** `avg(took_ms) > 1000` */
const COMPARED = /\b([a-z]+\([^()]*\)) (<=|>=|<|>|=) (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?=[\s\]]|$)/g

/** `avg took_ms`, `p95 took_ms`, `count()` for a series as it is written: `avg(took_ms)`. */
export function seriesText(series: string): string {
  const [, name = series, field = ''] = /^(\w+)\((.*)\)$/.exec(series) ?? []
  const percentile = name === 'percentile' ? PERCENTILE.exec(field) : null
  if (percentile !== null) return `p${percentile[2]} ${percentile[1]}`
  return field === '' ? `${name}()` : `${name} ${field}`
}

/** The limits of a condition, by the series as it is written: `avg(took_ms)`. */
function limitsOf(config: ProcessorConfig | undefined): ReadonlyMap<string, FigureLimit> {
  if (config?.type !== 'aggregation-v1') return new Map()
  const limits = config.conditions?.expression ? figureLimits(config.conditions.expression) : []
  return new Map(
    config.series.flatMap(({ id, function: name, field }) => {
      const found = limits.find(({ ref }) => ref === (id ?? name))
      return found === undefined ? [] : [[`${name}(${field ?? ''})`, found] as const]
    }),
  )
}

/** The number of a `count()` in the message of an event. */
export function countIn(message: string): number | undefined {
  const found = /\bcount\(\)=(\d+)\.0(?=\s|$)/.exec(message)
  return found === null ? undefined : Number(found[1])
}

export function useFigureWords() {
  const t = useText()
  const intl = useIntl()
  return useMemo(() => {
    /** `2.31 s` of a series as it is written. */
    const valueText = (series: string, value: number) => formatMeasure(value, guessedFormat(series), intl)
    const limitText = (series: string, figure: string, limit: number | undefined) =>
      limit === undefined ? figure : t('alerting.figure.limit', { figure, limit: valueText(series, limit) })
    const figureText = (series: string, value: number) =>
      `${seriesText(series)}${series.endsWith('()') ? ' =' : ''} ${valueText(series, value)}`
    return {
      valueText,
      /** The figure of a run, which is the first that the condition compares. */
      comparedText: (config: ProcessorConfig, value: number) => {
        const [series, compared] = limitsOf(config).entries().next().value ?? []
        return series === undefined ? undefined : limitText(series, figureText(series, value), compared?.limit)
      },
      /** `avg took_ms > 1 s` for the `avg(took_ms) > 1000` of a condition. */
      conditionText: (condition: string) =>
        condition.replaceAll(
          COMPARED,
          (_, series: string, comparison: string, limit: string) =>
            `${seriesText(series)} ${comparison} ${valueText(series, Number(limit))}`,
        ),
      /** The message of an event; with the limits of the condition that found it. */
      messageText: (message: string, config?: ProcessorConfig) => {
        const limits = limitsOf(config)
        return message.replaceAll(FIGURE, (all, name: string, field: string, number: string) => {
          const [series, value] = [`${name}(${field})`, Number(number)]
          if (Number.isNaN(value)) return all
          return limitText(series, figureText(series, value), limits.get(series)?.limit)
        })
      },
    }
  }, [t, intl])
}
