/** Formulas over the series of an aggregation: further numbers of each group, calculated from those that the server found. */
import type { PivotResult, PivotRow, PivotValue, SearchTypeResult } from '@logyard/contract/search/search-results'
import type { AggregationConfig, AggregationWidget, Formula, Series } from '@logyard/contract/views/view-state'
import { compileFormula } from '@logyard/languages/query-steps/formula'
import { metricNumber } from './metric-number.ts'
import { letterOf, seriesName } from './series-function.ts'
import type { WidgetResult } from './view-model.ts'

/** The widget and its result with the formulas as further series. */
export function withFormulas(
  widget: AggregationWidget,
  result: WidgetResult,
): readonly [AggregationWidget, WidgetResult] {
  const { config } = widget
  const { formulas = [], formulas_only: isOnly = false } = config
  if (formulas.length === 0) return [widget, result]
  const own = formulaSeries(config)
  const shown = { ...config, series: isOnly ? [...own] : [...config.series, ...own] }
  const made = calculations(config, own)
  const results = Object.entries(result.results).map(([name, one]): [string, SearchTypeResult] => [
    name,
    one.type === 'pivot' ? calculated(one, made, config) : one,
  ])
  return [
    { ...widget, config: shown },
    { ...result, results: Object.fromEntries(results) },
  ]
}

/** A series for each formula, with a name that no other has. */
function formulaSeries({ series, formulas = [] }: AggregationConfig): readonly Series[] {
  const taken = new Set(series.map(seriesName))
  return formulas.map(({ formula, name, format }) => {
    const wanted = name === undefined || name === null || name === '' ? formula : name
    let free = wanted
    for (let count = 2; taken.has(free); count += 1) free = `${wanted} ${count}`
    taken.add(free)
    return { function: formula, config: { name: free, ...(format === undefined ? {} : { format }) } }
  })
}

export const lettersOf = (series: readonly Series[]): readonly string[] => series.map((_, at) => letterOf(at))

type Calculation = (figures: readonly (number | null)[]) => number | null

interface Calculations {
  /** The names of the series, by which figures are found. */
  readonly names: readonly string[]
  readonly formulas: readonly { readonly name: string; readonly text: string; readonly run: Calculation }[]
}

/** A formula with an error has no values; the editor shows the error. */
function calculations({ series, formulas = [] }: AggregationConfig, own: readonly Series[]): Calculations {
  const letters = lettersOf(series)
  return {
    names: series.map(seriesName),
    formulas: formulas.map(({ formula }: Formula, at) => {
      const compiled = compileFormula(formula, letters)
      const one = own[at]
      return {
        name: one === undefined ? formula : seriesName(one),
        text: formula,
        run: compiled.ok ? compiled.run : () => null,
      }
    }),
  }
}

function calculated(pivot: PivotResult, made: Calculations, config: AggregationConfig): PivotResult {
  if (pivot.rows === undefined) return pivot
  const rows = pivot.rows.map((row) => ({ ...row, values: [...row.values, ...valuesOf(row, made)] }))
  return { ...pivot, rows: sorted(rows, made, config) }
}

/** The figures of one cell are those with the same keys of columns. */
function valuesOf({ values }: PivotRow, { names, formulas }: Calculations): readonly PivotValue[] {
  const cells = Map.groupBy(values, ({ key, source }) => JSON.stringify([source, ...key.slice(0, -1)]))
  return [...cells.values()].flatMap((cell) => {
    const [first] = cell
    if (first === undefined) return []
    const found = new Map(cell.map(({ key, value }) => [key.at(-1) ?? '', metricNumber(value)]))
    const figures = names.map((name) => found.get(name) ?? null)
    return formulas.map(({ name, run }) => ({
      ...first,
      key: [...first.key.slice(0, -1), name],
      value: run(figures),
    }))
  })
}

/** By a formula only the rows that are there can be sorted, each among those with the same outer keys. */
function sorted(rows: PivotRow[], { formulas }: Calculations, { sort: [sort] }: AggregationConfig): PivotRow[] {
  const by = sort?.type === 'series' ? formulas.find(({ text }) => text === sort.field) : undefined
  if (by === undefined) return rows
  const numberOf = ({ values }: PivotRow): number | null =>
    metricNumber(values.find(({ key, source }) => source === 'row-leaf' && key.at(-1) === by.name)?.value)
  const groups = Map.groupBy(rows, ({ key }) => JSON.stringify(key.slice(0, -1)))
  return [...groups.values()].flatMap((group) =>
    group.toSorted((one, other) => {
      const [a, b] = [numberOf(one), numberOf(other)]
      if (a === null || b === null) return Number(a === null) - Number(b === null)
      return sort?.direction === 'Descending' ? b - a : a - b
    }),
  )
}
