/** Outputs: the destinations that streams forward their messages to, and the outputs of each stream. */
import { type Static, Type } from 'typebox'
import { ConfigRequest } from '../configured/configuration.ts'
import { MAX_LIST, MAX_STREAMS } from '../http/bounds.ts'
import { crud, perObject } from '../http/crud.ts'
import { ApiError, IsoInstant, nullable, refusedEntity } from '../http/envelope.ts'
import { freeMap, ignoresUnknown } from '../http/open-parts.ts'
import { holds, inArea, NoBody } from '../http/operation.ts'

export const GELF_OUTPUT = 'org.graylog2.outputs.GelfOutput'
export const STDOUT_OUTPUT = 'org.graylog2.outputs.LoggingOutput'
export const LOGYARD_OUTPUT = 'logyard-output'
export const SYSLOG_OUTPUT = 'syslog-output'
export const HTTP_OUTPUT = 'http-output'
export const OTLP_OUTPUT = 'otlp-http-output'
export const KAFKA_OUTPUT = 'kafka-output'
export const S3_OUTPUT = 's3-output'

export const OutputConfiguration = freeMap('The configuration depends on the output type', {
  title: 'OutputConfiguration',
  description: 'By field name',
})
export type OutputConfiguration = Static<typeof OutputConfiguration>

const outputFacts = {
  id: Type.String(),
  title: Type.String(),
  type: Type.String(),
  creator_user_id: Type.String({ description: 'User name' }),
  created_at: IsoInstant,
  configuration: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Passwords are masked for callers who may not edit the output',
  }),
  content_pack: nullable(Type.String()),
}

export const OutputSummary = Type.Object(outputFacts, { title: 'OutputSummary' })
export type OutputSummary = Static<typeof OutputSummary>

export const OutputUpdated = Type.Object({ _id: Type.String(), ...outputFacts }, { title: 'OutputUpdated' })

export const OutputList = Type.Object(
  { total: Type.Integer(), outputs: Type.Array(OutputSummary) },
  { title: 'OutputList' },
)
export type OutputList = Static<typeof OutputList>

export const AvailableOutput = Type.Object(
  {
    name: Type.String(),
    type: Type.String(),
    human_name: Type.String(),
    link_to_docs: Type.String(),
    requested_configuration: ConfigRequest,
  },
  { title: 'AvailableOutput' },
)
export type AvailableOutput = Static<typeof AvailableOutput>

export const AvailableOutputs = Type.Object(
  { types: Type.Record(Type.String(), AvailableOutput, { description: 'By type' }) },
  { title: 'AvailableOutputs' },
)

export const OutputDelivery = Type.Object(
  {
    output_id: Type.String(),
    waiting_messages: Type.Integer(),
    waiting_bytes: Type.Integer(),
    oldest_at: nullable(IsoInstant),
    is_failing: Type.Boolean({ description: 'The last attempt failed' }),
    last_failure: nullable(Type.Object({ at: IsoInstant, reason: Type.String() })),
  },
  { title: 'OutputDelivery' },
)
export type OutputDelivery = Static<typeof OutputDelivery>

export const OutputDeliveries = Type.Object({ deliveries: Type.Array(OutputDelivery) }, { title: 'OutputDeliveries' })

export const OutputDraft = Type.Object(
  {
    title: Type.String(),
    type: Type.String(),
    configuration: OutputConfiguration,
    streams: Type.Optional(nullable(Type.Array(Type.String(), { maxItems: MAX_STREAMS, description: 'Ignored' }))),
    content_pack: Type.Optional(nullable(Type.String())),
  },
  { title: 'OutputDraft', additionalProperties: false },
)
export type OutputDraft = Static<typeof OutputDraft>

/** Missing or null properties stay unchanged; other keys are ignored. */
export const OutputUpdate = Type.Object(
  {
    title: Type.Optional(nullable(Type.String())),
    type: Type.Optional(nullable(Type.String({ description: 'The one that the output has' }))),
    configuration: Type.Optional(nullable(OutputConfiguration)),
    content_pack: Type.Optional(nullable(Type.String())),
  },
  { title: 'OutputUpdate', ...ignoresUnknown },
)
export type OutputUpdate = Static<typeof OutputUpdate>

export const OutputAssignment = Type.Object(
  { outputs: Type.Array(Type.String(), { maxItems: MAX_LIST }) },
  { title: 'OutputAssignment', additionalProperties: false },
)

const area = 'streams'
const { get, post, del } = inArea(area)

export const outputs = crud({
  id: 'outputs',
  area,
  path: '/system/outputs',
  key: 'id',
  one: 'output',
  access: { ...perObject('outputs', 'id'), delete: holds('outputs:terminate') },
  audit: 'output',
  entity: OutputSummary,
  draft: OutputDraft,
  refused: refusedEntity,
  list: { answers: { 200: OutputList } },
  get: {},
  create: {
    summary: 'Create an output; it does nothing until a stream has it',
    answers: { 201: OutputSummary, 400: refusedEntity },
  },
  update: {
    summary: 'Change an output; a configuration replaces the old one whole',
    body: OutputUpdate,
    answers: { 200: OutputUpdated, 400: refusedEntity, 404: ApiError },
  },
  delete: { summary: 'Stop an output, remove it from all streams and delete it' },
})
export const {
  list: listOutputs,
  get: getOutput,
  create: createOutput,
  update: updateOutput,
  delete: deleteOutput,
} = outputs

export const listAvailableOutputs = get('/system/outputs/available', {
  id: 'outputs.available',
  summary: 'The types of outputs, and what can be configured of each',
  access: holds('outputs:read'),
  answers: { 200: AvailableOutputs },
})

export const listOutputDeliveries = get('/logyard/outputs/deliveries', {
  id: 'outputs.deliveries',
  summary: 'Waiting messages of each output on this node, and why its last attempt failed',
  access: holds('outputs:read'),
  answers: { 200: OutputDeliveries },
})

export const listStreamOutputs = get('/streams/{id}/outputs', {
  id: 'stream_outputs.list',
  summary: 'The outputs of a stream',
  access: holds('streams:read:<id>', 'stream_outputs:read'),
  answers: { 200: OutputList, 404: ApiError },
})

export const getStreamOutput = get('/streams/{id}/outputs/{outputId}', {
  id: 'stream_outputs.get',
  summary: 'One output, whether the stream has it or not',
  access: holds('streams:read:<id>', 'stream_outputs:read:<outputId>'),
  answers: { 200: OutputSummary, 404: ApiError },
})

export const addStreamOutputs = post('/streams/{id}/outputs', {
  id: 'stream_outputs.add',
  summary: 'Add outputs to a stream: all that are named, or none if one does not exist',
  access: holds('streams:edit:<id>', 'stream_outputs:create'),
  audit: 'stream:add-output',
  body: OutputAssignment,
  answers: { 202: NoBody, 404: ApiError },
})

export const removeStreamOutput = del('/streams/{id}/outputs/{outputId}', {
  id: 'stream_outputs.remove',
  summary: 'Remove an output from a stream; the output stays',
  access: holds('streams:edit:<id>', 'stream_outputs:delete:<outputId>'),
  audit: 'stream:remove-output',
  answers: { 204: NoBody, 404: ApiError },
})
