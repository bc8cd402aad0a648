import { expect, test } from 'vitest'
import { randomIds } from '../../../view-document/model/random-ids.ts'
import { withoutSteps, withSteps } from './saved-steps.ts'
import { newSearch } from './search-document.ts'

const titles = { messageCount: 'Message count', allMessages: 'All messages' }
const { page } = newSearch({ streamId: undefined, decorators: [], titles }, randomIds)

test('a saved search keeps its steps in a widget that the page does not show', () => {
  const stored = withSteps(page, '| top 5 source', randomIds)
  expect(stored.widgets.map(({ type }) => type)).toContain('logyard.steps')
  expect(withoutSteps(stored)).toEqual({ page, steps: '| top 5 source' })
})

test('a search without steps is stored as it is', () => {
  expect(withSteps(page, '', randomIds)).toBe(page)
  expect(withoutSteps(page)).toEqual({ page, steps: '' })
})
