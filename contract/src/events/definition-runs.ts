/** The record of the runs of event definitions. Not part of the Graylog 4.0 API. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant, nullable } from '../http/envelope.ts'
import { holds, inArea, signedIn } from '../http/operation.ts'

/** Runs of a definition that are recorded, the newest ones. */
export const MAX_RUNS = 500
/** Runs of each definition in an overview. */
export const MAX_RUNS_OF_OVERVIEW = 30
/** Definitions of one overview. */
export const MAX_OVERVIEW_DEFINITIONS = 100

export const RUN_RESULTS = ['quiet', 'fired', 'failed'] as const

export const DefinitionRun = Type.Object(
  {
    at: IsoInstant,
    took_ms: Type.Integer(),
    from: IsoInstant,
    to: IsoInstant,
    result: Type.Enum(RUN_RESULTS),
    events: Type.Integer({ description: 'That it found' }),
    figure: nullable(
      Type.Number({
        description:
          'Of all groups the one nearest to the limit or furthest beyond it; null for callers who may not read the streams',
      }),
    ),
    attempts: Type.Integer({ description: 'That failed one after another; 1 otherwise' }),
    reason: nullable(Type.String({ description: 'Why it failed' })),
  },
  { title: 'DefinitionRun' },
)
export type DefinitionRun = Static<typeof DefinitionRun>

export const DefinitionRuns = Type.Object(
  {
    runs: Type.Array(DefinitionRun, { description: 'Newest first' }),
    last_fired_at: nullable(IsoInstant),
  },
  { title: 'DefinitionRuns' },
)
export type DefinitionRuns = Static<typeof DefinitionRuns>

const { get } = inArea('events')

export const listDefinitionRuns = get('/events/definitions/{id}/runs', {
  id: 'event_definitions.runs',
  summary: `The newest ${MAX_RUNS} runs of a definition`,
  access: holds('eventdefinitions:read:<id>'),
  answers: { 200: DefinitionRuns, 404: ApiError },
})

export const overviewOfRuns = get('/events/definition_runs', {
  id: 'event_definitions.runs_overview',
  summary: `The newest ${MAX_RUNS_OF_OVERVIEW} runs of definitions that the caller may read`,
  access: signedIn,
  query: Type.Object({
    ids: Type.String({
      maxLength: MAX_OVERVIEW_DEFINITIONS * 30,
      description: `Ids of definitions, separated by commas; the first ${MAX_OVERVIEW_DEFINITIONS} count`,
    }),
  }),
  answers: {
    200: Type.Object(
      { definitions: Type.Record(Type.String(), DefinitionRuns, { description: 'By id' }) },
      { title: 'DefinitionRunsOverview' },
    ),
    400: ApiError,
  },
})
