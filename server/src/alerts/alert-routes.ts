import * as evidenceContract from '@logyard/contract/alerts/alert-evidence'
import * as contract from '@logyard/contract/alerts/alerts'
import * as incidents from '@logyard/contract/alerts/incidents'
import * as quiet from '@logyard/contract/alerts/quiet-times'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { AlertEvidence } from './alert-evidence.ts'
import type { AlertService } from './alert-service.ts'
import type { QuietTimeService } from './quiet-time-service.ts'

export function alertRoutes(api: FastifyInstance, alerts: AlertService, evidence: AlertEvidence): void {
  serve(api, contract.listAlerts, ({ caller, query }) => alerts.list(caller, query))

  serve(api, contract.alertsOfEvents, ({ caller, query }) => alerts.ofEvents(caller, query.ids))

  serve(api, contract.countOpenAlerts, ({ caller }) => alerts.openCounts(caller))

  serve(api, incidents.listIncidents, ({ caller, query }) => alerts.incidents(caller, query))

  serve(api, incidents.getIncidentOfAlert, ({ caller, params }) => alerts.incidentOfAlert(caller, params.alertId))

  serve(api, contract.getAlert, ({ caller, params }) => alerts.get(caller, params.alertId))

  serve(api, evidenceContract.getAlertFigures, ({ caller, params, signal }) =>
    evidence.figures(caller, params.alertId, signal),
  )

  serve(api, evidenceContract.getAlertExplanation, ({ caller, params }) => evidence.explanation(caller, params.alertId))

  serve(api, evidenceContract.listAlertDeliveries, async ({ caller, params }) => ({
    deliveries: await evidence.deliveries(caller, params.alertId),
  }))

  serve(api, contract.changeAlerts, ({ caller, body }) => alerts.change(caller, body))

  serve(api, contract.commentAlert, ({ caller, params, body }) => alerts.comment(caller, params.alertId, body.text))
}

export function quietTimeRoutes(api: FastifyInstance, quietTimes: QuietTimeService): void {
  serve(api, quiet.listQuietTimes, async ({ caller }) => ({ quiet_times: [...(await quietTimes.list(caller))] }))

  serve(api, quiet.getQuietTime, ({ caller, params }) => quietTimes.get(caller, params.quietTimeId))

  serve(api, quiet.createQuietTime, ({ caller, body }) => quietTimes.create(caller, body))

  serve(api, quiet.updateQuietTime, ({ caller, params, body }) => quietTimes.update(caller, params.quietTimeId, body))

  serve(api, quiet.deleteQuietTime, ({ caller, params }) => quietTimes.delete(caller, params.quietTimeId))
}
