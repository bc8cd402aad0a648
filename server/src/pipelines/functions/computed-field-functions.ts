/** Functions on fields with a computed name, and on several fields at once. */
import { textOfValue } from '@logyard/languages/rules/values/text-of-value'
import { defineFunction, type RuleMessage } from '../evaluation/rule-run.ts'
import { inMessage, list, map, optional, pattern, text } from './params.ts'

const getField = defineFunction({
  name: 'get_field',
  description: 'Returns the value of a field, or null if the message does not have it. The name may be computed.',
  example: { source: 'get_field("source")', result: '"web-1"' },
  params: [text('field', 'The name of the field.'), inMessage],
  returns: 'Object',
  call: ([field, message], run) => (field == null ? null : (message ?? run.message).field(field)),
})

function rename(message: RuleMessage, oldName: string, newName: string): void {
  if (oldName === newName.trim() || !message.hasField(oldName)) return
  message.setField(newName, message.field(oldName))
  // An invalid name changes nothing.
  if (message.hasField(newName.trim())) message.removeField(oldName)
}

const normalizeFields = defineFunction({
  name: 'normalize_fields',
  description: 'Renames all fields of a message to lower case. A field that has the name already is overwritten.',
  example: { source: 'set_field("User", "ada"); normalize_fields();', result: 'user: "ada"' },
  params: [inMessage],
  returns: 'Void',
  call([message], run) {
    const target = message ?? run.message
    for (const name of [...target.fieldNames()]) rename(target, name, name.toLowerCase())
    return null
  },
})

const renameFields = defineFunction({
  name: 'rename_fields',
  description: 'Renames fields of a message, under the rules of rename_field.',
  example: { source: 'set_field("usr", "ada"); rename_fields({usr: "user"});', result: 'user: "ada"' },
  params: [map('fields', 'The new names by the old ones.'), inMessage],
  returns: 'Void',
  call([names, message], run) {
    for (const [oldName, newName] of names ?? []) rename(message ?? run.message, oldName, textOfValue(newName))
    return null
  },
})

const removeSingleField = defineFunction({
  name: 'remove_single_field',
  description: 'Removes a field. Reserved fields such as source stay.',
  example: { source: 'set_field("secret", "x"); remove_single_field("secret");', result: 'nothing' },
  params: [text('field', 'The name of the field.'), inMessage],
  returns: 'Void',
  call([field, message], run) {
    if (field != null) (message ?? run.message).removeField(field)
    return null
  },
})

const removeMultipleFields = defineFunction({
  name: 'remove_multiple_fields',
  description:
    'Removes fields by a regular expression, by a list of names, or by both. Reserved fields such as source stay.',
  example: {
    source: 'set_fields({tmp_a: 1, tmp_b: 2, user: "ada"}); remove_multiple_fields("^tmp_");',
    result: 'user: "ada"',
  },
  params: [
    optional(pattern('pattern', 'A regular expression that is found in the names of the fields.')),
    optional(list('names', 'The names of fields.')),
    inMessage,
  ],
  returns: 'Void',
  call([pattern, names, message], run) {
    const target = message ?? run.message
    for (const name of names ?? []) target.removeField(textOfValue(name))
    if (pattern == null) return null
    for (const name of [...target.fieldNames()]) if (pattern.find(name) !== null) target.removeField(name)
    return null
  },
})

export const computedFieldFunctions = [getField, normalizeFields, removeMultipleFields, removeSingleField, renameFields]
