/** Patterns: message texts with their variable parts masked by `*`. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant, MissingStreamPermissionError } from '../http/envelope.ts'
import { inArea, READS_ONLY, signedIn } from '../http/operation.ts'
import { messageSelection } from './message-selection.ts'
import { EffectiveRange } from './time-ranges.ts'

const closed = { additionalProperties: false } as const

export const PatternsRequest = Type.Object(
  {
    ...messageSelection,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'Most frequent first; 100 by default' }),
    ),
  },
  { title: 'PatternsRequest', ...closed },
)

/** Templates of one pattern: its hashes fit into a query. */
export const MAX_PATTERN_HASHES = 128

const hash = Type.String({ pattern: '^\\d{1,20}$', maxLength: 20 })

export const PartKind = Type.Union(
  [
    Type.Literal('number'),
    Type.Literal('size'),
    Type.Literal('duration'),
    Type.Literal('time'),
    Type.Literal('ip'),
    Type.Literal('host'),
    Type.Literal('id'),
    Type.Literal('path'),
    Type.Literal('url'),
    Type.Literal('email'),
    Type.Literal('request'),
    Type.Literal('name'),
    Type.Literal('word'),
    Type.Literal('text'),
    Type.Literal('list'),
  ],
  { description: 'Shape of its values' },
)
export type PartKind = Static<typeof PartKind>

export const Pattern = Type.Object(
  {
    id: Type.String({ description: 'Decimal digits; the oldest of `hashes`' }),
    hashes: Type.Array(Type.String(), {
      description: `The values of gl2_pattern in its messages, at most ${MAX_PATTERN_HASHES}`,
    }),
    text: Type.String({ description: '`*` marks a variable part' }),
    parts: Type.Array(Type.Object({ position: Type.Integer(), kind: PartKind }), {
      description: 'The variable parts, by the position of their `*` in the text, in UTF-16 units',
    }),
    count: Type.Integer(),
    first: IsoInstant,
    last: IsoInstant,
    first_seen: Type.Union([IsoInstant, Type.Null()], {
      description:
        'The time of the first message visible to the caller in any time range. Null if finding it takes too long',
    }),
    is_new: Type.Boolean({ description: 'First seen within the time range, as few of the patterns are' }),
    example: Type.Object({ id: Type.String(), index: Type.String(), message: Type.String() }),
    trend: Type.Array(Type.Integer(), { description: 'Counts over the time range, in as many steps as `trend_steps`' }),
  },
  { title: 'Pattern' },
)
export type Pattern = Static<typeof Pattern>

export const Patterns = Type.Object(
  {
    total: Type.Integer({ description: 'Matching messages' }),
    pattern_count: Type.Integer({ description: 'Patterns among them; more than are listed when the limit is reached' }),
    trend_steps: Type.Integer(),
    effective_timerange: EffectiveRange,
    patterns: Type.Array(Pattern),
  },
  { title: 'Patterns' },
)
export type Patterns = Static<typeof Patterns>

export const PatternValue = Type.Object({ value: Type.String(), count: Type.Integer() }, { title: 'PatternValue' })

export const PatternPart = Type.Object(
  {
    position: Type.Integer({ description: 'Of its `*` in the text, in UTF-16 units' }),
    distinct: Type.Integer(),
    top: Type.Array(PatternValue),
    numeric: Type.Union([
      Type.Object({ min: Type.Number(), max: Type.Number(), average: Type.Number() }),
      Type.Null({ description: 'Not every value is a number' }),
    ]),
  },
  { title: 'PatternPart' },
)
export type PatternPart = Static<typeof PatternPart>

export const PatternDetails = Type.Object(
  {
    id: Type.String(),
    text: Type.String(),
    looked_at: Type.Integer({ description: 'The newest messages that the values were read from' }),
    parts: Type.Array(PatternPart),
  },
  { title: 'PatternDetails' },
)
export type PatternDetails = Static<typeof PatternDetails>

export const PatternDetailsRequest = Type.Object(
  {
    ...messageSelection,
    hashes: Type.Optional(
      Type.Array(hash, { minItems: 1, maxItems: MAX_PATTERN_HASHES, description: 'Of the pattern; else the id alone' }),
    ),
  },
  { title: 'PatternDetailsRequest', ...closed },
)

const { post } = inArea('search')

export const findPatterns = post('/logyard/search/patterns', {
  id: 'logyard.search.patterns',
  summary: 'The patterns of matching messages, exact over the whole time range',
  access: signedIn,
  audit: READS_ONLY,
  body: PatternsRequest,
  answers: { 200: Patterns, 400: ApiError, 403: MissingStreamPermissionError },
})

export const getPatternDetails = post('/logyard/search/patterns/{id}', {
  id: 'logyard.search.pattern',
  summary: 'The values in the changing parts of one pattern',
  access: signedIn,
  audit: READS_ONLY,
  body: PatternDetailsRequest,
  answers: { 200: PatternDetails, 400: ApiError, 403: MissingStreamPermissionError, 404: ApiError },
})
