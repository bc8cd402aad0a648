import { expect, test } from 'vitest'
import { createListeners } from './listeners.ts'

test('calls listeners in the order of their subscription, until they are disposed', () => {
  const listeners = createListeners<[string]>()
  const heard: string[] = []
  const first = listeners.add((what) => heard.push(`first ${what}`))
  listeners.add((what) => heard.push(`second ${what}`))
  listeners.notify('a')
  first[Symbol.dispose]()
  listeners.notify('b')
  expect(heard).toEqual(['first a', 'second a', 'second b'])
})

test('a function that was added twice has two subscriptions', () => {
  const listeners = createListeners()
  let calls = 0
  const count = () => void calls++
  const first = listeners.add(count)
  listeners.add(count)
  first[Symbol.dispose]()
  listeners.notify()
  expect(calls).toBe(1)
})

test('a listener may dispose itself and add others while it is called', () => {
  const listeners = createListeners()
  const heard: string[] = []
  const once = listeners.add(() => {
    once[Symbol.dispose]()
    heard.push('once')
    listeners.add(() => heard.push('late'))
  })
  listeners.add(() => heard.push('always'))
  listeners.notify()
  expect(heard).toEqual(['once', 'always'])
  listeners.notify()
  expect(heard).toEqual(['once', 'always', 'always', 'late'])
})
