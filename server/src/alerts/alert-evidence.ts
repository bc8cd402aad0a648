/** Why an alert is there, and who was told of it: for callers who may read the alert. */
import {
  type AlertDelivery,
  type AlertExplanation,
  type AlertFigures,
  MAX_DELIVERIES_LISTED,
} from '@logyard/contract/alerts/alert-evidence'
import type { FiguresOfAlert } from '../events/figures/figures-of-alert.ts'
import type { Caller } from '../http/caller.ts'
import type { AlertDefinitions, DeliveriesOfEvents } from './alert-deps.ts'
import { alertNotFound } from './alert-errors.ts'
import { findReadable } from './alert-service.ts'
import type { AlertStore } from './alert-store.ts'
import type { AlertExplanations } from './explanations/alert-explanations.ts'

export type AlertEvidence = ReturnType<typeof createAlertEvidence>

export function createAlertEvidence(deps: {
  readonly alerts: AlertStore
  readonly definitions: AlertDefinitions
  readonly deliveriesOf: DeliveriesOfEvents
  readonly figuresOf: FiguresOfAlert
  readonly explanations: Pick<AlertExplanations, 'shown'>
}) {
  return {
    async explanation(caller: Caller, id: string): Promise<AlertExplanation> {
      await findReadable(deps, caller, id)
      return deps.explanations.shown(caller, id)
    },
    async deliveries(caller: Caller, id: string): Promise<AlertDelivery[]> {
      const { document: alert } = await findReadable(deps, caller, id)
      const found = await deps.deliveriesOf([...new Set([alert.first_event_id, ...alert.event_ids])])
      return found.slice(0, MAX_DELIVERIES_LISTED).map(({ id: _, reason, ...delivery }) => ({
        ...delivery,
        // It may name the address of a web hook.
        reason: caller.holds(`eventnotifications:read:${delivery.notification_id}`) ? reason : null,
      }))
    },
    async figures(caller: Caller, id: string, signal: AbortSignal): Promise<AlertFigures> {
      const { document: alert } = await findReadable(deps, caller, id)
      caller.require(`eventdefinitions:read:${alert.event_definition_id}`)
      const definition = await deps.definitions.find(alert.event_definition_id)
      if (definition === undefined) throw alertNotFound(id)
      const facts = {
        definition,
        group: alert.group,
        sourceStreams: alert.source_streams,
        firstEventMs: Date.parse(alert.first_event_at),
        latestEventMs: Date.parse(alert.latest_event.timestamp),
      }
      return deps.figuresOf(caller, facts, signal)
    },
  }
}
