import { deletePatternField, listPatternFields, type PatternField } from '@logyard/contract/fields/pattern-fields'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'

beforeAll(async () => {
  await Promise.all([import('../../app/signed-in-app.tsx'), import('./pattern-fields-screen.tsx')])
})

const field = (changes: Partial<PatternField>): PatternField => ({
  id: 'f1',
  name: 'search_ms',
  kind: 'number',
  unit: 'ms',
  pattern: { text: 'search took *', position: 12, template_count: 3 },
  state: 'stored',
  creator: 'ada',
  created_at: '2026-03-01T09:00:00.000Z',
  ...changes,
})

test('fields are listed with their patterns, and deleted', async () => {
  const server = quietServer(ada)
    .on(listPatternFields, { fields: [field({}), field({ id: 'f2', name: 'hidden', pattern: null })] })
    .on(deletePatternField, null)
  using _page = renderConsole({ path: '/system/pattern-fields', user: ada, server })
  const user = userEvent.setup({ delay: null })
  const table = within(await screen.findByRole('table', { name: 'Pattern fields' }))
  expect(table.getByText('search took', { exact: false }).textContent).toBe('search took ⟨value⟩')
  expect(table.getByText('3 templates')).toBeDefined()
  expect(table.getAllByText('Stored')).toHaveLength(2)
  expect(table.getByText('You can read none of its messages')).toBeDefined()
  await user.click(table.getByRole('button', { name: 'Delete search_ms' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete the field search_ms?' }))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Field search_ms deleted')).toBeDefined()
  expect(server.calls(deletePatternField)).toHaveLength(1)
})
