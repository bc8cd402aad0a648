/** The evidence of an alert: the figure of its condition over time, and its notifications. */
import { type Static, Type } from 'typebox'
import { COMPARISONS } from '../events/expressions.ts'
import { ApiError, IsoInstant, nullable } from '../http/envelope.ts'
import { inArea, ownerDecides } from '../http/operation.ts'
import { Explanation } from '../search/explanations.ts'

/** Windows of one alert whose figures are measured. */
export const MAX_FIGURE_POINTS = 120
/** Deliveries of one alert that are listed, the newest ones. */
export const MAX_DELIVERIES_LISTED = 50

export const AlertFigures = Type.Object(
  {
    series: nullable(Type.String({ description: 'As avg(took_ms); null if the condition compares no figure' })),
    comparison: nullable(Type.Enum(COMPARISONS)),
    limit: nullable(Type.Number()),
    window_ms: Type.Integer({ description: 'Length of the window of each figure' }),
    points: Type.Array(
      Type.Object({
        at: IsoInstant,
        value: nullable(Type.Number({ description: 'Null without a message that has the field' })),
      }),
      { maxItems: MAX_FIGURE_POINTS, description: 'By the end of the window, oldest first' },
    ),
  },
  { title: 'AlertFigures' },
)
export type AlertFigures = Static<typeof AlertFigures>

export const DELIVERY_RESULTS = ['sent', 'retrying', 'failed'] as const

export const AlertDelivery = Type.Object(
  {
    notification_id: Type.String(),
    title: Type.String({ description: 'Of the notification, when it was sent' }),
    type: Type.String({ description: 'As email-notification-v1' }),
    event_id: Type.String(),
    kind: Type.Enum(['event', 'recovered', 'quiet-ended'], {
      description: 'Its occasion: an event, the end of the condition, or the end of a quiet time',
    }),
    result: Type.Enum(DELIVERY_RESULTS),
    at: IsoInstant,
    attempts: Type.Integer(),
    reason: nullable(
      Type.String({ description: 'Why it failed, for callers who may read the notification; else null' }),
    ),
  },
  { title: 'AlertDelivery' },
)
export type AlertDelivery = Static<typeof AlertDelivery>

export const EXPLANATION_STATES = ['waiting', 'ready', 'none'] as const

export const AlertExplanation = Type.Object(
  {
    state: Type.Enum(EXPLANATION_STATES, {
      description: '`none`: there is none, or the caller may not read every stream that it is about',
    }),
    explained_at: nullable(IsoInstant),
    explanation: nullable(Explanation),
  },
  { title: 'AlertExplanation' },
)
export type AlertExplanation = Static<typeof AlertExplanation>

const { get } = inArea('alerts')

export const getAlertExplanation = get('/events/alerts/{alertId}/explanation', {
  id: 'alert_states.explanation',
  summary: 'The explanation that was stored when the alert opened: differences of its window from the time before',
  access: ownerDecides('streams:read:<streamId>'),
  answers: { 200: AlertExplanation, 404: ApiError },
})

export const listAlertDeliveries = get('/events/alerts/{alertId}/deliveries', {
  id: 'alert_states.deliveries',
  summary: 'Which notifications of an alert were sent, when, and with which result',
  access: ownerDecides('streams:read:<streamId>'),
  answers: {
    200: Type.Object(
      { deliveries: Type.Array(AlertDelivery, { description: 'Newest first' }) },
      { title: 'AlertDeliveries' },
    ),
    404: ApiError,
  },
})

export const getAlertFigures = get('/events/alerts/{alertId}/figures', {
  id: 'alert_states.figures',
  summary: 'The figure of the alert around the time it opened; needs to read its definition',
  access: ownerDecides('streams:read:<streamId>', 'eventdefinitions:read:<id>'),
  answers: { 200: AlertFigures, 403: ApiError, 404: ApiError },
})
