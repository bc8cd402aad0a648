import { getUser } from '@logyard/contract/identity/users'
import { readMetricsOfCluster } from '@logyard/contract/metrics/metrics'
import {
  type AvailableOutput,
  addStreamOutputs,
  createOutput,
  deleteOutput,
  listAvailableOutputs,
  listOutputDeliveries,
  listOutputs,
  listStreamOutputs,
  type OutputSummary,
  removeStreamOutput,
  updateOutput,
} from '@logyard/contract/outputs/outputs'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'
import { PAYMENTS, withStreams } from '../../testing/streams-answers.ts'

const gelf: AvailableOutput = {
  name: 'GELF Output',
  type: 'org.graylog2.outputs.GelfOutput',
  human_name: 'GELF Output',
  link_to_docs: '',
  requested_configuration: {
    hostname: {
      type: 'text',
      human_name: 'Destination host',
      description: null,
      default_value: '',
      is_optional: false,
      attributes: [],
      additional_info: {},
      position: 100,
    },
    secret: {
      type: 'text',
      human_name: 'Secret',
      description: null,
      default_value: '',
      is_optional: true,
      attributes: ['is_password'],
      additional_info: {},
      position: 100,
    },
  },
}

const output = (id: string, title: string, more: Partial<OutputSummary> = {}): OutputSummary => ({
  id,
  title,
  type: gelf.type,
  creator_user_id: 'ada',
  created_at: '2026-03-01T09:00:00.000Z',
  configuration: { hostname: 'archive.example.org', secret: 'hunter2' },
  content_pack: null,
  ...more,
})
const ARCHIVE = output('5f0000000000000000000021', 'Archive 9')
const OTHER = output('5f0000000000000000000022', 'archive 10', { content_pack: 'pack' })
const STRANGE = output('5f0000000000000000000023', 'Strange', { type: 'org.example.Gone' })

const DELIVERY = {
  output_id: ARCHIVE.id,
  waiting_messages: 5,
  waiting_bytes: 2000,
  oldest_at: '2026-03-01T09:00:00.000Z',
  is_failing: true,
  last_failure: { at: '2026-03-01T10:00:00.000Z', reason: 'the receiver answers with status 503' },
}

const meter = (name: string, total: number) => ({
  full_name: `logyard.outputs.${ARCHIVE.id}.${name}`,
  name,
  type: 'meter' as const,
  metric: {
    rate: { total, mean: 1, one_minute: 1.5, five_minute: 1, fifteen_minute: 1 },
    rate_unit: 'events/second' as const,
  },
})

function outputsServer(outputs: readonly OutputSummary[], ofStream: readonly OutputSummary[] = []) {
  return withStreams(quietServer())
    .on(listOutputs, { total: outputs.length, outputs: [...outputs] })
    .on(listOutputDeliveries, { deliveries: [DELIVERY] })
    .on(listAvailableOutputs, { types: { [gelf.type]: gelf } })
    .on(listStreamOutputs, { total: ofStream.length, outputs: [...ofStream] })
}

const path = '/system/outputs'
const ofStream = `/streams/${PAYMENTS.id}/outputs`
const card = (name: string) => screen.findByRole('article', { name })
/** Clicks are slow in jsdom on a busy machine. */
const slow = 20_000

test('outputs are listed in natural order with configuration and metrics; passwords are hidden', async () => {
  const server = outputsServer([OTHER, STRANGE, ARCHIVE]).on(readMetricsOfCluster, {
    'node-a': { total: 2, metrics: [meter('written', 1200), meter('dropped', 7)] },
    'node-b': null,
  })
  using _app = renderConsole({ user: ada, path, server })
  const archive = within(await card('Archive 9'))
  const names = (await screen.findAllByRole('article')).map((one) => within(one).getByRole('heading').textContent)
  expect(names).toEqual(['Archive 9', 'archive 10', 'Strange'])
  expect(archive.getByText('archive.example.org')).toBeTruthy()
  expect(document.body.textContent).not.toContain('hunter2')
  expect(archive.getByText(ARCHIVE.id)).toBeTruthy()
  await archive.findByText('Messages sent: 1,200')
  expect(archive.getByText('Dropped: 7')).toBeTruthy()
  await archive.findByText(/^Oldest queued/)
  expect(archive.getByText('the receiver answers with status 503')).toBeTruthy()
  expect(within(await card('archive 10')).getByText('Content pack')).toBeTruthy()
  const strange = within(await card('Strange'))
  expect(strange.getByRole('alert').textContent).toContain('Unknown type org.example.Gone')
  expect(strange.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete from stream' })).toBeNull()
})

test(
  "an output created on a stream's page is assigned to the stream",
  async () => {
    const server = outputsServer([]).on(createOutput, ARCHIVE).on(addStreamOutputs, null)
    using app = renderConsole({ user: ada, path: ofStream, server })
    const heading = await screen.findByRole('heading', { level: 1 })
    expect(heading.textContent).toBe('Outputs of stream Payments')
    await screen.findByText('No outputs')
    await screen.findByPlaceholderText('No outputs available')
    const launch = screen.getByRole('button', { name: 'New output' })
    expect(launch).toHaveProperty('disabled', true)
    await userEvent.click(screen.getByRole('combobox', { name: 'Output type' }))
    await userEvent.click(await screen.findByRole('option', { name: 'GELF Output' }))
    await userEvent.click(launch)
    const dialog = within(await screen.findByRole('dialog', { name: 'New output' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }))
    await dialog.findAllByText('Enter a title.')
    expect(app.server.calls(createOutput)).toEqual([])
    await userEvent.type(dialog.getByRole('textbox', { name: 'Title' }), 'Archive')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Destination host' }), 'there')
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }))
    await screen.findByText('Output was assigned to the stream.')
    expect(app.server.calls(createOutput)).toMatchObject([
      { body: { title: 'Archive', type: gelf.type, configuration: { hostname: 'there', secret: '' } } },
    ])
    expect(app.server.calls(addStreamOutputs)).toMatchObject([{ body: { outputs: [ARCHIVE.id] } }])
  },
  slow,
)

test(
  'only unassigned outputs are offered, and one is removed after confirmation',
  async () => {
    const server = outputsServer([ARCHIVE, OTHER], [ARCHIVE]).on(addStreamOutputs, null).on(removeStreamOutput, null)
    using app = renderConsole({ user: ada, path: ofStream, server })
    const archive = within(await card('Archive 9'))
    await userEvent.click(await screen.findByRole('combobox', { name: 'Select existing output' }))
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['archive 10'])
    await userEvent.click(screen.getByRole('option', { name: 'archive 10' }))
    await userEvent.click(screen.getByRole('button', { name: 'Assign existing output' }))
    await screen.findByText('Output was assigned to the stream.')
    expect(app.server.calls(addStreamOutputs)).toMatchObject([{ body: { outputs: [OTHER.id] } }])

    await userEvent.click(archive.getByRole('button', { name: 'Delete from stream' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete from stream' }))
    expect(question.getByText('Do you really want to remove this output from the stream?')).toBeTruthy()
    await userEvent.click(question.getByRole('button', { name: 'Delete from stream' }))
    await screen.findByText('Output was removed from stream.')
  },
  slow,
)

test(
  'an output is edited, and deleted everywhere after confirmation',
  async () => {
    const server = outputsServer([ARCHIVE])
      .on(updateOutput, { _id: ARCHIVE.id, ...ARCHIVE })
      .on(deleteOutput, null)
    using app = renderConsole({ user: ada, path, server })
    const archive = within(await card('Archive 9'))
    await userEvent.click(archive.getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit output Archive 9' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Title' }), '!')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText("Output 'Archive 9!' was updated.")
    expect(app.server.calls(updateOutput)).toMatchObject([
      { body: { title: 'Archive 9!', configuration: { hostname: 'archive.example.org', secret: 'hunter2' } } },
    ])
    await userEvent.click(archive.getByRole('button', { name: 'Delete globally' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete globally' }))
    expect(question.getByText('Do you really want to terminate this output?')).toBeTruthy()
    await userEvent.click(question.getByRole('button', { name: 'Delete globally' }))
    await screen.findByText('Output was terminated.')
  },
  slow,
)

test(
  'a server error that names a field is shown at the field',
  async () => {
    const server = outputsServer([]).outcome(createOutput, () => ({
      status: 400,
      body: {
        type: 'ValidationApiError',
        message: 'Validation failed!',
        validation_errors: { hostname: [{ error: 'Nobody of that name' }] },
      },
    }))
    using _app = renderConsole({ user: ada, path, server })
    await userEvent.click(await screen.findByRole('combobox', { name: 'Output type' }))
    await userEvent.click(await screen.findByRole('option', { name: 'GELF Output' }))
    await userEvent.click(screen.getByRole('button', { name: 'New output' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Title' }), 'Archive')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Destination host' }), 'there')
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }))
    expect((await dialog.findAllByText('Nobody of that name')).length).toBeGreaterThan(0)
    expect(dialog.getByRole('textbox', { name: 'Destination host' }).getAttribute('aria-invalid')).toBe('true')
  },
  slow,
)

test('a reader of a stream sees its outputs but no actions', async () => {
  const user = { ...ada, permissions: [`streams:read:${PAYMENTS.id}`, 'stream_outputs:read'] }
  const server = outputsServer([], [STRANGE]).on(getUser, user)
  using _app = renderConsole({ user, path: ofStream, server })
  const strange = within(await card('Strange'))
  expect(strange.queryByRole('alert')).toBeNull()
  expect(strange.queryAllByRole('button')).toEqual([])
  expect(screen.queryByRole('combobox')).toBeNull()
})

test("the stream list links to a stream's outputs", async () => {
  using _app = renderConsole({ user: ada, path: '/streams', server: outputsServer([]) })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Payments' }))
  const entry = await screen.findByRole('menuitem', { name: 'Manage outputs' })
  expect(entry.getAttribute('href')).toBe(ofStream)
})

test('a list that fails to load shows an error', async () => {
  const failed = () => ({ status: 400, body: { type: 'ApiError' as const, message: 'no' } })
  const server = outputsServer([]).outcome(listOutputs, failed)
  using _app = renderConsole({ user: ada, path, server })
  await screen.findByText('Could not load outputs')
  await screen.findByRole('button', { name: 'Try again' })
})

test(
  'all texts of the outputs pages come from the catalogues',
  async () => {
    const server = outputsServer([ARCHIVE, STRANGE], [ARCHIVE, STRANGE])
    using _app = renderConsole({ user: ada, path: ofStream, server, language: 'pseudo' })
    await card('Archive 9')
    expect(escapedTexts(document.body)).toEqual([])
  },
  slow,
)
