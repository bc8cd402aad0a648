import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type BrowserHistory, createBrowserHistory } from './browser-history.ts'

let history: BrowserHistory
let stop: () => void
beforeEach(() => {
  window.history.replaceState(null, '', '/start')
  history = createBrowserHistory(window)
  stop = history.listen()
})
afterEach(() => stop())

const address = () => `${window.location.pathname}${window.location.search}`
/** jsdom goes back later, as browsers do. */
const popped = (go: () => void) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  window.addEventListener('popstate', () => resolve(), { once: true })
  go()
  return promise
}

test('an entry keeps its key and its work, also when the user returns to it', async () => {
  const first = history.entry()
  history.push('/search?q=1', { workId: 'w' })
  const second = history.entry()
  expect(second).toMatchObject({ pathname: '/search', search: '?q=1', state: { workId: 'w' }, place: 1 })
  history.replace('/search?q=2', { workId: 'w' })
  expect(history.entry()).toMatchObject({ search: '?q=2', place: 1 })
  await popped(() => window.history.back())
  expect(history.entry()).toEqual(first)
  await popped(() => window.history.forward())
  expect(history.entry()).toMatchObject({ search: '?q=2', state: { workId: 'w' } })
  // The page is loaded again.
  expect(createBrowserHistory(window).entry()).toEqual(history.entry())
})

test('a question keeps the user where they are, or lets them go', async () => {
  history.push('/edit')
  let answer = false
  const question = vi.fn(() => Promise.resolve(answer))
  const forget = history.askBefore(question)
  history.push('/list')
  await vi.waitFor(() => expect(question).toHaveBeenCalledTimes(1))
  expect(address()).toBe('/edit')

  await popped(() => window.history.back())
  await vi.waitFor(() => expect(address()).toBe('/edit'))
  expect(history.entry().pathname).toBe('/edit')
  expect(question).toHaveBeenCalledTimes(2)

  answer = true
  history.push('/list')
  await vi.waitFor(() => expect(address()).toBe('/list'))
  history.push('/saved', {}, { isForced: true })
  expect(address()).toBe('/saved')
  expect(question).toHaveBeenCalledTimes(3)
  forget()
  history.push('/later')
  expect(address()).toBe('/later')
})

test('without a question an entry is there at once, so that two changes in one moment both count', () => {
  const moves: string[] = []
  const forget = history.subscribe((move) => moves.push(`${move} ${history.entry().search}`))
  history.push('/list?page=2')
  history.replace(`${history.entry().pathname}${history.entry().search}&sort=name`)
  expect(address()).toBe('/list?page=2&sort=name')
  expect(moves).toEqual(['push ?page=2', 'replace ?page=2&sort=name'])
  forget()
})
