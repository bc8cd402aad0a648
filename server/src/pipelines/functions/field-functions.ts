/** Functions that read and change fields of a message. */
import type { RuleValue } from '@logyard/languages/rules/rule-values'
import { defineFunction, type RuleMessage } from '../evaluation/rule-run.ts'
import { anything, inMessage, map, optional, text } from './params.ts'

const prefix = optional(text('prefix', 'A text before the name.'))
const suffix = optional(text('suffix', 'A text behind the name.'))

type Affix = string | null | undefined

function setField(message: RuleMessage, name: string, value: RuleValue, prefix: Affix, suffix: Affix): void {
  const whole = prefix == null && suffix == null ? name : (prefix ?? '') + name + (suffix ?? '')
  message.setField(whole, value)
}

const hasField = defineFunction({
  name: 'has_field',
  description: 'Checks whether a message has a field.',
  example: { source: 'has_field("source")', result: 'true' },
  params: [text('field', 'The name of the field.'), inMessage],
  returns: 'Boolean',
  call: ([field, message], run) => field != null && (message ?? run.message).hasField(field),
})

const setFieldFunction = defineFunction({
  name: 'set_field',
  description:
    'Sets a field of a message. Names have letters, digits, and the characters _ - . @ only. Other names, reserved names, null and empty texts change nothing.',
  example: { source: 'set_field("user", "ada");', result: 'user: "ada"' },
  params: [text('field', 'The name of the field.'), anything('value', 'The value.'), prefix, suffix, inMessage],
  returns: 'Void',
  call([field, value, before, after, message], run) {
    if (field == null || field === '') return null
    setField(message ?? run.message, field, value ?? null, before, after)
    return null
  },
})

const setFields = defineFunction({
  name: 'set_fields',
  description: 'Sets fields of a message, one for each entry of a map, under the rules of set_field.',
  example: {
    source: 'set_fields(fields: {user: "ada", port: 22}, prefix: "ssh_");',
    result: 'ssh_user: "ada"; ssh_port: 22',
  },
  params: [map('fields', 'Values by the names of the fields.'), prefix, suffix, inMessage],
  returns: 'Void',
  call([fields, before, after, message], run) {
    const target = message ?? run.message
    if (fields != null) {
      for (const [name, value] of fields) if (name !== '') setField(target, name, value, before, after)
    }
    return null
  },
})

const renameField = defineFunction({
  name: 'rename_field',
  description: 'Renames a field. A reserved field such as source is copied instead. A missing field changes nothing.',
  example: { source: 'set_field("usr", "ada"); rename_field("usr", "user");', result: 'user: "ada"' },
  params: [text('old_field', 'The name of the field.'), text('new_field', 'The new name.'), inMessage],
  returns: 'Void',
  call([oldName, newName, message], run) {
    const target = message ?? run.message
    if (oldName == null || newName == null || oldName === newName.trim() || !target.hasField(oldName)) return null
    target.setField(newName, target.field(oldName))
    target.removeField(oldName)
    return null
  },
})

const removeField = defineFunction({
  name: 'remove_field',
  description: 'Removes a field. Reserved fields such as source stay.',
  example: { source: 'set_field("secret", "x"); remove_field("secret");', result: 'nothing' },
  params: [text('field', 'The name of the field.'), inMessage],
  returns: 'Void',
  call([field, message], run) {
    if (field != null) (message ?? run.message).removeField(field)
    return null
  },
})

const trafficAccountingSize = defineFunction({
  name: 'traffic_accounting_size',
  description:
    'Counts the bytes of a message as traffic does: names and texts by their length, a number or date as 8, true or false as 4, a stream as 8. Fields that begin with gl2_ do not count.',
  example: { source: 'traffic_accounting_size() > 0', result: 'true' },
  params: [inMessage],
  returns: 'Long',
  call: ([message], run) => BigInt((message ?? run.message).accountedSize()),
})

export const fieldFunctions = [hasField, removeField, renameField, setFieldFunction, setFields, trafficAccountingSize]
