import { expect, test } from 'vitest'
import { readRemembered, remember } from './remembered-search.ts'

function storageWith(text: string | null) {
  let stored = text
  const storage: Pick<Storage, 'getItem' | 'setItem'> = {
    getItem: () => stored,
    setItem: (_, value) => {
      stored = value
    },
  }
  return storage
}

test('a search is read as it was remembered', () => {
  const storage = storageWith(null)
  remember(storage, { kinds: 'include', range: { type: 'keyword', keyword: 'yesterday' } })
  expect(readRemembered(storage)).toEqual({ kinds: 'include', range: { type: 'keyword', keyword: 'yesterday' } })
})

test.each([null, 'no JSON', '{"filter":{"alerts":"all"},"timerange":{"type":"relative","range":"1"}}', '[]'])(
  'without a valid search (%s), alerts of the last hour are shown',
  (text) => {
    expect(readRemembered(storageWith(text))).toEqual({ kinds: 'only', range: { type: 'relative', range: 3600 } })
  },
)
