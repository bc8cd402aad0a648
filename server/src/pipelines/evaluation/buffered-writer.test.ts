import { expect, test } from 'vitest'
import { createValueWriter } from '../../lookup/live/value-writer.ts'
import { emptyResult } from '../../lookup/lookup-results.ts'
import type { LookupKey, LookupResult, LookupWriter } from '../../lookup/lookup-tables.ts'
import { listResult } from '../../lookup/values/change-value.ts'
import { createBufferedWriter } from './buffered-writer.ts'

const STORED: ReadonlyMap<LookupKey, LookupResult> = new Map([['list', listResult(['a', 'b'], 5000)]])
const LARGE = 'x'.repeat(1_000_000)

/** Writes of one message, and the key under which their result is read. */
const writes: Readonly<Record<string, readonly [key: string, write: (writer: LookupWriter) => unknown]>> = {
  'a text': ['new', (writer) => writer.setValue('new', 'text')],
  'a number of more than 53 bits': ['new', (writer) => writer.setValue('new', 2n ** 60n)],
  'a list': ['new', (writer) => writer.setStringList('new', ['a', 'a'])],
  'a longer list': ['list', (writer) => writer.addStringList('list', ['b', 'c'], false)],
  'a shorter list': ['list', (writer) => writer.removeStringList('list', ['a'])],
  'another life': ['list', (writer) => writer.assignTtl('list', 1000)],
  nothing: ['list', (writer) => writer.clear('list')],
  'a text that is too large': ['list', (writer) => writer.setValue('list', LARGE)],
  'a text under a key that is too long': [LARGE, (writer) => writer.setValue(LARGE, 'text')],
}

test.each(Object.entries(writes))(
  'the rules of the same message read what the table will have: %s',
  (_name, [key, write]) => {
    const read = (asked: LookupKey) => STORED.get(asked) ?? emptyResult()
    const table = createValueWriter({ known: undefined, read, write: () => 1 })
    write(table.writerOf(() => undefined))

    const written = new Map<LookupKey, LookupResult>()
    const buffered = createBufferedWriter(
      table.writerOf(() => undefined),
      {
        read: (asked) => written.get(asked) ?? read(asked),
        write(changed, result) {
          written.set(changed, result)
          return result
        },
      },
    )
    write(buffered)
    expect(written.get(key) ?? read(key)).toEqual(table.read(key))
  },
)
