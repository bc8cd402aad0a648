import { expect, test } from 'vitest'
import { CORE_FIELDS, HIDDEN_FIELDS, isInternalName, METADATA_FIELDS, SERVER_FIELDS } from './message-fields.ts'

test('the console hides the fields about receiving a message, and shows those about its processing', () => {
  const shown = [...METADATA_FIELDS].filter((name) => !HIDDEN_FIELDS.has(name))
  expect(shown).toEqual([
    'gl2_original_timestamp',
    'gl2_processing_error',
    'gl2_receive_timestamp',
    'gl2_processing_timestamp',
  ])
  expect([...CORE_FIELDS].filter((name) => HIDDEN_FIELDS.has(name))).toEqual([])
})

test('senders may set the id and the collector of a message, but no field that the server always sets', () => {
  expect(SERVER_FIELDS.has('gl2_message_id')).toBe(false)
  expect(SERVER_FIELDS.has('gl2_source_collector')).toBe(false)
  expect([...SERVER_FIELDS].filter((name) => !isInternalName(name))).toEqual(['streams'])
  expect([...METADATA_FIELDS].every(isInternalName)).toBe(true)
})
