/** What requests say about a rule or a pipeline. */
import { type Static, Type } from 'typebox'
import { nullable } from '../http/envelope.ts'
import { anyJson } from '../http/open-parts.ts'

/** Length of one rule or pipeline, in UTF-16 code units. */
export const MAX_SOURCE_LENGTH = 100_000
const MAX_DESCRIPTION_LENGTH = 10_000

export const Source = Type.String({ maxLength: MAX_SOURCE_LENGTH })

/** Clients send back what they read: what the source says, and what the server writes, is accepted and not read. */
const notRead = Type.Optional(anyJson('Not read'))

export const SourceDraft = Type.Object(
  {
    source: Source,
    description: Type.Optional(nullable(Type.String({ maxLength: MAX_DESCRIPTION_LENGTH }))),
    title: Type.Optional(nullable(Type.String({ description: 'Not read: the name in the source is the title' }))),
    id: Type.Optional(nullable(Type.String({ description: 'Not read' }))),
    created_at: notRead,
    modified_at: notRead,
    errors: notRead,
    stages: notRead,
  },
  { title: 'SourceDraft', additionalProperties: false },
)
export type SourceDraft = Static<typeof SourceDraft>
