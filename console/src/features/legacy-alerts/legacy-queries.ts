/** What the pages of legacy alerts read. */
import { listAlarmCallbackTypes, listAllAlarmCallbacks } from '@logyard/contract/legacy-alerts/alarm-callbacks'
import {
  getAlertCondition,
  listAlertConditionTypes,
  listAllAlertConditions,
} from '@logyard/contract/legacy-alerts/alert-conditions'
import {
  getLegacyAlert,
  type LegacyAlertState,
  listAlertHistories,
  pageLegacyAlerts,
} from '@logyard/contract/legacy-alerts/legacy-alerts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { callQuery, pickQuery, polledQuery } from '../../api/call-query.ts'
import type { ListPosition } from '../../ui/data-table/list-state.ts'

/** Prefix of all keys of legacy alerts: a changed condition also resolves its alerts. */
export const LEGACY_KEY = ['legacy-alerts'] as const
/** Apart from the others: the page of a condition must not load it once it is deleted. */
export const LEGACY_CONDITION_KEY = ['legacy-condition'] as const
const POLL_MS = 10_000

const byTitle = <Titled extends { readonly title: string | null }>(all: readonly Titled[]): readonly Titled[] =>
  all.toSorted((a, b) => (a.title ?? '').localeCompare(b.title ?? ''))

export const alertsQuery = (call: Call, { page, perPage }: ListPosition, state: LegacyAlertState) =>
  queryOptions({
    queryKey: [...LEGACY_KEY, 'alerts', state, page, perPage],
    queryFn: async ({ signal }) => {
      const query = { skip: (page - 1) * perPage, limit: perPage, state }
      const { alerts, total } = await call(pageLegacyAlerts, { query, signal, extendSession: false })
      return { rows: alerts, total }
    },
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })

export const alertQuery = (call: Call, alertId: string) =>
  polledQuery(call, [...LEGACY_KEY, 'alert', alertId], POLL_MS, getLegacyAlert, { params: { alertId } })

export const historyQuery = (call: Call, streamId: string, alertId: string) => ({
  ...pickQuery(call, [...LEGACY_KEY, 'history', alertId], ({ histories }) => histories, listAlertHistories, {
    params: { id: streamId, alertId },
    extendSession: false,
  }),
  refetchInterval: POLL_MS,
})

export const conditionsQuery = (call: Call) =>
  pickQuery(call, [...LEGACY_KEY, 'conditions'], ({ conditions }) => byTitle(conditions), listAllAlertConditions)

export const conditionQuery = (call: Call, streamId: string, conditionId: string) =>
  callQuery(call, [...LEGACY_CONDITION_KEY, conditionId], getAlertCondition, {
    params: { id: streamId, cid: conditionId },
  })

/** They change only with the server's version. */
export const conditionTypesQuery = (call: Call) => ({
  ...callQuery(call, ['legacy-condition-types'], listAlertConditionTypes),
  staleTime: Number.POSITIVE_INFINITY,
})

export const callbacksQuery = (call: Call) =>
  pickQuery(call, [...LEGACY_KEY, 'callbacks'], ({ alarmcallbacks: all }) => byTitle(all), listAllAlarmCallbacks)

/** Their choices contain the users. */
export const callbackTypesQuery = (call: Call) => ({
  ...pickQuery(call, [...LEGACY_KEY, 'callback-types'], ({ types }) => types, listAlarmCallbackTypes),
  staleTime: 60_000,
})
