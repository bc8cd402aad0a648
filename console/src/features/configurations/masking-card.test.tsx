import { MASKING_RULES_KEY } from '@logyard/contract/agents/masking-rules'
import { getClusterConfig, updateClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'

vi.setConfig({ testTimeout: 40_000 })
const LOADING = { timeout: 10_000 }

test('fields and kinds of values are masked for agents', async () => {
  const server = quietServer(ada).outcome(getClusterConfig, ({ path }) =>
    path.endsWith(MASKING_RULES_KEY)
      ? { status: 200, body: { fields: ['user'], kinds: ['ip'] } }
      : { status: 404, body: { type: 'ApiError', message: 'of another test' } },
  )
  using app = renderConsole({ path: '/system/configurations?section=masking', user: ada, server })
  const actor = userEvent.setup({ pointerEventsCheck: 0 })
  const card = within(await screen.findByRole('region', { name: 'Masking for agents' }, LOADING))
  await card.findByText('user', undefined, LOADING)
  card.getByText('IP addresses')
  await actor.click(card.getByRole('button', { name: 'Edit Masking for agents' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit masking for agents' }))
  await actor.type(dialog.getByRole('combobox', { name: 'Fields' }), 'client_ip{Enter}')
  await actor.click(dialog.getByRole('checkbox', { name: 'Email addresses' }))
  const saved = vi.fn(() => ({ status: 202, body: null }))
  app.server.outcome(updateClusterConfig, saved)
  await actor.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(saved).toHaveBeenCalledWith(
    expect.objectContaining({ body: { fields: ['user', 'client_ip'], kinds: ['email', 'ip'] } }),
  )
})
