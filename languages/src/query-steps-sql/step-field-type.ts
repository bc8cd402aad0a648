import { FIELD } from '@logyard/contract/messages/message-fields'
import { type FieldTypes, holdsNumbers } from '../query-sql/field-schema.ts'
import { COLUMN_FIELDS, NUMBER_COLUMNS } from '../query-sql/message-field.ts'
import type { StepEnvironment } from '../query-steps/step-scope.ts'

/** As the query language: a field that holds numbers in any message is a number, and a text where it is none is missing. */
export const stepFieldType =
  (schema: FieldTypes): StepEnvironment['fieldType'] =>
  (name) => {
    if (name === FIELD.timestamp) return 'time'
    if (Object.hasOwn(NUMBER_COLUMNS, name) || holdsNumbers(name, schema)) return 'number'
    const isKnown = COLUMN_FIELDS.includes(name) || name === FIELD.pattern || schema.types(name).length > 0
    return isKnown ? 'text' : 'nothing'
  }
