/** The values of a field: statistics over a result, and suggestions to complete a query. */
import { type Static, Type } from 'typebox'
import { ApiError, MissingStreamPermissionError, nullable } from '../http/envelope.ts'
import { inArea, READS_ONLY, signedIn } from '../http/operation.ts'
import { messageSelection } from './message-selection.ts'

const closed = { additionalProperties: false } as const

export const FieldValueCount = Type.Object(
  { value: Type.String(), count: Type.Integer() },
  { title: 'FieldValueCount' },
)
export type FieldValueCount = Static<typeof FieldValueCount>

export const FieldStatisticsRequest = Type.Object(
  {
    ...messageSelection,
    field: Type.String({ minLength: 1 }),
    top: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '10 by default' })),
  },
  { title: 'FieldStatisticsRequest', ...closed },
)
export type FieldStatisticsRequest = Static<typeof FieldStatisticsRequest>

export const NumberStatistics = Type.Object(
  {
    min: Type.Number(),
    max: Type.Number(),
    average: Type.Number(),
    median: Type.Number(),
    p95: Type.Number(),
    p99: Type.Number(),
    deviation: Type.Number(),
    distribution: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), count: Type.Number() }), {
      description: 'From the least to the greatest, in steps of one width',
    }),
  },
  { title: 'NumberStatistics' },
)
export type NumberStatistics = Static<typeof NumberStatistics>

export const FieldStatistics = Type.Object(
  {
    field: Type.String(),
    total: Type.Integer({ description: 'Matching messages' }),
    looked_at: Type.Integer({
      description: 'Of them, those that the figures below are from: all, or an even sample where there are too many',
    }),
    with_field: Type.Integer({ description: 'Of those looked at' }),
    distinct: Type.Integer({ description: 'Of those looked at; may be off by a little when there are many' }),
    top: Type.Array(FieldValueCount, { description: 'Most frequent first, with their counts among those looked at' }),
    numbers: nullable(NumberStatistics),
  },
  { title: 'FieldStatistics' },
)
export type FieldStatistics = Static<typeof FieldStatistics>

export const SuggestionsRequest = Type.Object(
  {
    ...messageSelection,
    field: Type.String({ minLength: 1 }),
    input: Type.String({ description: 'Prefix of the value, case-insensitive', maxLength: 200 }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '10 by default' })),
  },
  { title: 'SuggestionsRequest', ...closed },
)

export const Suggestions = Type.Object(
  {
    values: Type.Array(FieldValueCount, { description: 'Most frequent first' }),
    is_complete: Type.Boolean({ description: 'Everything was looked at, not only the newest messages' }),
  },
  { title: 'Suggestions' },
)
export type Suggestions = Static<typeof Suggestions>

export const FieldCoverageRequest = Type.Object(messageSelection, { title: 'FieldCoverageRequest', ...closed })

export const FieldCoverage = Type.Object(
  {
    total: Type.Integer({ description: 'Matching messages' }),
    looked_at: Type.Integer({ description: 'Messages in the sample: all, or an even sample where there are too many' }),
    fields: Type.Array(Type.Object({ field: Type.String(), count: Type.Integer() }), {
      description: 'The most frequent fields of the sample, with the number of messages that have them',
    }),
  },
  { title: 'FieldCoverage' },
)
export type FieldCoverage = Static<typeof FieldCoverage>

const { post } = inArea('search')

export const getFieldStatistics = post('/logyard/search/field-statistics', {
  id: 'logyard.search.field_statistics',
  summary: 'How a field is filled in matching messages: coverage, values, distribution of numbers',
  access: signedIn,
  audit: READS_ONLY,
  body: FieldStatisticsRequest,
  answers: { 200: FieldStatistics, 400: ApiError, 403: MissingStreamPermissionError },
})

export const getFieldCoverage = post('/logyard/search/field-coverage', {
  id: 'logyard.search.field_coverage',
  summary: 'How many of the matching messages have each field, from a sample',
  access: signedIn,
  audit: READS_ONLY,
  body: FieldCoverageRequest,
  answers: { 200: FieldCoverage, 400: ApiError, 403: MissingStreamPermissionError },
})

export const suggestValues = post('/logyard/search/suggestions', {
  id: 'logyard.search.suggestions',
  summary: 'Suggest values of a field that begin with the given text',
  access: signedIn,
  audit: READS_ONLY,
  body: SuggestionsRequest,
  answers: { 200: Suggestions, 400: ApiError, 403: MissingStreamPermissionError },
})
