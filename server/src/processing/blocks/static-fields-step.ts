import { type Step, stepType } from './processor.ts'

/** Every message has these already. */
const ALWAYS_SET: ReadonlySet<string> = new Set(['message', 'source', 'timestamp'])

/** Adds the static fields of an input to its messages. A field that the message has keeps its value. */
export const staticFields = stepType(['staticFields'], ({ staticFields: settings }, { setField }) => {
  const fieldsByInput = new Map(
    Object.entries(settings).map(([inputId, fields]) => {
      return [inputId, Object.entries(fields).filter(([name]) => !ALWAYS_SET.has(name))]
    }),
  )
  const step: Step = ({ inputId, fields }) => {
    const added = fieldsByInput.get(inputId)
    if (added === undefined) return 'keep'
    for (const [name, value] of added) {
      if (!fields.has(name)) setField(fields, name, value)
    }
    return 'keep'
  }
  return Object.assign(step, { passes: (inputId: string) => !fieldsByInput.has(inputId) })
})
