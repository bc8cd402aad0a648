import { expect, test } from 'vitest'
import { MAX_TABS, neighbourOf, type SearchTab, tabsIn, withName, withShown, withTabAt } from './tab-list.ts'

const shown = (id: string, { isTouched = true, content }: { isTouched?: boolean; content?: string } = {}) => ({
  id,
  link: `/search?q=${id}`,
  subject: 'search',
  label: id,
  isTouched,
  ...(content === undefined ? {} : { content }),
})
const opened = (...tabs: Parameters<typeof shown>[]): readonly SearchTab[] =>
  tabs.reduce((list: readonly SearchTab[], tab) => withShown(list, shown(...tab)), [])
const ids = (tabs: readonly SearchTab[]) => tabs.map(({ id }) => id)

test('a search opens beside a touched one, and in the place of an untouched one', () => {
  expect(ids(opened(['a'], ['b', { isTouched: false }], ['c']))).toEqual(['a', 'c'])
  // Beside the one shown last, which is not the last of the list.
  expect(ids(withShown(withShown(opened(['a'], ['b']), shown('a')), shown('c')))).toEqual(['a', 'c', 'b'])
})

test('a tab keeps its name, its total and that it was touched when it is shown again', () => {
  const named = withName(opened(['a', { isTouched: false }]), 'a', ' Payments ')
  const counted = withShown(named, { ...shown('a', { isTouched: false }), total: 12 })
  const [again] = withShown(counted, shown('a', { isTouched: false }))
  expect(again).toMatchObject({ name: 'Payments', total: 12, isTouched: true })
  expect(withName(named, 'a', ' ')[0]?.name).toBeUndefined()
})

test('tabs are bounded in number: the untouched, then those shown longest ago make room', () => {
  const numbers = Array.from({ length: MAX_TABS }, (_, at) => `t${at}`)
  const full = opened(...numbers.map((id): Parameters<typeof shown> => [id]))
  expect(ids(full)).toEqual(numbers)
  expect(ids(withShown(full, shown('new')))).toEqual([...numbers.slice(1), 'new'])
})

test('tabs are bounded in size: those shown longest ago lose their unsaved changes first', () => {
  const content = 'x'.repeat(90_000)
  const large = opened(['a', { content }], ['b', { content }], ['c', { content }])
  expect(large.map((tab) => tab.content !== undefined)).toEqual([false, true, true])
  const long = withShown(opened(['a'], ['b']), { ...shown('c'), link: `/search?q=${'x'.repeat(250_000)}` })
  expect(ids(long)).toEqual(['c'])
})

test('a tab moves within the list only', () => {
  const tabs = opened(['a'], ['b'], ['c'])
  expect(ids(withTabAt(tabs, 'c', 0))).toEqual(['c', 'a', 'b'])
  expect(withTabAt(tabs, 'c', 3)).toBe(tabs)
  expect(neighbourOf(tabs, 'b')?.id).toBe('c')
  expect(neighbourOf(tabs, 'c')?.id).toBe('b')
})

test('damaged tabs are left out', () => {
  const [good] = opened(['a'])
  const foreign = { ...good, link: 'https://elsewhere.example/' }
  expect(tabsIn([good, null, { ...good, total: 'many' }, foreign])).toEqual([good])
  expect(tabsIn('tabs')).toEqual([])
})
