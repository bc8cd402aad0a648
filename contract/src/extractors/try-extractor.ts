/** Runs an extractor that need not be saved, on an example and on the newest messages of its input. Changes nothing. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { ApiError, nullable, refusedEntity } from '../http/envelope.ts'
import { freeMap } from '../http/open-parts.ts'
import { holds, inArea, READS_ONLY } from '../http/operation.ts'
import { extractorRules } from './extractors.ts'

export const MAX_TRIED_MESSAGES = 1000
export const MAX_EXAMPLE_CHARACTERS = 1_000_000

export const TryExtractorRequest = Type.Object(
  {
    extractor: Type.Object(
      { title: Type.Optional(Type.String({ description: 'Not read' })), ...extractorRules },
      { additionalProperties: false, description: 'As it would be created' },
    ),
    example: Type.Optional(
      nullable(
        Type.Union([
          Type.String({ maxLength: MAX_EXAMPLE_CHARACTERS, description: 'The text of the source field' }),
          freeMap('A message has the fields that its sender gave it'),
        ]),
      ),
    ),
    sample: Type.Optional(
      int({
        minimum: 0,
        maximum: MAX_TRIED_MESSAGES,
        description: 'How many of the newest messages to try; 0 if missing',
      }),
    ),
  },
  { title: 'TryExtractorRequest', additionalProperties: false },
)
export type TryExtractorRequest = Static<typeof TryExtractorRequest>

export const TriedRange = Type.Object(
  { start: Type.Integer(), end: Type.Integer({ description: 'Exclusive' }) },
  { title: 'TriedRange', description: 'In UTF-16 code units of the source text' },
)
export type TriedRange = Static<typeof TriedRange>

const Fields = Type.Record(Type.String(), Type.Unknown(), { description: 'Fields that are added or changed' })

export const TriedExample = Type.Object(
  {
    condition: Type.Enum(['none', 'hit', 'miss', 'no_text'], {
      description: 'none without a condition; no_text if the source field is missing or not a text',
    }),
    extracted: Type.Boolean(),
    range: nullable(TriedRange),
    fields: Fields,
    source: nullable(Type.String({ description: 'The source field after the run' })),
    converter_failures: Type.Array(Type.Object({ converter: Type.String(), message: Type.String() })),
    exception: nullable(Type.String({ description: 'Why the extractor itself failed' })),
  },
  { title: 'TriedExample' },
)
export type TriedExample = Static<typeof TriedExample>

export const TriedMessage = Type.Object(
  {
    index: Type.String(),
    id: Type.String(),
    text: Type.String({ description: 'Of the source field' }),
    range: nullable(TriedRange),
    fields: Fields,
  },
  { title: 'TriedMessage' },
)
export type TriedMessage = Static<typeof TriedMessage>

export const TriedSample = Type.Object(
  {
    checked: Type.Integer({ description: 'Newest messages of the input that the caller may read' }),
    matched: Type.Integer({ description: 'Messages that a value was extracted from' }),
    missed: Type.Integer({ description: 'All others' }),
    without_source: Type.Integer({ description: 'Of those missed: the source field is missing or not a text' }),
    failed: Type.Integer({ description: 'Of those missed: the extractor failed' }),
    matches: Type.Array(TriedMessage, { description: 'Up to three, newest first' }),
    misses: Type.Array(TriedMessage, { description: 'Up to three with a text, newest first' }),
  },
  { title: 'TriedSample' },
)
export type TriedSample = Static<typeof TriedSample>

export const TryExtractorResponse = Type.Object(
  {
    example: nullable(TriedExample),
    sample: nullable(TriedSample),
  },
  { title: 'TryExtractorResponse', description: 'null for what was not asked for' },
)

const { post } = inArea('extractors')

export const tryExtractor = post('/logyard/inputs/{inputId}/extractors/try', {
  id: 'logyard.extractors.try',
  summary: 'The effect of an extractor on an example and on the newest messages of its input',
  access: holds('inputs:edit:<inputId>'),
  audit: READS_ONLY,
  body: TryExtractorRequest,
  answers: { 200: TryExtractorResponse, 400: refusedEntity, 404: ApiError },
})
