/** Explanations: what differs between some messages and others, by values of fields and by patterns. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant, MissingStreamPermissionError, nullable } from '../http/envelope.ts'
import { inArea, READS_ONLY, signedIn } from '../http/operation.ts'
import { messageSelection } from './message-selection.ts'
import { EffectiveRange, TimeRange } from './time-ranges.ts'

const closed = { additionalProperties: false } as const

export const ExplanationRequest = Type.Object(
  {
    ...messageSelection,
    inside: Type.Optional(
      Type.Object(
        {
          timerange: Type.Optional(TimeRange),
          query: Type.Optional(Type.String({ description: 'Query of the messages to explain, beside `query`' })),
        },
        { description: 'The messages to explain. All of the time range where it is missing', ...closed },
      ),
    ),
    compare_with: Type.Optional(
      Type.Union([Type.Literal('rest'), Type.Literal('before'), Type.Literal('yesterday'), Type.Literal('last_week')], {
        description:
          'The rest of `timerange` (with `inside.query` its other messages), as much time before, or the same time a day ' +
          'or a week earlier; `rest` by default',
      }),
    ),
    outside: Type.Optional(TimeRange),
  },
  { title: 'ExplanationRequest', ...closed },
)
export type ExplanationRequest = Static<typeof ExplanationRequest>
export type ComparedWith = NonNullable<ExplanationRequest['compare_with']>

export const FindingChange = Type.Union(
  [Type.Literal('new'), Type.Literal('gone'), Type.Literal('more'), Type.Literal('less')],
  { description: '`new` and `gone`: only inside, or only outside' },
)
export type FindingChange = Static<typeof FindingChange>

const finding = {
  kind: Type.Union([Type.Literal('value'), Type.Literal('number'), Type.Literal('pattern'), Type.Literal('field')], {
    description: '`number`: all numbers of the field from a bound on; `field`: the messages that have the field',
  }),
  change: FindingChange,
  field: nullable(Type.String({ description: 'Null for a pattern' })),
  value: Type.String({ description: 'Value, bound of the numbers as in `>=2000`, text of the pattern, or empty' }),
  text: Type.String({ description: 'The finding in plain words' }),
  query: Type.String({ description: 'Finds these messages' }),
  inside: Type.Integer({ description: 'Messages inside that match' }),
  outside: Type.Integer(),
  share_inside: Type.Number({ description: 'From 0 to 1' }),
  share_outside: Type.Number(),
  factor: nullable(Type.Number({ description: 'Share inside by share outside; null where one of them is 0' })),
} as const

export const SameFinding = Type.Object(finding, {
  title: 'SameFinding',
  description: 'A difference that is gone without the messages of another finding',
})
export type SameFinding = Static<typeof SameFinding>

export const FindingPlace = Type.Object(
  {
    field: Type.String(),
    value: Type.String(),
    query: Type.String(),
    share: Type.Number({ description: 'Of the messages inside that match the finding' }),
    share_of_others: Type.Number({ description: 'Of the other messages inside' }),
  },
  { title: 'FindingPlace', description: 'A value that the messages of a finding have much more often than others' },
)
export type FindingPlace = Static<typeof FindingPlace>

export const Finding = Type.Object(
  {
    ...finding,
    score: Type.Number({ description: 'The findings are sorted by it' }),
    trend: Type.Array(Type.Integer(), { description: 'Its messages in each of `slices`' }),
    places: Type.Array(FindingPlace),
    same: Type.Array(SameFinding),
  },
  { title: 'Finding' },
)
export type Finding = Static<typeof Finding>

export const ComparedMessages = Type.Object(
  {
    timeranges: Type.Array(EffectiveRange),
    messages: Type.Integer(),
    per_minute: Type.Number(),
  },
  { title: 'ComparedMessages' },
)
export type ComparedMessages = Static<typeof ComparedMessages>

export const Explanation = Type.Object(
  {
    sentence: Type.String({ description: 'The findings in English' }),
    inside: ComparedMessages,
    outside: ComparedMessages,
    looked_at: Type.Integer({
      description: 'Messages that were searched for differences: all, or an even sample. Findings have exact counts',
    }),
    slices: Type.Array(
      Type.Object({
        from: IsoInstant,
        to: IsoInstant,
        is_inside: Type.Boolean(),
        messages: Type.Integer({ description: 'All that were compared, as in the trends of findings' }),
      }),
    ),
    findings: Type.Array(Finding, { description: 'The greatest difference first' }),
    unchanged: Type.Array(Type.String(), { description: 'Fields without a difference, the most frequent first' }),
    not_compared: Type.Array(Type.String(), { description: 'Fields in which nearly every message has another text' }),
  },
  { title: 'Explanation' },
)
export type Explanation = Static<typeof Explanation>

const { post } = inArea('search')

export const explainMessages = post('/logyard/search/explanations', {
  id: 'logyard.search.explanations',
  summary: 'Explain some messages: how their values, numbers and patterns differ from those of others',
  access: signedIn,
  audit: READS_ONLY,
  body: ExplanationRequest,
  answers: { 200: Explanation, 400: ApiError, 403: MissingStreamPermissionError },
})
