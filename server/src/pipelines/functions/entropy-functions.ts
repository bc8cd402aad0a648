/** Functions that measure texts. */
import { defineFunction } from '../evaluation/rule-run.ts'
import { given, text } from './params.ts'

const stringEntropy = defineFunction({
  name: 'string_entropy',
  description:
    'Measures how evenly a text uses its characters: the Shannon entropy in bits per character. Random names have more than words.',
  example: { source: 'string_entropy("aabb")', result: '1.0' },
  params: [text('value', 'The text.')],
  returns: 'Double',
  call([value]) {
    const text = given(value, 'value')
    const counts = new Map<string, number>()
    let total = 0
    for (const character of text) {
      counts.set(character, (counts.get(character) ?? 0) + 1)
      total += 1
    }
    let bits = 0
    for (const count of counts.values()) bits += (count / total) * Math.log2(total / count)
    return bits
  },
})

export const entropyFunctions = [stringEntropy]
