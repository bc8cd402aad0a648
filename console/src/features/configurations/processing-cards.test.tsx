import { getClusterConfig, updateClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import { GEOIP_CONFIG_KEY } from '@logyard/contract/lookup/geoip-config'
import { THREAT_INTEL_KEY } from '@logyard/contract/lookup/threat-intelligence'
import {
  getMessageProcessors,
  type MessageProcessorsConfig,
  updateMessageProcessors,
} from '@logyard/contract/processing/message-processors'
import { SEARCHES_CONFIG_KEY } from '@logyard/contract/search/searches-config'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'

vi.setConfig({ testTimeout: 40_000 })
const LOADING = { timeout: 10_000 }

const PROCESSORS: MessageProcessorsConfig = {
  processor_order: [
    {
      name: 'Pipeline Processor',
      class_name: 'org.graylog.plugins.pipelineprocessor.processors.PipelineInterpreter',
    },
    { name: 'Message Filter Chain', class_name: 'org.graylog2.messageprocessors.MessageFilterChainProcessor' },
  ],
  disabled_processors: [],
}
const WITH_GEOIP: MessageProcessorsConfig = {
  processor_order: [
    ...PROCESSORS.processor_order,
    { name: 'GeoIP Resolver', class_name: 'org.graylog.plugins.map.geoip.processor.GeoIpProcessor' },
  ],
  disabled_processors: [],
}
const [PIPELINES, FILTERS] = PROCESSORS.processor_order.map(({ class_name: name }) => name)
const KEY_OF_PATH = /[^/]+$/

async function open(user = ada, geoIp?: { enabled: boolean }) {
  const documents: Record<string, unknown> = {
    [GEOIP_CONFIG_KEY]: geoIp,
    [THREAT_INTEL_KEY]: {
      tor_enabled: false,
      spamhaus_enabled: true,
      abusech_ransom_enabled: false,
      otx_enabled: false,
      otx_api_key: '********',
    },
  }
  const server = quietServer(user)
    .on(getMessageProcessors, geoIp === undefined ? PROCESSORS : WITH_GEOIP)
    .outcome(getClusterConfig, ({ path }) => {
      const key = KEY_OF_PATH.exec(path)?.[0] ?? ''
      if (key === SEARCHES_CONFIG_KEY) return { status: 404, body: { type: 'ApiError', message: 'of another test' } }
      const document = documents[key]
      return document === undefined ? { status: 204, body: null } : { status: 200, body: document }
    })
  const app = renderConsole({ path: '/system/configurations', user, server })
  const actor = userEvent.setup({ pointerEventsCheck: 0 })
  const card = async (name: string) => {
    await actor.click(await screen.findByRole('tab', { name }, LOADING))
    return screen.findByRole('region', { name }, LOADING)
  }
  const update = async (name: string) =>
    actor.click(await within(await card(name)).findByRole('button', { name: `Edit ${name}` }, LOADING))
  return { app, actor, card, update }
}

test('processors are moved by keyboard, and at least one of them stays on', async () => {
  const { app, actor, card, update } = await open()
  using _ = app
  await within(await card('Message processors')).findByText(
    /Pipelines run before streams are matched/,
    undefined,
    LOADING,
  )
  await update('Message processors')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit message processors' }))
  app.server.on(updateMessageProcessors, PROCESSORS)
  await actor.click(dialog.getByRole('checkbox', { name: 'Run Pipeline Processor' }))
  await actor.click(dialog.getByRole('checkbox', { name: 'Run Message Filter Chain' }))
  dialog.getByText('ERROR: No active message processor!')
  await actor.click(dialog.getByRole('button', { name: 'Save' }))
  expect(app.server.calls(updateMessageProcessors)).toEqual([])
  await actor.click(dialog.getByRole('checkbox', { name: 'Run Message Filter Chain' }))
  dialog.getByRole('button', { name: /^Move Message Filter Chain/ }).focus()
  await actor.keyboard('{ArrowUp}')
  await actor.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Configuration updated successfully')
  expect(app.server.calls(updateMessageProcessors)[0]?.body).toEqual({
    processor_order: PROCESSORS.processor_order.toReversed(),
    disabled_processors: [PIPELINES],
  })
})

test('the hint about the order opens the dialog with stream rules first', async () => {
  const { app, actor, card } = await open()
  using _ = app
  await card('Message processors')
  await actor.click(await screen.findByRole('button', { name: 'Match streams first' }, LOADING))
  app.server.on(updateMessageProcessors, PROCESSORS)
  await actor.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(app.server.calls(updateMessageProcessors)[0]?.body).toMatchObject({
      processor_order: [{ class_name: FILTERS }, { class_name: PIPELINES }],
    }),
  )
})

test.each([true, false])('the order says whether geo-location adds something: %s', async (enabled) => {
  const { app, card } = await open(ada, { enabled })
  using _ = app
  await within(await card('Geo-location processor')).findByText(enabled ? 'Yes' : 'No', undefined, LOADING)
  const row = within(await within(await card('Message processors')).findByRole('row', { name: /GeoIP/ }, LOADING))
  row.getByText('active')
  expect(row.queryByText(/geo-location is switched off/) === null).toBe(enabled)
})

test('the location of addresses is configured with the defaults of the server', async () => {
  const { app, actor, update } = await open()
  using _ = app
  app.server.on(updateClusterConfig, {})
  await update('Geo-location processor')
  const dialog = within(await screen.findByRole('dialog'))
  await actor.click(dialog.getByRole('checkbox', { name: 'Enable geo-location processor' }))
  const path = dialog.getByLabelText('Database file', { exact: false })
  await actor.clear(path)
  await actor.click(dialog.getByRole('button', { name: 'Save' }))
  dialog.getByText('Enter a path.')
  await actor.type(path, '/maps/city.mmdb')
  await actor.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Configuration updated successfully')
  expect(app.server.calls(updateClusterConfig).map(({ body }) => body)).toEqual([
    { enabled: true, db_type: 'MAXMIND_CITY', db_path: '/maps/city.mmdb' },
  ])
})

test('the key of a source is kept, replaced or removed, but never shown', async () => {
  const { app, actor, update } = await open()
  using _ = app
  app.server.on(updateClusterConfig, {})
  const save = async (change: (dialog: ReturnType<typeof within>) => Promise<unknown>) => {
    await update('Threat intelligence lookups')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText<HTMLInputElement>('OTX API key', { selector: 'input' }).value).toBe('')
    await change(dialog)
    await actor.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), LOADING)
    return app.server.calls(updateClusterConfig).at(-1)?.body
  }
  const kept = await save((dialog) =>
    actor.click(dialog.getByRole('checkbox', { name: 'Allow Tor exit node lookups' })),
  )
  expect(kept).toMatchObject({ tor_enabled: true, spamhaus_enabled: true, otx_api_key: '********' })
  const replaced = await save((dialog) =>
    actor.type(dialog.getByLabelText('OTX API key', { selector: 'input' }), 'new'),
  )
  expect(replaced).toMatchObject({ otx_api_key: 'new' })
  const removed = await save((dialog) => actor.click(dialog.getByRole('button', { name: 'Remove the stored entry' })))
  expect(removed).toMatchObject({ otx_api_key: null })
})

test('a user who may only read gets no buttons to update', async () => {
  const { app, card } = await open({ ...ada, permissions: ['clusterconfigentry:read'] })
  using _ = app
  await within(await card('Message processors')).findByText('Pipeline Processor', undefined, LOADING)
  expect(screen.queryByRole('button', { name: /Edit/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Match streams first' })).toBeNull()
})
