/** Extractors: rules of one input that take values out of a text field of its messages. */
import { type Static, Type } from 'typebox'
import { crud, perOwner } from '../http/crud.ts'
import { ApiError, nullable, refusedEntity } from '../http/envelope.ts'
import { freeMap, mapOf } from '../http/open-parts.ts'
import { holds, inArea, NoBody } from '../http/operation.ts'
import { primitiveInt } from '../http/primitive.ts'
import { MetricRate, MetricTimes } from '../metrics/metrics.ts'

export const EXTRACTOR_TYPES = [
  'copy_input',
  'grok',
  'json',
  'regex',
  'regex_replace',
  'split_and_index',
  'substring',
  'lookup_table',
] as const
export type ExtractorType = (typeof EXTRACTOR_TYPES)[number]

export const CONVERTER_TYPES = [
  'numeric',
  'date',
  'hash',
  'split_and_count',
  'ip_anonymizer',
  'syslog_pri_level',
  'syslog_pri_facility',
  'tokenizer',
  'csv',
  'lowercase',
  'uppercase',
  'flexdate',
  'lookup_table',
] as const
export type ConverterType = (typeof CONVERTER_TYPES)[number]

export const CURSOR_STRATEGIES = ['cut', 'copy'] as const
export type CursorStrategy = (typeof CURSOR_STRATEGIES)[number]

export const CONDITION_TYPES = ['none', 'string', 'regex'] as const
export type ConditionType = (typeof CONDITION_TYPES)[number]

/** Extractors per input. */
export const MAX_EXTRACTORS = 200
/** Size of one extractor as JSON. */
export const MAX_EXTRACTOR_BYTES = 32 * 1024

const ExtractorConfig = freeMap('The configuration depends on the extractor type')
const ConverterConfig = freeMap('The configuration depends on the converter type')

/** What a request says about an extractor, without its title. */
export const extractorRules = {
  cut_or_copy: Type.String({ description: 'cut or copy, in any case' }),
  source_field: Type.String(),
  target_field: Type.String({ description: 'Empty for grok and json, which name their fields themselves' }),
  extractor_type: Type.String({ description: 'One of the extractor types, in any case' }),
  extractor_config: ExtractorConfig,
  converters: mapOf(ConverterConfig, { description: 'Their configurations by type; they run in this order' }),
  condition_type: Type.String({ description: 'none, string or regex, in any case' }),
  condition_value: Type.String(),
  order: Type.Optional(primitiveInt({ description: 'Lower ones run first' })),
}

export const CreateExtractorRequest = Type.Object(
  { title: Type.String(), ...extractorRules },
  { title: 'CreateExtractorRequest', additionalProperties: false },
)
export type CreateExtractorRequest = Static<typeof CreateExtractorRequest>

export const TimerRate = Type.Object(
  {
    time: nullable(MetricTimes),
    rate: nullable(MetricRate),
    duration_unit: nullable(Type.Literal('microseconds')),
    rate_unit: nullable(Type.Literal('events/second')),
  },
  { title: 'TimerRate', description: 'All properties are null if the extractor never ran on the node' },
)
export type TimerRate = Static<typeof TimerRate>

export const ExtractorMetrics = Type.Object(
  {
    total: TimerRate,
    condition: TimerRate,
    execution: TimerRate,
    converters: TimerRate,
    condition_hits: Type.Integer(),
    condition_misses: Type.Integer(),
  },
  { title: 'ExtractorMetrics' },
)
export type ExtractorMetrics = Static<typeof ExtractorMetrics>

const Converter = Type.Object(
  { type: Type.Enum(CONVERTER_TYPES), config: Type.Record(Type.String(), Type.Unknown()) },
  { title: 'Converter' },
)

export const ExtractorSummary = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    type: Type.Enum(EXTRACTOR_TYPES, { description: '`extractor_type` in requests' }),
    cursor_strategy: Type.Enum(CURSOR_STRATEGIES, { description: '`cut_or_copy` in requests' }),
    source_field: Type.String(),
    target_field: Type.String(),
    extractor_config: Type.Record(Type.String(), Type.Unknown()),
    creator_user_id: Type.String(),
    converters: Type.Array(Converter, { description: 'In the order in which they run' }),
    condition_type: Type.Enum(CONDITION_TYPES),
    condition_value: Type.String(),
    order: Type.Integer(),
    exceptions: Type.Integer({ description: 'Failed runs on the answering node since it started' }),
    converter_exceptions: Type.Integer({ description: 'Failed conversions on the answering node since it started' }),
    metrics: ExtractorMetrics,
  },
  { title: 'ExtractorSummary' },
)
export type ExtractorSummary = Static<typeof ExtractorSummary>

export const ExtractorSummaryList = Type.Object(
  { total: Type.Integer(), extractors: Type.Array(ExtractorSummary) },
  { title: 'ExtractorSummaryList' },
)

export const ExtractorCreated = Type.Object({ extractor_id: Type.String() }, { title: 'ExtractorCreated' })

export const OrderExtractorsRequest = Type.Object(
  { order: mapOf(Type.String(), { description: 'Ids by position; other extractors keep theirs' }) },
  { title: 'OrderExtractorsRequest', additionalProperties: false },
)
export type OrderExtractorsRequest = Static<typeof OrderExtractorsRequest>

const area = 'extractors'
const { post } = inArea(area)
const refusals = { 400: refusedEntity, 404: ApiError }

export const extractors = crud({
  id: 'extractors',
  area,
  path: '/system/inputs/{inputId}/extractors',
  key: 'extractorId',
  one: 'extractor',
  access: perOwner(holds('inputs:read:<inputId>'), holds('inputs:edit:<inputId>')),
  audit: 'extractor',
  entity: ExtractorSummary,
  draft: CreateExtractorRequest,
  refused: refusedEntity,
  list: {
    summary: 'The extractors of an input, in the order in which they were created',
    answers: { 200: ExtractorSummaryList, 404: ApiError },
  },
  get: { summary: 'One extractor of an input' },
  create: {
    summary: 'Add an extractor to an input; it runs from the next message on',
    created: 'extractor_id',
    answers: { 201: ExtractorCreated, ...refusals },
  },
  update: {
    summary: 'Replace an extractor; its counters start again',
    answers: { 200: ExtractorSummary, ...refusals },
  },
  delete: { summary: 'Remove an extractor from an input; extracted fields stay' },
})
export const {
  list: listExtractors,
  get: getExtractor,
  create: createExtractor,
  update: updateExtractor,
  delete: deleteExtractor,
} = extractors

export const orderExtractors = post('/system/inputs/{inputId}/extractors/order', {
  id: 'extractors.order',
  summary: 'Set the positions of extractors; unknown ids are ignored',
  access: holds('inputs:edit:<inputId>'),
  audit: 'extractor:order',
  body: OrderExtractorsRequest,
  answers: { 204: NoBody, ...refusals },
})
