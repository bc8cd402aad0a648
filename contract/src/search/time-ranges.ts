/** Time ranges: as requested, and as resolved to absolute times. */
import { type Static, Type } from 'typebox'
import { decimal, int } from '../http/bounds.ts'
import { byType } from '../http/by-type.ts'
import { IsoInstant, nullable } from '../http/envelope.ts'
import { primitiveInt } from '../http/primitive.ts'

const closed = { additionalProperties: false } as const

/** An offset, or no zone (UTC), is accepted too. */
const ISO_INPUT = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d([.,]\\d{1,9})?)?(Z|[+-]\\d\\d(:?\\d\\d)?)?$'

export const RelativeRange = Type.Object(
  {
    type: Type.Literal('relative'),
    range: primitiveInt({ minimum: 0, description: 'Seconds up to now; 0 for all messages' }),
    from: Type.Optional(int({ minimum: 0, description: 'Seconds before now, instead of `range`' })),
    to: Type.Optional(int({ minimum: 0, description: 'Seconds before now; 0 when it is missing' })),
  },
  { title: 'RelativeRange', description: '`from` and `to` are not part of the Graylog 4.0 API', ...closed },
)
export type RelativeRange = Static<typeof RelativeRange>

const instant = Type.String({ pattern: ISO_INPUT, description: 'ISO 8601; UTC without a zone' })
export const AbsoluteRange = Type.Object(
  { type: Type.Literal('absolute'), from: instant, to: instant },
  { title: 'AbsoluteRange', description: 'Both ends belong to it', ...closed },
)
export type AbsoluteRange = Static<typeof AbsoluteRange>

export const KeywordRange = Type.Object(
  { type: Type.Literal('keyword'), keyword: Type.String({ description: 'English, such as `last 5 minutes`; UTC' }) },
  { title: 'KeywordRange', ...closed },
)
export type KeywordRange = Static<typeof KeywordRange>

export const OffsetRange = Type.Object(
  {
    type: Type.Literal('offset'),
    source: Type.String({ description: 'query or search_type' }),
    id: Type.Optional(nullable(Type.String({ description: 'Of the search type that it refers to' }))),
    offset: Type.Optional(
      nullable(
        Type.Union([Type.String(), decimal()], {
          description: 'Seconds, or `2i` for twice the length of what it refers to; 1i by default',
        }),
      ),
    ),
  },
  { title: 'OffsetRange', description: 'Another range, moved into the past', ...closed },
)
export type OffsetRange = Static<typeof OffsetRange>

const asked = { relative: RelativeRange, absolute: AbsoluteRange, keyword: KeywordRange }

export type TimeRange = RelativeRange | AbsoluteRange | KeywordRange
export const TimeRange = byType<TimeRange>('TimeRange', asked)

export type SearchTypeTimeRange = TimeRange | OffsetRange
export const SearchTypeTimeRange = byType<SearchTypeTimeRange>('SearchTypeTimeRange', {
  ...asked,
  offset: OffsetRange,
})

/** A resolved range: always absolute, in UTC with milliseconds. */
export const EffectiveRange = Type.Object(
  { type: Type.Literal('absolute'), from: IsoInstant, to: IsoInstant },
  { title: 'EffectiveRange' },
)
export type EffectiveRange = Static<typeof EffectiveRange>
