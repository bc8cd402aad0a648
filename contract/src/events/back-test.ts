/** A back-test: what a definition would have found in the past, before it is saved. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { IsoInstant, nullable, refusedForm } from '../http/envelope.ts'
import { holds, operation, RUNS_SEARCH } from '../http/operation.ts'
import { EventDefinitionDraft } from './event-definitions.ts'
import { AGGREGATION_FUNCTIONS } from './processor-configs.ts'

export const MAX_BACK_TEST_DAYS = 30
/** Windows per back-test; with a shorter rhythm it covers less of the past. */
export const MAX_BACK_TEST_WINDOWS = 50_000
/** Groups whose figures are answered: those with the most messages. */
export const MAX_BACK_TEST_GROUPS = 50
/** Further groups that are named. */
export const MAX_NAMED_GROUPS = 100
/** Firings that are answered, the newest first. */
export const MAX_BACK_TEST_FIRINGS = 1000

export const BackTestRequest = Type.Object(
  {
    definition: EventDefinitionDraft,
    days: int({ minimum: 1, maximum: MAX_BACK_TEST_DAYS, description: 'How much of the past, until now' }),
  },
  { title: 'BackTestRequest', additionalProperties: false },
)
export type BackTestRequest = Static<typeof BackTestRequest>

const figure = nullable(Type.Number({ description: 'Null if there were no values' }))

const BackTestGroup = Type.Object(
  {
    key: Type.Array(Type.String(), { description: 'Values of the fields that the condition groups by' }),
    messages: Type.Integer(),
    windows: Type.Array(Type.Integer(), { description: 'Places in `window_ends`: those with messages of the group' }),
    values: Type.Record(Type.String(), Type.Array(figure), { description: 'By series id, one for each of `windows`' }),
  },
  { title: 'BackTestGroup' },
)
export type BackTestGroup = Static<typeof BackTestGroup>

const FiringFigure = Type.Object({ first: figure, least: figure, greatest: figure })

const BackTestFiring = Type.Object(
  {
    group: Type.Array(Type.String()),
    from: IsoInstant,
    to: IsoInstant,
    windows: Type.Integer({ description: 'Windows in a row that met the condition' }),
    events: Type.Integer({ description: 'One for each window; for single messages, one for each message' }),
    values: Type.Record(Type.String(), FiringFigure, { description: 'By series id' }),
    lasted: Type.String({ description: 'In words' }),
  },
  { title: 'BackTestFiring', description: 'From the start of its first window to the end of its last one' },
)
export type BackTestFiring = Static<typeof BackTestFiring>

export const BackTestNotifications = Type.Object(
  {
    sent: Type.Integer({ description: 'By each notification of the definition, or by one if it has none' }),
    total: Type.Integer({ description: 'By all notifications of the definition' }),
    in_grace_period: Type.Integer({ description: 'Events without a notification because of the grace period' }),
    over_limit: Type.Integer({ description: 'Events without a notification because of the limit' }),
    is_estimate: Type.Boolean({ description: 'The keys or the exact times of the events are not known' }),
  },
  { title: 'BackTestNotifications' },
)
export type BackTestNotifications = Static<typeof BackTestNotifications>

export const BackTest = Type.Object(
  {
    mode: Type.Enum(['figures', 'messages', 'rows'], {
      description: '`messages`, `rows`: each of them is an event; they are counted',
    }),
    from: IsoInstant,
    to: IsoInstant,
    is_shortened: Type.Boolean({ description: 'It covers less than the requested days: there are too many windows' }),
    window_ms: Type.Integer(),
    window_ends: Type.Array(Type.Integer({ description: 'Milliseconds since 1970' })),
    series: Type.Array(
      Type.Object({
        id: Type.String(),
        function: Type.Enum(AGGREGATION_FUNCTIONS),
        field: nullable(Type.String()),
      }),
    ),
    groups: Type.Array(BackTestGroup),
    groups_left_out: Type.Object({
      count: Type.Integer({ description: 'Groups with fewer messages, which are not part of the back-test' }),
      keys: Type.Array(Type.Array(Type.String()), { description: 'The first of them' }),
    }),
    ungrouped_messages: Type.Integer({
      description: 'Matching messages, if none of them has all fields of `group_by`; otherwise 0',
    }),
    firings: Type.Array(BackTestFiring),
    firing_count: Type.Integer(),
    event_count: Type.Integer(),
    notifications: BackTestNotifications,
    summary: Type.String({ description: 'In words' }),
    took_ms: Type.Integer(),
  },
  { title: 'BackTest' },
)
export type BackTest = Static<typeof BackTest>

export const backTestDefinition = operation({
  id: 'event_definitions.back_test',
  area: 'events',
  method: 'POST',
  path: '/events/definitions/back_test',
  summary: 'Run a definition over the past without creating events; needs `streams:read` on its streams',
  access: holds('eventdefinitions:create'),
  audit: RUNS_SEARCH,
  body: BackTestRequest,
  answers: { 200: BackTest, 400: refusedForm },
})
