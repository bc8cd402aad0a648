import { expect, test } from 'vitest'
import { CORE_FIELDS, HIDDEN_FIELDS, isInternalName, METADATA_FIELDS, SERVER_FIELDS } from './message-fields.ts'

test('the console hides how a message was received, and shows what its processing left', () => {
  const shown = [...METADATA_FIELDS].filter((name) => !HIDDEN_FIELDS.has(name))
  expect(shown).toEqual([
    'gl2_original_timestamp',
    'gl2_processing_error',
    'gl2_receive_timestamp',
    'gl2_processing_timestamp',
  ])
  expect([...CORE_FIELDS].filter((name) => HIDDEN_FIELDS.has(name))).toEqual([])
})

test('senders may set the id and the collector of a message, but nothing that the server sets on every message', () => {
  expect(SERVER_FIELDS.has('gl2_message_id')).toBe(false)
  expect(SERVER_FIELDS.has('gl2_source_collector')).toBe(false)
  expect([...SERVER_FIELDS].filter((name) => !isInternalName(name))).toEqual(['streams'])
  expect([...METADATA_FIELDS].every(isInternalName)).toBe(true)
})
