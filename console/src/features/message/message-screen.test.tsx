import { listNodes } from '@logyard/contract/cluster/cluster'
import { listInputs } from '@logyard/contract/ingest/inputs'
import { getMessage, type ResultMessage } from '@logyard/contract/search/messages'
import { listStreams } from '@logyard/contract/streams/streams'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'
import { aStream, PAYMENTS } from '../../testing/streams-answers.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/signed-in-app.tsx'), import('./message-screen.tsx')])
})

const ID = '20f683d2-a874-11e9-8a11-0242ac130004'
const STORED: ResultMessage = {
  message: {
    id: ID,
    timestamp: '2026-03-01T09:00:00.000Z',
    message: 'payment refused',
    source: 'web-1',
    fields: {
      message: 'payment refused',
      source: 'web-1',
      order: 'A-17',
      payload: '{"a":[1]}',
      gl2_source_input: 'gone',
    },
    stream_ids: [PAYMENTS.id],
    field_names: [],
    field_count: 4,
    size: 40,
    streams: [],
    index_sets: [],
    source_input_id: null,
    inet_address: null,
    is_source_inet_address: false,
    filter_out: false,
    complete: true,
    validation_errors: '',
    fields_entries: [],
    journal_offset: 0,
    receive_time: null,
    processing_time: null,
  },
  index: 'graylog_0',
  highlight_ranges: {},
}

const server = () =>
  quietServer(ada)
    .on(listInputs, { inputs: [], total: 0 })
    .on(listNodes, { nodes: [], total: 0 })
    .on(listStreams, { total: 1, streams: [aStream(PAYMENTS)] })
const open = (answers = server()) => renderConsole({ path: `/messages/graylog_0/${ID}`, user: ada, server: answers })

test('a message is shown with its fields and streams, without search actions', async () => {
  using _page = open(server().on(getMessage, STORED))
  expect(await screen.findByRole('heading', { level: 1, name: `Message ${ID}` })).toBeDefined()
  expect(document.title).toContain(`Message - ${ID}`)
  expect(screen.getByText('payment refused')).toBeDefined()
  expect(screen.getByText('A-17')).toBeDefined()
  expect(screen.getByRole('link', { name: PAYMENTS.title ?? '' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /Actions for the field/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Show surrounding messages' })).toBeNull()
})

test('the message comes first, then its stack trace, its identifiers, other fields and facts about storage', async () => {
  const frames = Array.from({ length: 30 }, (_, at) => `\tat shop.Order.pay(Order.java:${at})`)
  const message = {
    ...STORED.message,
    fields: {
      ...STORED.message.fields,
      level: 3,
      amount: 1200000.5,
      trace_id: '4bf92f35',
      full_message: 'payment refused',
      stack_trace: ['shop.Refused: no funds', ...frames].join('\n'),
      gl2_remote_ip: '10.0.0.7',
    },
  }
  using _page = open(server().on(getMessage, { ...STORED, message }))
  const text = await screen.findByRole('figure', { name: 'Message text' })
  expect(text.textContent).toBe('payment refused')
  expect(screen.getByText('ERROR')).toBeDefined()
  const shown = document.body.textContent ?? ''
  const places = ['ERROR', 'payment refused', 'no funds', 'trace_id', 'amount', 'Stored in index', 'Sender address']
  const found = places.map((part) => shown.indexOf(part, shown.indexOf('ERROR')))
  expect(found.filter((at) => at === -1)).toEqual([])
  expect(found).toEqual(found.toSorted((a, b) => a - b))
  expect(screen.getByText('1200000.5')).toBeDefined()
  expect(screen.getAllByText('payment refused')).toHaveLength(1)
  expect(screen.getByText('same as the message')).toBeDefined()

  expect(screen.queryByText(/Order\.java:29/)).toBeNull()
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Show all 31 lines' }))
  expect(screen.getByText(/Order\.java:29/)).toBeDefined()
})

test('a missing message shows a not-found page and a toast', async () => {
  const missing = { type: 'ApiError', message: `Message ${ID} does not exist in index graylog_0` }
  using _page = open(server().outcome(getMessage, () => ({ status: 404, body: missing })))
  expect(await screen.findByText('Loading message information failed with status: Not Found')).toBeDefined()
  expect(screen.getByText('Could not load message information')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1 }).textContent).not.toContain(ID)
})

test('a JSON value is expanded to several lines and collapsed again', async () => {
  using _page = open(server().on(getMessage, STORED))
  const user = userEvent.setup({ delay: null })
  await user.click(await screen.findByRole('button', { name: 'Show as formatted JSON' }))
  expect(screen.getByText(/"a": \[/).textContent).toBe('{\n  "a": [\n    1\n  ]\n}')
  await user.click(screen.getByRole('button', { name: 'Show as stored' }))
  expect(screen.getByText('{"a":[1]}')).toBeDefined()
})
