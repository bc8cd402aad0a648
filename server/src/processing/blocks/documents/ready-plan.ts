/** A plan with what is known about its fields beforehand: their columns, forms and sizes. */
import type { FieldValue } from '@logyard/codecs/codec'
import { FIELD } from '@logyard/contract/messages/message-fields'
import { formOf } from '../../../fields/field-forms.ts'
import { isAccounted, sizeOf } from '../../../store/messages/accounted-size.ts'
import type { FieldWriters } from '../../../store/messages/field-writers.ts'
import type { DocumentPlan, PlannedField, PlannedValue } from './document-plan.ts'
import { NUMBER, TEXT, type ValueKind } from './document-values.ts'

/** A field as it is stored. */
export interface ReadyField {
  readonly name: string
  /** The number of its value; -1 for a constant. */
  readonly number: number
  readonly kind: ValueKind
  readonly constant: FieldValue
  /** The form of the constant. */
  readonly form: number
  /** Whether the size of its value counts. A constant has been counted. */
  readonly isAccounted: boolean
  readonly columns: FieldWriters
}

export interface ReadyPlan {
  readonly plan: DocumentPlan
  /** Number of the value that is the text. */
  readonly message: number
  /** Number of the value that is the source; -1 if it is something else. */
  readonly source: number
  /** Number of the value that is the time; -1 for the time of receipt. */
  readonly time: number
  readonly stored: readonly ReadyField[]
  readonly storedNames: readonly string[]
  /** The values of the fields as steps see them, by name. */
  readonly valuesByName: ReadonlyMap<string, PlannedValue>
  /** The values of the fields as they are stored, by name. */
  readonly storedByName: ReadonlyMap<string, PlannedValue>
  /** Whether a value recurs, by its number. */
  readonly recurs: Uint8Array
  /** The size of all names, and of constants. */
  readonly fixedSize: number
  /** Fields that are written in another way than others. */
  readonly needsMessage: boolean
  /**
   * The forms that the stored fields are known to have, in their order, by the list of indices. A value in one of them
   * need not be reported. They are valid for this version of the field watch.
   */
  readonly usual: { version: number; readonly forms: Map<readonly string[], Int32Array> }
}

const WRITTEN_OTHERWISE: readonly string[] = [FIELD.fullMessage, FIELD.messageId]

export function readyPlan(
  plan: DocumentPlan,
  values: number,
  columnsOf: (field: string) => FieldWriters,
): ReadyPlan | undefined {
  const message = plan.message.number
  if (message < 0 || plan.stored.some(isConstantNumber)) return undefined
  const source = plan.source === 'peer' ? -1 : plan.source.number
  const stored = plan.stored.map((field) => readyField(field, columnsOf(field.name)))
  const recurs = new Uint8Array(values)
  for (const { number, columns } of stored) if (number >= 0 && columns.recurring !== undefined) recurs[number] = 1
  if (source >= 0) recurs[source] = 1
  const counted = stored.filter(({ name }) => isAccounted(name))
  const sizeOfField = ({ name, number, constant }: ReadyField) => name.length + (number < 0 ? sizeOf(constant) : 0)
  return {
    plan,
    message,
    source,
    time: plan.time === 'receipt' ? -1 : plan.time.number,
    stored,
    storedNames: stored.map(({ name }) => name),
    valuesByName: new Map(plan.fields.map(({ name, value }) => [name, value])),
    storedByName: new Map(plan.stored.map(({ name, value }) => [name, value])),
    recurs,
    fixedSize: counted.reduce((sum, field) => sum + sizeOfField(field), 0),
    needsMessage: stored.some(({ name }) => WRITTEN_OTHERWISE.includes(name)),
    usual: { version: -1, forms: new Map() },
  }
}

/** Constants that are numbers, whose columns documents cannot write. No codec adds one. */
const isConstantNumber = ({ value }: PlannedField): boolean =>
  'constant' in value && (typeof value.constant === 'number' || typeof value.constant === 'bigint')

function readyField({ name, value }: PlannedField, columns: FieldWriters): ReadyField {
  if (value.number < 0 && 'constant' in value) {
    const { constant } = value
    const kind = typeof constant === 'number' ? NUMBER : TEXT
    return { name, number: -1, kind, constant, form: formOf(constant), isAccounted: false, columns }
  }
  const kind = 'kind' in value ? value.kind : TEXT
  return { name, number: value.number, kind, constant: '', form: 0, isAccounted: isAccounted(name), columns }
}

/** Bytes of a planned field without its name and its constant, approximately. */
const FIELD_BYTES = 400

/** The memory that a plan takes, approximately. */
export function bytesOfPlan({ plan }: ReadyPlan): number {
  return [...plan.fields, ...plan.stored].reduce((sum, { name, value }) => {
    const constant = 'constant' in value ? sizeOf(value.constant) : 0
    return sum + FIELD_BYTES + 2 * (name.length + constant)
  }, 0)
}
