/** Runs the pipelines that are in use on a message of the client. Stores nothing. */
import { type Static, Type } from 'typebox'
import { ApiError, nullable } from '../http/envelope.ts'
import { freeMap } from '../http/open-parts.ts'
import { inArea, ownerDecides, READS_ONLY } from '../http/operation.ts'
import { MessageDecorationStats } from '../search/decorators.ts'
import { HighlightRange } from '../search/search-results.ts'

export const SimulationRequest = Type.Object(
  {
    stream_id: Type.String({ description: 'The one stream that the message is in' }),
    message: freeMap('A message has the fields that its sender gave it', {
      description: 'Fields by name; `_id` is made up if it is missing, timestamp is ISO 8601',
    }),
    input_id: Type.Optional(nullable(Type.String({ description: 'The input that received it, for from_input()' }))),
  },
  { title: 'SimulationRequest', additionalProperties: false },
)

export const SimulatedMessage = Type.Object(
  {
    message: Type.Record(Type.String(), Type.Unknown()),
    index: Type.String({ description: 'Empty' }),
    highlight_ranges: nullable(Type.Record(Type.String(), Type.Array(HighlightRange))),
    decoration_stats: nullable(MessageDecorationStats),
  },
  { title: 'SimulatedMessage' },
)

export const SimulationTrace = Type.Array(
  Type.Object({ time: Type.Integer({ description: 'Microseconds since the start' }), message: Type.String() }),
  { title: 'SimulationTrace' },
)

export const SimulationResponse = Type.Object(
  {
    messages: Type.Array(SimulatedMessage, {
      description: 'Without those that were dropped; created and cloned ones follow',
    }),
    simulation_trace: SimulationTrace,
    took_microseconds: Type.Integer(),
  },
  { title: 'SimulationResponse' },
)
export type SimulationResponse = Static<typeof SimulationResponse>

const { post } = inArea('pipelines')

export const simulateProcessing = post('/system/pipelines/simulate', {
  id: 'simulator.simulate',
  summary: 'Run the connected pipelines on a message, and trace what they do',
  access: ownerDecides('pipeline_rule:read', 'streams:read:<stream_id>'),
  audit: READS_ONLY,
  body: SimulationRequest,
  answers: { 200: SimulationResponse, 400: ApiError, 404: ApiError },
})
