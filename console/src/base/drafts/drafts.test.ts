import { beforeEach, expect, test } from 'vitest'
import { createDrafts } from './drafts.ts'

beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
})

const start = Date.parse('2026-03-01T09:00:00Z')
const DAY_MS = 24 * 3_600_000

let made = 0
/** A tab of the browser: what it stores itself is gone with it. */
function openTab({ userId = 'ada', at = start, tab = window.sessionStorage } = {}) {
  const newId = () => `tab-${++made}`
  return createDrafts({
    tabStorage: () => tab,
    browserStorage: () => window.localStorage,
    userId,
    now: () => at,
    newId,
  })
}
const draft = (id: string, subject = 'search') => ({ id, subject, link: `/search?q=${id}`, content: id })
const lasting = { isLasting: true }

test('a tab finds its drafts again after a reload, by id and by address, and others do not', () => {
  openTab().keep(draft('a'), lasting)
  const reloaded = openTab()
  expect(reloaded.findById('a')?.content).toBe('a')
  expect(reloaded.findInTab(({ link }) => link === '/search?q=a')?.id).toBe('a')
  expect(reloaded.takeLeft('search')).toBeUndefined()
  expect(openTab({ userId: 'bob' }).findById('a')).toBeUndefined()
})

test('the next tab takes over the latest draft of a closed tab, once', () => {
  const closed = openTab()
  closed.keep(draft('a'), lasting)
  closed.keep(draft('b'), lasting)
  closed.keep(draft('c', 'saved 1'), lasting)
  closed.keep(draft('d', 'stream 1'), { isLasting: false })
  closed.setLeft(true)
  window.sessionStorage.clear()
  expect(openTab({ userId: 'bob' }).takeLeft('search')).toBeUndefined()
  window.sessionStorage.clear()
  const next = openTab()
  expect(next.takeLeft('search')?.id).toBe('b')
  expect(next.takeLeft('search')).toBeUndefined()
  expect(next.takeLeft('saved 1')?.id).toBe('c')
  expect(next.takeLeft('stream 1')).toBeUndefined()
})

test('drafts are bounded in number, size and age', () => {
  const drafts = openTab()
  for (let count = 0; count < 30; count += 1) drafts.keep(draft(`n${count}`, `saved ${count}`), lasting)
  const stored = () => Object.keys(window.localStorage).filter((key) => key.includes('draft:'))
  expect(stored()).toHaveLength(20)
  drafts.keep({ ...draft('large'), content: 'x'.repeat(300_000) }, lasting)
  expect(drafts.findById('large')).toBeUndefined()
  window.sessionStorage.clear()
  openTab({ at: start + 8 * DAY_MS })
  expect(stored()).toEqual([])
})

test('signing out removes everything of the user, and a page that is left afterwards keeps nothing', () => {
  const drafts = openTab()
  drafts.keep(draft('a'), lasting)
  drafts.showedSearch('/search?q=a')
  drafts.visited({ link: '/search?q=a', title: 'a' })
  drafts.clear()
  drafts.keep(draft('a'), lasting)
  drafts.showedSearch('/search?q=a')
  expect([window.localStorage.length, window.sessionStorage.length]).toEqual([0, 0])
})

test('recent places list searches that look alike once, the latest', () => {
  const drafts = openTab()
  drafts.visited({ link: '/search?q=', title: 'Search' })
  drafts.visited({ link: '/search?q=a', title: 'a' })
  drafts.visited({ link: '/search?q=&relative=60', title: 'Search' })
  drafts.visited({ link: '/streams', title: 'Search' })
  expect(drafts.recentPlaces().map(({ link }) => link)).toEqual(['/streams', '/search?q=&relative=60', '/search?q=a'])
})

test('without storage, drafts are lost quietly', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure', 'SecurityError')
  }
  const deps = { tabStorage: refuse, browserStorage: refuse, userId: 'ada', now: () => start, newId: () => 't' }
  const drafts = createDrafts(deps)
  drafts.keep(draft('a'), lasting)
  expect(drafts.findById('a')).toBeUndefined()
  expect(drafts.lastSearch()).toBeUndefined()
})
