import { type TrialFigures, tryPipelineSource } from '@logyard/contract/pipelines/trials'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ada, renderConsole } from '../../../testing/render-console.tsx'
import { pipelinesServer, SHOP, TAG } from '../testing/pipelines-answers.ts'

// The whole console is slow in jsdom.
vi.setConfig({ testTimeout: 30_000 })
const LOADING = { timeout: 10_000 }
const NO_CHANGE = /^Nothing would change/

const figures: TrialFigures = {
  matched: 2,
  changed: 0,
  dropped: 0,
  created: 0,
  failed: 0,
  errors: [],
  microseconds_per_message: 3.94,
}

async function tryRule(edited: TrialFigures) {
  const server = pipelinesServer([SHOP], [TAG]).on(tryPipelineSource, {
    checked: 5,
    is_complete: true,
    edited,
    saved: { ...figures, microseconds_per_message: 1.03 },
    differing: edited.changed,
    messages: [],
  })
  const app = renderConsole({ user: ada, path: `/system/pipelines/rules/${TAG.id}`, server })
  const run = await screen.findByRole('button', { name: 'Run' }, LOADING)
  await waitFor(() => expect(run.hasAttribute('disabled')).toBe(false), LOADING)
  await userEvent.click(run)
  const table = within(await screen.findByRole('table', { name: 'Figures' }, LOADING))
  return { app, rows: () => table.getAllByRole('rowheader').map(({ textContent }) => textContent), table }
}

test('a rule that is saved as it is has one cost, and the trial says why it changes nothing', async () => {
  const { app, rows, table } = await tryRule(figures)
  using _ = app
  expect(rows()).toEqual(['This rule'])
  table.getByText('3.94 µs')
  expect(screen.queryByText('1.03 µs')).toBeNull()
  expect(screen.queryByText(/same result as saved/)).toBeNull()
  screen.getByText(NO_CHANGE)
})

test('a rule that changes messages gives no reason for changing none', async () => {
  const { app } = await tryRule({ ...figures, changed: 1 })
  using _ = app
  expect(screen.queryByText(NO_CHANGE)).toBeNull()
})
