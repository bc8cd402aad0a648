/** How the messages of a source are recognised before any pack has read them. */
import { type Static, Type } from 'typebox'

/** The text of a message, with the fields that inputs set. */
export interface RawLine {
  readonly text: string
  readonly fields: Readonly<Record<string, unknown>>
}

export type Recognition = ReturnType<typeof readRecognition>

/** Regular expression. It has to run in linear time, because texts come from anyone who can send. */
const Expression = Type.String({ minLength: 1 })
const fieldNames = Type.Optional(Type.Array(Type.String(), { minItems: 1 }))

/** Signs of a message, which has to meet all that are given. */
const Signs = Type.Object(
  {
    /** The name of the program that wrote it: in the field of syslog, or in the text, mostly behind the host. */
    programs: Type.Optional(Expression),
    text: Type.Optional(Expression),
    has: fieldNames,
    lacks: fieldNames,
    /** Expressions for fields; a missing one is an empty text. */
    fields: Type.Optional(Type.Record(Type.String(), Expression)),
  },
  { additionalProperties: false, minProperties: 1 },
)
type Signs = Static<typeof Signs>

export const RecognitionText = Type.Object(
  { query: Type.String(), any: Type.Array(Signs, { minItems: 1 }) },
  { additionalProperties: false },
)
export type RecognitionText = Static<typeof RecognitionText>

const PROGRAM_FIELD = 'application_name'

export function readRecognition({ query, any }: RecognitionText) {
  const tests = any.map(testOf)
  return {
    /** A search that finds such messages, for people: it may find a few others. */
    query,
    /** Fields that `recognises` reads. */
    fields: [...new Set(any.flatMap(fieldsOf))],
    recognises: (line: RawLine) => tests.some((isMet) => isMet(line)),
  }
}

const fieldsOf = ({ programs, has = [], lacks = [], fields = {} }: Signs): readonly string[] => [
  ...(programs === undefined ? [] : [PROGRAM_FIELD]),
  ...has,
  ...lacks,
  ...Object.keys(fields),
]

function testOf({ programs, text, has = [], lacks = [], fields = {} }: Signs): (line: RawLine) => boolean {
  const inText = text === undefined ? undefined : new RegExp(text)
  const inFields = Object.entries(fields).map(([name, expression]) => [name, new RegExp(expression)] as const)
  const isOfProgram = programs === undefined ? undefined : programTest(programs)
  return (line) =>
    has.every((name) => line.fields[name] !== undefined) &&
    lacks.every((name) => line.fields[name] === undefined) &&
    inFields.every(([name, expression]) => expression.test(String(line.fields[name] ?? ''))) &&
    (isOfProgram?.(line) ?? true) &&
    (inText?.test(line.text) ?? true)
}

function programTest(names: string): (line: RawLine) => boolean {
  const inField = new RegExp(`^(?:${names})$`)
  const inText = new RegExp(`^(?:\\S{1,255} )?(?:${names})(?:\\[\\d{1,10}\\])?: `)
  return ({ text, fields }) => {
    const name = fields[PROGRAM_FIELD]
    return typeof name === 'string' ? inField.test(name) : inText.test(text)
  }
}
