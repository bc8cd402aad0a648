/** Stored alerts and the histories of their callbacks. */

import { AlarmCallback } from '@logyard/contract/legacy-alerts/alarm-callbacks'
import {
  type AlarmCallbackHistory,
  DEFAULT_LEGACY_ALERTS,
  type LegacyAlert,
  type LegacyAlertList,
} from '@logyard/contract/legacy-alerts/legacy-alerts'
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

export interface AlertService {
  /** Those of the streams since then; `total` counts those returned. */
  listSince(streamIds: ReadonlySet<string>, query: SinceQuery): Promise<LegacyAlertList>
  count(streamId: string): Promise<number>
  /** `total` counts all of the streams in that state. */
  page(streamIds: ReadonlySet<string>, query: StateQuery): Promise<LegacyAlertList>
  get(id: string): Promise<LegacyAlert>
  histories(streamId: string, alertId: string): Promise<readonly AlarmCallbackHistory[]>
}

export function createAlertService(deps: {
  readonly replica: Replica<StoredLegacyAlert>
  readonly histories: HistoryStore
}): AlertService {
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
    async listSince(streamIds, { since = 0, limit = DEFAULT_LEGACY_ALERTS }) {
      const found = (await newestFirst(streamIds)).filter(
        ({ triggered_at }) => Date.parse(triggered_at) >= since * 1000,
      )
      const alerts = found.slice(0, limit).map(alertAnswer)
      return { total: alerts.length, alerts }
    },
    async count(streamId) {
      await replica.fresh()
      return replica.listBy('stream', streamId).length
    },
    async page(streamIds, { skip = 0, limit = DEFAULT_LEGACY_ALERTS, state = '' }) {
      const found = (await newestFirst(streamIds)).filter(inState(state))
      return { total: found.length, alerts: found.slice(skip, skip + limit).map(alertAnswer) }
    },
    get: async (id) => alertAnswer(await get(id)),
    async histories(streamId, alertId) {
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
