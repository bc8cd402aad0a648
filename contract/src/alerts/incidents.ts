/** Incidents: alerts that began at about the same time and share a field or their definition. Not part of the Graylog 4.0 API. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { ApiError, IsoInstant, page } from '../http/envelope.ts'
import { inArea, ownerDecides, signedIn } from '../http/operation.ts'
import { ALERT_STATES, Alert, MAX_ALERT_QUERY, MAX_ALERTS_AT_ONCE } from './alerts.ts'

/** An alert joins an incident that had an event at most this long before. */
export const INCIDENT_GAP_MINUTES = 15
/** Alerts of an incident that are listed with it. */
export const MAX_INCIDENT_ALERTS = 50
export const MAX_INCIDENTS_PAGE = 100

export const IncidentFact = Type.Object(
  {
    field: Type.String(),
    value: Type.String(),
    is_message_field: Type.Boolean({
      description: 'Messages behind the alerts have the field with this value',
    }),
  },
  { title: 'IncidentFact' },
)
export type IncidentFact = Static<typeof IncidentFact>

export const Incident = Type.Object(
  {
    id: Type.String({ description: 'Of its first alert' }),
    shared: Type.Array(IncidentFact, {
      description: 'Fields that all its alerts have with the same value; empty if they share only their definition',
    }),
    state: Type.Enum(ALERT_STATES, {
      description: 'open while one of its alerts is, then acknowledged, then resolved',
    }),
    priority: Type.Integer({ description: 'The highest of its alerts' }),
    opened_at: IsoInstant,
    latest_event_at: IsoInstant,
    alert_count: Type.Integer(),
    unresolved_ids: Type.Array(Type.String(), {
      description: `Of its alerts, at most ${MAX_ALERTS_AT_ONCE}, as alert_states.bulk takes them`,
    }),
    source_streams: Type.Array(Type.String()),
    alerts: Type.Array(Alert, { description: `In the order in which they opened, at most ${MAX_INCIDENT_ALERTS}` }),
  },
  { title: 'Incident' },
)
export type Incident = Static<typeof Incident>

export const IncidentPage = page('IncidentPage', { incidents: Type.Array(Incident) })
export type IncidentPage = Static<typeof IncidentPage>

const { get } = inArea('alerts')

export const listIncidents = get('/events/alerts/incidents', {
  id: 'alert_states.incidents',
  summary: 'A page of the incidents of the alerts that the caller may read, latest event first',
  access: signedIn,
  query: Type.Object({
    page: Type.Optional(int({ minimum: 1, description: 'From 1' })),
    per_page: Type.Optional(int({ minimum: 1, maximum: MAX_INCIDENTS_PAGE, description: '50 if missing' })),
    state: Type.Optional(Type.String({ maxLength: 100, description: 'States, separated by commas; all if missing' })),
    query: Type.Optional(
      Type.String({ maxLength: MAX_ALERT_QUERY, description: 'A part of a shared value, or of a title or message' }),
    ),
  }),
  answers: { 200: IncidentPage, 400: ApiError },
})

export const getIncidentOfAlert = get('/events/alerts/{alertId}/incident', {
  id: 'alert_states.incident',
  summary: 'The incident that an alert belongs to, with the alerts that the caller may read',
  access: ownerDecides('streams:read:<streamId>'),
  answers: { 200: Incident, 404: ApiError },
})
