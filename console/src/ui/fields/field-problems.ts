/** The problems that a form finds in the values of its fields; the server checks the rest. */
import type { Field } from '@logyard/contract/configured/field'
import type { MessageId } from '../../base/text/catalogues.ts'
import { type FieldValues, holds, isUnset, numberOf, periodOf, sentCharacter, textOf } from './field-values.ts'

export interface FieldProblem {
  readonly text: MessageId
  readonly values?: Readonly<Record<string, number>>
}

const REQUIRED: FieldProblem = { text: 'ui.config.required' }

/** Whether the field itself must have a value. Of fields that share an error, only one must have a value. */
export const isRequired = ({ is_optional, shared_error }: Field): boolean =>
  is_optional !== true && shared_error === undefined

/** Problems by name; valid fields are omitted. */
export function fieldProblems(fields: readonly Field[], values: FieldValues): Readonly<Record<string, FieldProblem>> {
  const found = fields.flatMap((field): [string, FieldProblem][] => {
    if (holds(field.disabled_while, values) || holds(field.hidden_while, values)) return []
    const problem = problemOf(field, values)
    return problem === undefined ? [] : [[field.name, problem]]
  })
  return Object.fromEntries(found)
}

function problemOf(field: Field, values: FieldValues): FieldProblem | undefined {
  const value = values[field.name]
  switch (field.kind) {
    case 'flag':
    case 'headers':
    case 'note':
    case 'preview':
    case 'mail_state':
    case 'callback':
      return undefined
    case 'number':
      return numberProblem(numberOf(value), isRequired(field), field)
    case 'period': {
      const { isOn, amount } = periodOf(values, field)
      return isOn ? numberProblem(amount, true, { min: 1 }) : undefined
    }
    case 'text': {
      const text = textOf(value)
      if (field.format === 'character' && (isRequired(field) || text !== '')) {
        return [...sentCharacter(text)].length === 1 ? undefined : { text: 'ui.config.character' }
      }
      return isRequired(field) && isEmpty(value, field.may_be_blank) ? REQUIRED : undefined
    }
    default:
      return isRequired(field) && isEmpty(value) ? REQUIRED : undefined
  }
}

const isEmpty = (value: unknown, mayBeBlank = false): boolean =>
  isUnset(value) || (typeof value === 'string' && !mayBeBlank && value.trim() === '')

interface Limits {
  readonly min?: number
  readonly max?: number
}

function numberProblem(value: number | undefined, isNeeded: boolean, { min, max }: Limits): FieldProblem | undefined {
  if (value === undefined) return isNeeded ? REQUIRED : undefined
  if (max === undefined)
    return min !== undefined && value < min ? { text: 'ui.config.min', values: { min } } : undefined
  const least = min ?? Number.MIN_SAFE_INTEGER
  return value < least || value > max ? { text: 'ui.config.range', values: { min: least, max } } : undefined
}
