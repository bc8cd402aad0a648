/** The results of search types. */
import { type Static, Type } from 'typebox'
import { IsoInstant, nullable } from '../http/envelope.ts'
import { MessageDecorationStats } from './decorators.ts'
import { EffectiveRange } from './time-ranges.ts'

export const HighlightRange = Type.Object(
  { start: Type.Integer(), length: Type.Integer() },
  { title: 'HighlightRange', description: 'In UTF-16 units of the whole value' },
)
export type HighlightRange = Static<typeof HighlightRange>

/** Every field of a message under its name. Whole numbers have all their digits on the wire. */
export const MessageDocument = Type.Object(
  {
    _id: Type.String(),
    timestamp: IsoInstant,
    streams: Type.Array(Type.String()),
    source: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
  },
  { title: 'MessageDocument', additionalProperties: true },
)
export type MessageDocument = Static<typeof MessageDocument> & { readonly [field: string]: unknown }

export const MessageHit = Type.Object(
  {
    message: Type.Unsafe<MessageDocument>(MessageDocument),
    index: Type.String(),
    highlight_ranges: Type.Record(Type.String(), Type.Array(HighlightRange), { description: 'By field' }),
    decoration_stats: nullable(MessageDecorationStats),
  },
  { title: 'MessageHit' },
)
export type MessageHit = Static<typeof MessageHit>

export const MessageListResult = Type.Object(
  {
    id: Type.String(),
    type: Type.Literal('messages'),
    name: Type.Optional(Type.String()),
    messages: Type.Array(MessageHit),
    total_results: Type.Integer({ description: 'Exact' }),
    effective_timerange: EffectiveRange,
  },
  { title: 'MessageListResult' },
)
export type MessageListResult = Static<typeof MessageListResult>

export const EventSummary = Type.Object(
  {
    id: Type.String(),
    streams: Type.Array(Type.String(), { description: 'The streams that the event is about' }),
    timestamp: IsoInstant,
    message: Type.String(),
    alert: Type.Boolean(),
  },
  { title: 'EventSummary' },
)

export const EventListResult = Type.Object(
  {
    id: Type.String(),
    type: Type.Literal('events'),
    name: nullable(Type.String()),
    events: Type.Array(EventSummary),
  },
  { title: 'EventListResult' },
)
export type EventListResult = Static<typeof EventListResult>

export const PivotValue = Type.Object(
  {
    key: Type.Array(Type.String(), { description: 'Column keys, the id of the series last' }),
    value: Type.Union([Type.Number(), Type.String(), Type.Null()]),
    rollup: Type.Boolean(),
    source: Type.Union([
      Type.Literal('col-leaf'),
      Type.Literal('col-inner'),
      Type.Literal('row-leaf'),
      Type.Literal('row-inner'),
    ]),
  },
  { title: 'PivotValue' },
)
export type PivotValue = Static<typeof PivotValue>

export const PivotRow = Type.Object(
  {
    key: Type.Array(Type.String()),
    values: Type.Array(PivotValue),
    source: Type.Union([Type.Literal('leaf'), Type.Literal('non-leaf')]),
  },
  { title: 'PivotRow' },
)
export type PivotRow = Static<typeof PivotRow>

export const PivotResult = Type.Object(
  {
    id: Type.String(),
    type: Type.Literal('pivot'),
    name: Type.Optional(Type.String()),
    rows: Type.Optional(Type.Array(PivotRow, { description: 'Missing when there are none' })),
    total: Type.Integer({ description: 'Matching messages' }),
    effective_timerange: EffectiveRange,
    is_cut: Type.Optional(
      Type.Literal(true, { description: 'There are more than 20,000 groups: the rows are only the first of them' }),
    ),
  },
  { title: 'PivotResult' },
)
export type PivotResult = Static<typeof PivotResult>

export const SearchTypeResult = Type.Union([MessageListResult, PivotResult, EventListResult], {
  title: 'SearchTypeResult',
})
export type SearchTypeResult = Static<typeof SearchTypeResult>
