import { RULE_TYPES } from '@logyard/contract/streams/stream-rules'
import { expect, test } from 'vitest'
import { ruleDraft } from './rule-draft.ts'

const entered = { field: ' level ', value: ' 3 ', inverted: true, description: ' why ' }

test.each([
  { type: RULE_TYPES.EXACT, sent: { field: 'level', value: ' 3 ', inverted: true } },
  { type: RULE_TYPES.PRESENCE, sent: { field: 'level', value: '', inverted: true } },
  { type: RULE_TYPES.ALWAYS_MATCH, sent: { field: '', value: '', inverted: false } },
  { type: RULE_TYPES.MATCH_INPUT, sent: { field: 'gl2_source_input', value: ' 3 ', inverted: true } },
])('a rule of type $type is sent with only the values that its type uses', ({ type, sent }) => {
  expect(ruleDraft({ ...entered, type })).toEqual({ ...sent, type, description: 'why' })
})
