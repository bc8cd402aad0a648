/** Patterns: message texts with their variable parts masked by `*`. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant, MissingStreamPermissionError } from '../http/envelope.ts'
import { operation, READS_ONLY, signedIn } from '../http/operation.ts'
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
export type PatternsRequest = Static<typeof PatternsRequest>

export const Pattern = Type.Object(
  {
    id: Type.String({ description: 'Decimal digits' }),
    text: Type.String({ description: '`*` stands for a part that changes' }),
    count: Type.Integer(),
    first: IsoInstant,
    last: IsoInstant,
    first_seen: Type.Union([IsoInstant, Type.Null()], {
      description: 'Ever, whatever the time range; of what the caller may see. Null where that takes too long to find',
    }),
    is_new: Type.Boolean({ description: 'First seen within the time range' }),
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

const area = 'search'

export const findPatterns = operation({
  id: 'logyard.search.patterns',
  area,
  method: 'POST',
  path: '/logyard/search/patterns',
  summary: 'The patterns of matching messages, exact over the whole time range',
  access: signedIn,
  audit: READS_ONLY,
  body: PatternsRequest,
  answers: { 200: Patterns, 400: ApiError, 403: MissingStreamPermissionError },
})

export const getPatternDetails = operation({
  id: 'logyard.search.pattern',
  area,
  method: 'POST',
  path: '/logyard/search/patterns/{id}',
  summary: 'The values in the changing parts of one pattern',
  access: signedIn,
  audit: READS_ONLY,
  body: Type.Object(messageSelection, { title: 'PatternDetailsRequest', ...closed }),
  answers: { 200: PatternDetails, 400: ApiError, 403: MissingStreamPermissionError, 404: ApiError },
})

export const patternOperations = [findPatterns, getPatternDetails]
