/** Functions that read pairs of keys and values. */
import { defineFunction, type PipelineParam } from '../evaluation/rule-run.ts'
import { type IsCharacter, isSpace, oneOf, readKeyValues } from './key-value.ts'
import { flag, optional, text, textOf } from './params.ts'
import { MAX_ITEMS, MAX_RESULT_CHARACTERS } from './result-bounds.ts'

const characters = (name: string, description: string): PipelineParam<IsCharacter> =>
  optional({
    ...text(name, description),
    preparedClass: 'com.google.common.base.CharMatcher',
    prepare: (value) => oneOf(textOf(value, name)),
  })

const keyValue = defineFunction({
  name: 'key_value',
  description: 'Reads pairs such as user=ada from a text. The result is a map, for set_fields.',
  example: { source: 'key_value("user=ada port=22 ok")', result: '{user: "ada", port: "22"}' },
  params: [
    text('value', 'The text.'),
    characters('delimiters', 'The characters between pairs, each on its own. White space by default.'),
    characters('kv_delimiters', 'The characters between key and value, each on its own. "=" by default.'),
    optional(
      flag('ignore_empty_values', 'Leaves out keys without a value. If false, the call fails. True by default.'),
    ),
    optional(flag('allow_dup_keys', 'Allows keys that occur again. If false, the call fails. True by default.')),
    optional(
      text(
        'handle_dup_keys',
        '"take_first" or "take_last", or a text to join all values of a key with. "take_first" by default.',
      ),
    ),
    characters('trim_key_chars', 'Characters to remove at both ends of keys.'),
    characters('trim_value_chars', 'Characters to remove at both ends of values.'),
  ],
  returns: 'Map',
  call([text, delimiters, kvDelimiters, ignoresMissing, allowsDuplicates, onDuplicate, keyEdge, valueEdge]) {
    if (text == null || text === '') return null
    return readKeyValues(text, {
      isDelimiter: delimiters ?? isSpace,
      isKeyEnd: kvDelimiters ?? isEqualSign,
      ignoresMissingValues: ignoresMissing ?? true,
      allowsDuplicates: allowsDuplicates ?? true,
      onDuplicate: onDuplicate ?? 'take_first',
      isKeyEdge: keyEdge ?? undefined,
      isValueEdge: valueEdge ?? undefined,
      maxPairs: MAX_ITEMS,
      maxCharacters: MAX_RESULT_CHARACTERS,
    })
  },
})

const isEqualSign = oneOf('=')

export const keyValueFunctions = [keyValue]
