/** Decorators: what changes messages in a result, never in the store. */
import { type Static, Type } from 'typebox'
import { nullable } from './envelope.ts'

export const Decorator = Type.Object(
  {
    id: Type.Optional(nullable(Type.String())),
    type: Type.String(),
    config: Type.Record(Type.String(), Type.Unknown()),
    stream: Type.Optional(nullable(Type.String({ description: 'The stream whose searches it belongs to' }))),
    order: Type.Optional(Type.Integer()),
  },
  { title: 'Decorator', additionalProperties: false },
)
export type Decorator = Static<typeof Decorator>

const changes = Type.Record(Type.String(), Type.Unknown())
export const MessageDecorationStats = Type.Object(
  {
    added_fields: Type.Record(Type.String(), Type.Unknown(), { description: 'With their new values' }),
    changed_fields: changes,
    removed_fields: changes,
  },
  { title: 'MessageDecorationStats', description: 'Changed and removed fields with their original values' },
)
export type MessageDecorationStats = Static<typeof MessageDecorationStats>
