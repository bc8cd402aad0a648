import { listNodes } from '@logyard/contract/cluster/cluster'
import { listFields } from '@logyard/contract/fields/search-fields'
import { tailMessages } from '@logyard/contract/live/live-tail'
import { listDecorators } from '@logyard/contract/search/decorators'
import { getSearchesConfig } from '@logyard/contract/search/searches-config'
import { listStreams } from '@logyard/contract/streams/streams'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ada, quietServer, renderConsole } from '../../../testing/render-console.tsx'
import { withSearches } from '../../../testing/search-answers.ts'
import { aStream, PAYMENTS } from '../../../testing/streams-answers.ts'
import { aHit } from '../testing/message-samples.ts'

beforeAll(async () => {
  await Promise.all([import('../../../app/signed-in-app.tsx'), import('../search-screen.tsx')])
  await import('./live-tail.tsx')
})

// Without layout, jsdom would render no rows of a long list.
beforeEach(() => {
  const height = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  return () => height.mockRestore()
})

const LOST = {
  ...{ cluster_id: 'c', node_id: 'a1b2c3d4-0000', short_node_id: 'a1b2c3d4', hostname: 'log-3', type: 'server' },
  ...{ is_master: false, transport_address: 'http://log-3:9000/api/', last_seen: '2026-03-01T09:00:00.000Z' },
  ...{ version: '0.1.0', has_left: false, clock_ahead_ms: 0 },
}

/** The open tails, each writable by the test. */
function open(path: string) {
  const tails: { readonly query: URLSearchParams; readonly controller: ReadableStreamDefaultController<Uint8Array> }[] =
    []
  const server = quietServer(ada)
    .on(listStreams, { total: 1, streams: [aStream(PAYMENTS)] })
    .on(getSearchesConfig, {
      query_time_range_limit: 'PT0S',
      relative_timerange_options: {},
      surrounding_timerange_options: {},
      surrounding_filter_fields: [],
      analysis_disabled_fields: [],
    })
    .on(listFields, [])
    .on(listDecorators, [])
    .outcome(tailMessages, ({ query }) => ({
      events: new ReadableStream<Uint8Array>({ start: (controller) => void tails.push({ query, controller }) }),
    }))
  const engine = withSearches(server)
  const user = userEvent.setup({ delay: null })
  const page = renderConsole({ path, user: ada, server })
  const send = (event: string, data: unknown, id?: string) => {
    const text = `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
    tails.at(-1)?.controller.enqueue(new TextEncoder().encode(text))
  }
  const sendHits = (...ids: readonly string[]) => send('messages', { messages: ids.map((id) => aHit(id)) }, ids.at(-1))
  const opened = (count = 1) => waitFor(() => expect(tails).toHaveLength(count))
  return {
    ...page,
    [Symbol.dispose]: () => page[Symbol.dispose](),
    server,
    user,
    engine,
    tails,
    send,
    sendHits,
    opened,
  }
}

test('messages are listed as they arrive, with the rate and the number of missed messages', async () => {
  using page = open(`/search?show=live&q=level%3A3&streams=${PAYMENTS.id}`)
  await page.opened()
  expect(page.tails[0]?.query.get('query')).toBe('level:3')
  expect(page.tails[0]?.query.get('streams')).toBe(PAYMENTS.id)
  page.sendHits('m1', 'm2')
  page.send('rate', { matched: 1240, sent: 413, sample: 1 / 3, at: '2026-03-01T09:00:00.000Z' })
  page.send('gap', { missed: 320 })
  expect(await screen.findByText('text of m2')).toBeDefined()
  expect(screen.getByText('1,240 messages/s, sampled 1 in 3')).toBeDefined()
  expect(screen.getByText(/^At least 320 messages are missing here/)).toBeDefined()
})

test('a closed connection is reopened and resumes at its last event', async () => {
  using page = open('/search?show=live')
  await page.opened()
  page.sendHits('m1')
  await screen.findByText('text of m1')
  page.tails[0]?.controller.close()
  await page.opened(2)
  expect(page.tails[1]?.query.get('last_event_id')).toBe('m1')
  page.sendHits('m2')
  expect(await screen.findByText('text of m2')).toBeDefined()
  expect(screen.getByText('text of m1')).toBeDefined()
})

test('a node that stops sending is named until it is back', async () => {
  using page = open('/search?show=live')
  let isBack = false
  page.server.outcome(listNodes, ({ query }) => {
    const nodes = (query.get('gone') === 'true') === isBack ? [] : [{ ...LOST, is_active: isBack }]
    return { status: 200, body: { nodes, total: nodes.length } }
  })
  await page.opened()
  page.send('nodes', { missing: [LOST.node_id] })
  const notice = () => screen.queryByText(/stopped sending. Its messages are missing until it is back/)
  await screen.findByRole('link', { name: 'log-3' })
  expect(notice()).not.toBeNull()
  // The server ends each connection after some minutes.
  page.tails[0]?.controller.close()
  await page.opened(2)
  page.sendHits('m1')
  await screen.findByText('text of m1')
  expect(notice()).not.toBeNull()
  isBack = true
  page.tails[1]?.controller.close()
  await page.opened(3)
  await waitFor(() => expect(notice()).toBeNull(), { timeout: 10_000 })
})

test('while paused the list stands still, and messages that arrived meanwhile follow on resume', async () => {
  using page = open('/search?show=live')
  await page.opened()
  page.sendHits('m1')
  await screen.findByText('text of m1')
  await page.user.click(screen.getByRole('button', { name: 'Pause' }))
  page.sendHits('m2', 'm3')
  const resume = await screen.findByRole('button', { name: 'Resume, 2 new' })
  expect(screen.queryByText('text of m2')).toBeNull()
  await page.user.click(resume)
  expect(await screen.findByText('text of m3')).toBeDefined()
})

test('the listed messages can be searched by their time range', async () => {
  using page = open('/search?show=live')
  await page.opened()
  page.sendHits('m1')
  await screen.findByText('text of m1')
  await page.user.click(screen.getByRole('button', { name: 'Search this range' }))
  await waitFor(() =>
    expect([...page.engine.stored.values()].at(-1)?.queries?.[0]?.timerange).toEqual({
      type: 'absolute',
      from: '2026-03-01T09:00:00.000Z',
      to: '2026-03-01T09:00:00.001Z',
    }),
  )
  expect(new URLSearchParams(window.location.search).has('show')).toBe(false)
  expect(new URLSearchParams(window.location.search).get('rangetype')).toBe('absolute')
})

test('a changed query starts a new tail', async () => {
  using page = open('/search?show=live')
  await page.opened()
  await page.user.type(await screen.findByRole('textbox', { name: 'Query' }), 'level:3{Enter}')
  await page.opened(2)
  expect(page.tails[1]?.query.get('query')).toBe('level:3')
  expect(page.tails[1]?.query.has('last_event_id')).toBe(false)
})

test('the key t starts and ends the tail', async () => {
  using page = open('/search')
  await screen.findByText('123,456 messages in 32 ms')
  await page.user.keyboard('t')
  await page.opened()
  expect(window.location.search).toContain('show=live')
  await page.user.keyboard('t')
  expect(await screen.findByText('123,456 messages in 32 ms')).toBeDefined()
})
