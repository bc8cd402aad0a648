/** The file `pack.yaml` of a pack of the gallery. Its objects are configuration text in the folder beside it. */
import { type Static, Type } from 'typebox'
import { RecognitionText } from './recognition/recognition.ts'

const closed = { additionalProperties: false } as const

export const CATEGORIES = ['Systems', 'Web', 'Network', 'Databases', 'Containers', 'Mail'] as const

/** Parameter of a pack, whose default is the value that it replaces. */
const Parameter = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    description: Type.String(),
    type: Type.Union([Type.Literal('integer'), Type.Literal('string')]),
    replaces: Type.Array(
      Type.Object({ input: Type.String(), key: Type.String({ description: 'configuration.port' }) }, closed),
      { minItems: 1 },
    ),
  },
  closed,
)
/** The facts that a sender needs about an input of the pack. */
const Send = Type.Object(
  {
    input: Type.String({ description: 'Its title' }),
    text: Type.String({ description: 'A command or settings, with LOGYARD for the address and PORT for the port' }),
  },
  closed,
)
export type PackFileSend = Static<typeof Send>

export type PackFileParameter = Static<typeof Parameter>

export const PackFile = Type.Object(
  {
    title: Type.String(),
    /** Raised with each change of what the pack brings: a revision never changes. */
    rev: Type.Integer({ minimum: 1 }),
    category: Type.Enum(CATEGORIES),
    summary: Type.String(),
    /** Markdown: how the source sends its logs, and what the pack brings. */
    description: Type.String(),
    send: Type.Optional(Type.Array(Send)),
    parameters: Type.Optional(Type.Array(Parameter)),
    recognition: RecognitionText,
  },
  closed,
)
export type PackFile = Static<typeof PackFile>
