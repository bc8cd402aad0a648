import { type WidgetResult, widgetResult } from '../model/view-model.ts'
import type { RunnerState, WidgetOutcome } from './run-request.ts'

export const noResult: WidgetResult = { results: {}, errors: [], isLoading: false }
const firstResultLoading: WidgetResult = { ...noResult, isLoading: true }

/** Results by whether a newer one is loading. Equal outcomes give the same object: other widgets do not re-render. */
const cached = { true: new WeakMap<WidgetOutcome, WidgetResult>(), false: new WeakMap<WidgetOutcome, WidgetResult>() }

/** What a widget shows. */
export function resultOfWidget(widgetId: string, { outcomes, loading }: Pick<RunnerState, 'outcomes' | 'loading'>) {
  const outcome = outcomes.get(widgetId)
  const isLoading = loading.has(widgetId)
  if (outcome === undefined) return isLoading ? firstResultLoading : noResult
  const known = cached[`${isLoading}`]
  const result = known.get(outcome) ?? widgetResult(outcome.query, outcome.searchTypeIds, isLoading)
  known.set(outcome, result)
  return result
}
