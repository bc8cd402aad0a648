/** Stored alerts and the histories of their callbacks. */

import { AlarmCallback } from '@logyard/contract/legacy-alerts/alarm-callbacks'
import { type AlarmCallbackHistory, DEFAULT_LEGACY_ALERTS } from '@logyard/contract/legacy-alerts/legacy-alerts'
import { Value } from 'typebox/value'
import type { Replica } from '../platform/settings/replica.ts'
import { alertAnswer, type HistoryStore, isOpen, type StoredHistory, type StoredLegacyAlert } from './alert-store.ts'
import { legacyAlertNotFound } from './legacy-alert-errors.ts'

export interface SinceQuery {
  /** Unix time in seconds. */
  readonly since?: number
  readonly limit?: number
}

export interface StateQuery {
  readonly skip?: number
  readonly limit?: number
  readonly state?: string
}

export type AlertService = ReturnType<typeof createAlertService>

export function createAlertService(deps: {
  readonly replica: Replica<StoredLegacyAlert>
  readonly histories: HistoryStore
}) {
  const { replica, histories } = deps

  async function newestFirst(streamIds: ReadonlySet<string>): Promise<readonly StoredLegacyAlert[]> {
    await replica.fresh()
    return [...streamIds]
      .flatMap((id) => replica.listBy('stream', id))
      .sort((a, b) => (a.triggered_at < b.triggered_at || (a.triggered_at === b.triggered_at && a.id < b.id) ? 1 : -1))
  }

  async function get(id: string): Promise<StoredLegacyAlert> {
    await replica.fresh()
    const alert = replica.find(id)
    if (alert === undefined) throw legacyAlertNotFound(id)
    return alert
  }

  return {
    /** Those of the streams since then; `total` counts those returned. */
    async listSince(streamIds: ReadonlySet<string>, { since = 0, limit = DEFAULT_LEGACY_ALERTS }: SinceQuery) {
      const found = (await newestFirst(streamIds)).filter(
        ({ triggered_at }) => Date.parse(triggered_at) >= since * 1000,
      )
      const alerts = found.slice(0, limit).map(alertAnswer)
      return { total: alerts.length, alerts }
    },
    async count(streamId: string) {
      await replica.fresh()
      return replica.listBy('stream', streamId).length
    },
    /** `total` counts all of the streams in that state. */
    async page(streamIds: ReadonlySet<string>, { skip = 0, limit = DEFAULT_LEGACY_ALERTS, state = '' }: StateQuery) {
      const found = (await newestFirst(streamIds)).filter(inState(state))
      return { total: found.length, alerts: found.slice(skip, skip + limit).map(alertAnswer) }
    },
    get: async (id: string) => alertAnswer(await get(id)),
    async histories(streamId: string, alertId: string) {
      const alert = await get(alertId)
      if (alert.stream_id !== streamId) throw legacyAlertNotFound(alertId)
      return (await histories.listBy('alert', alertId)).map(historyAnswer)
    },
  }
}

/** Any other word means all. */
function inState(state: string): (alert: StoredLegacyAlert) => boolean {
  switch (state.toLowerCase()) {
    case 'resolved':
      return (alert) => !isOpen(alert)
    case 'unresolved':
      return isOpen
    default:
      return () => true
  }
}

const historyAnswer = ({ callback, ...history }: StoredHistory): AlarmCallbackHistory => ({
  ...history,
  alarmcallbackconfiguration: Value.Parse(AlarmCallback, JSON.parse(callback)),
})
