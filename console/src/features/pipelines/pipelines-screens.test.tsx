import { readMetricsOfCluster } from '@logyard/contract/metrics/metrics'
import { connectStreamsToPipeline } from '@logyard/contract/pipelines/pipeline-connections'
import { createPipeline, deletePipeline, updatePipeline } from '@logyard/contract/pipelines/pipelines'
import { createPlacedRule, placeRule } from '@logyard/contract/pipelines/rule-places'
import { deleteRule, parseRule, updateRule } from '@logyard/contract/pipelines/rules'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ada, renderConsole } from '../../testing/render-console.tsx'
import { DEFAULT_STREAM, PAYMENTS } from '../../testing/streams-answers.ts'
import { BROKEN, pipelinesServer, SHOP, TAG } from './testing/pipelines-answers.ts'

/** Clicks are slow in jsdom on a busy machine. */
const slow = 20_000

test('the list shows streams, stages of all pipelines, and why a pipeline does not parse', async () => {
  const errors = [{ type: 'syntax_error' as const, line: 2, position_in_line: 0, reason: 'Expected a stage' }]
  const server = pipelinesServer(
    [SHOP, { ...SHOP, id: '5f0000000000000000000042', title: 'Torn', stages: [], errors }],
    [TAG],
  )
  using _app = renderConsole({ user: ada, path: '/system/pipelines', server })
  const shop = within(await screen.findByRole('row', { name: /^Shop/ }))
  expect(shop.getByText('Payments')).toBeTruthy()
  const boxes = within(shop.getByRole('list')).getAllByRole('listitem')
  expect(boxes.map(({ textContent }) => textContent)).toEqual(['Stage 0…', 'Stage 5…'])
  const torn = within(screen.getByRole('row', { name: /^Torn/ }))
  expect(torn.getByText('Line 2: Expected a stage.')).toBeTruthy()
  expect(torn.getAllByText('Idle')).toHaveLength(2)
})

test('a pipeline of many stages shows the first ones and how many more it has', async () => {
  const stages = Array.from({ length: 60 }, (_, stage) => ({
    stage,
    match_all: false,
    match: 'PASS' as const,
    rules: [],
  }))
  const long = { ...SHOP, id: '5f0000000000000000000043', title: 'Long', stages }
  using _app = renderConsole({ user: ada, path: '/system/pipelines', server: pipelinesServer([SHOP, long], [TAG]) })
  const boxes = async (name: RegExp) => {
    const row = within(await screen.findByRole('row', { name }))
    return within(row.getByRole('list'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  }
  expect(await boxes(/^Long/)).toEqual(['Stage 0…', 'Stage 1…', 'Stage 2…', '57 more stages'])
  expect(await boxes(/^Shop/)).toEqual(['Stage 0…', 'Stage 5…'])
})

test(
  'a pipeline is deleted by its title',
  async () => {
    const server = pipelinesServer([SHOP], []).on(deletePipeline, null)
    using _app = renderConsole({ user: ada, path: '/system/pipelines', server })
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Shop' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete pipeline' }))
    await screen.findByText('Pipeline "Shop" deleted successfully')
  },
  slow,
)

test(
  'a title with quotes becomes a valid source',
  async () => {
    const server = pipelinesServer([SHOP], []).on(createPipeline, SHOP)
    using _app = renderConsole({ user: ada, path: '/system/pipelines/new', server })
    await userEvent.type(await screen.findByRole('textbox', { name: /^Title/ }), 'a "b" \\')
    await userEvent.click(screen.getByRole('button', { name: 'Create' }))
    await screen.findByText('Pipeline "Shop" created successfully')
    expect(server.calls(createPipeline)[0]?.body).toEqual({
      description: '',
      source: 'pipeline "a \\"b\\" \\\\"\nstage 0 match either\nend',
    })
  },
  slow,
)

test('the page of a pipeline shows its stages, how they go on, and unresolved rules', async () => {
  using _app = renderConsole({
    user: ada,
    path: `/system/pipelines/${SHOP.id}`,
    server: pipelinesServer([SHOP], [TAG]),
  })
  const first = within(await screen.findByRole('region', { name: 'Stage 0' }))
  expect(first.getByText('Contains 2 rules')).toBeTruthy()
  expect(first.getByText('Messages that match all rules continue to the next stage.')).toBeTruthy()
  expect(first.getByRole('link', { name: 'tag slow' })).toBeTruthy()
  expect(first.getByText('This rule was renamed or removed. It never matches.')).toBeTruthy()
  const last = within(screen.getByRole('region', { name: 'Stage 5' }))
  expect(last.getByText('The pipeline ends here.')).toBeTruthy()
  expect(await screen.findByText('“Payments”')).toBeTruthy()
})

test('rates of stages and of their rules are asked for together', async () => {
  const server = pipelinesServer([SHOP], [TAG]).on(readMetricsOfCluster, {})
  using _app = renderConsole({ user: ada, path: `/system/pipelines/${SHOP.id}`, server })
  await screen.findByRole('region', { name: 'Stage 0' })
  const asked = () => server.calls(readMetricsOfCluster).map(({ body }) => JSON.stringify(body))
  await waitFor(() => expect(asked().filter((one) => one.includes('.stage.0.executed'))).not.toEqual([]))
  for (const one of asked()) expect(one.includes(TAG.id ?? '')).toBe(one.includes('.stage.0.executed'))
})

test(
  'a stage cannot take the number of another one, and is written into the whole source',
  async () => {
    const server = pipelinesServer([SHOP], [TAG]).on(updatePipeline, SHOP)
    using _app = renderConsole({ user: ada, path: `/system/pipelines/${SHOP.id}`, server })
    await userEvent.click(await screen.findByRole('button', { name: 'Edit stage 5' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit stage 5' }))
    const number = dialog.getByRole('textbox', { name: /^Stage/ })
    await userEvent.clear(number)
    await userEvent.type(number, '0')
    expect(await dialog.findByText('Stage is already in use')).toBeTruthy()
    await userEvent.clear(number)
    await userEvent.type(number, '7')
    await userEvent.click(dialog.getByRole('radio', { name: 'All rules on this stage match the message' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Pipeline "Shop" updated successfully')
    expect(server.calls(updatePipeline)[0]?.body).toEqual({
      description: 'The web shop',
      source: 'pipeline "Shop"\nstage 0 match all\nrule "tag slow"\nrule "gone"\nstage 7 match all\nend',
    })
  },
  slow,
)

test(
  'connections are edited in a dialog',
  async () => {
    const server = pipelinesServer([SHOP], [TAG]).on(connectStreamsToPipeline, [])
    using _app = renderConsole({ user: ada, path: `/system/pipelines/${SHOP.id}`, server })
    await userEvent.click(await screen.findByRole('button', { name: 'Edit connections' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit connections for Shop' }))
    await userEvent.click(dialog.getByRole('combobox', { name: 'Streams' }))
    await userEvent.click(await screen.findByRole('option', { name: 'All messages' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Pipeline connections updated successfully')
    expect(server.calls(connectStreamsToPipeline)[0]?.body).toEqual({
      pipeline_id: SHOP.id,
      stream_ids: [PAYMENTS.id, DEFAULT_STREAM.id],
    })
  },
  slow,
)

test(
  'rules show what is wrong with them, and their deletion names the pipelines',
  async () => {
    const server = pipelinesServer([SHOP], [TAG, BROKEN]).on(deleteRule, null)
    using _app = renderConsole({ user: ada, path: '/system/pipelines/rules', server })
    const broken = within(await screen.findByRole('row', { name: /^broken/ }))
    expect(broken.getByText('Line 1: Unknown function gone in line 1 pos 19.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Actions for tag slow' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete rule?' }))
    expect(dialog.getByText('“Shop”')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete rule' }))
    await screen.findByText('Rule "tag slow" was deleted successfully')
  },
  slow,
)

test(
  'a new rule is saved together with the pipeline that it runs in, once an action is chosen',
  async () => {
    const server = pipelinesServer([SHOP], [TAG]).on(createPlacedRule, TAG)
    const path = '/system/pipelines/rules/new?lookup_table=offices&field=client_ip'
    using _app = renderConsole({ user: ada, path, server })
    const target = await screen.findByRole('textbox', { name: 'Title of pipeline 1' })
    expect(target.getAttribute('value')).toBe(DEFAULT_STREAM.title)
    const create = screen.getByRole('button', { name: 'Create' })
    await userEvent.click(create)
    expect(screen.getByText('Enter a field.')).toBeTruthy()
    expect(server.calls(createPlacedRule)).toEqual([])
    await userEvent.type(screen.getByRole('combobox', { name: 'Field of action 1' }), 'office')
    await userEvent.click(create)
    await screen.findByText('Rule "tag slow" created successfully')
    expect(server.calls(createPlacedRule)[0]?.body).toEqual({
      rule: {
        description: '',
        source:
          'rule "Look up in offices"\nwhen\n  has_field("client_ip")\nthen\n  set_field("office", lookup_value("offices", $message.client_ip));\nend',
      },
      places: [{ new_pipeline: DEFAULT_STREAM.title, stage: 0, stream_id: DEFAULT_STREAM.id }],
    })
  },
  slow,
)

test(
  'the list says which rules do not run, and adds them to a stage',
  async () => {
    const server = pipelinesServer([SHOP], [TAG, BROKEN]).on(placeRule, null)
    using _app = renderConsole({ user: ada, path: '/system/pipelines/rules', server })
    const runs = within(await screen.findByRole('row', { name: /^tag slow/ }))
    expect(await runs.findByRole('link', { name: 'Shop, stage 0' })).toBeTruthy()
    const idle = within(screen.getByRole('row', { name: /^broken/ }))
    expect(idle.getByText(/Not in a pipeline: does not run/)).toBeTruthy()
    await userEvent.click(idle.getByRole('button', { name: 'Add' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Add to a pipeline/ }))
    await userEvent.click(dialog.getByRole('combobox', { name: 'Pipeline and stage 1' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Shop, stage 5' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Add rule' }))
    await screen.findByText('Rule "broken" added')
    expect(server.calls(placeRule)[0]).toMatchObject({ body: { places: [{ pipeline_id: SHOP.id, stage: 5 }] } })
  },
  slow,
)

test(
  'errors of the source are listed while it is edited',
  async () => {
    const server = pipelinesServer([SHOP], [BROKEN]).outcome(parseRule, () => ({
      status: 400,
      body: BROKEN.errors,
    }))
    using _app = renderConsole({ user: ada, path: `/system/pipelines/rules/${BROKEN.id}`, server })
    const problems = within(await screen.findByRole('list', { name: 'Problems' }))
    expect(problems.getByRole('button').textContent).toBe('Line 1, column 20 Unknown function gone in line 1 pos 19')
    const field = screen.getByRole('textbox', { name: 'Rule source' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
  },
  slow,
)

test(
  'a renamed rule offers to change the pipelines that use it',
  async () => {
    const renamed = { ...TAG, title: 'tag very slow' }
    const server = pipelinesServer([SHOP], [TAG]).on(updateRule, renamed).on(updatePipeline, SHOP)
    using _app = renderConsole({ user: ada, path: `/system/pipelines/rules/${TAG.id}`, server })
    await userEvent.click(await screen.findByRole('radio', { name: 'Source' }))
    const field = await screen.findByRole('textbox', { name: 'Rule source' })
    await userEvent.type(field, ' ')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Update 1 pipeline' }))
    await waitFor(() => expect(server.calls(updatePipeline)).toHaveLength(1))
    expect(server.calls(updatePipeline)[0]?.body).toEqual({
      description: 'The web shop',
      source: SHOP.source.replace('rule "tag slow"', 'rule "tag very slow"'),
    })
  },
  slow,
)

test(
  'a simple rule can be changed in a form, which writes the same source',
  async () => {
    const server = pipelinesServer([SHOP], [TAG]).on(updateRule, TAG)
    using _app = renderConsole({ user: ada, path: `/system/pipelines/rules/${TAG.id}`, server })
    expect(screen.queryByRole('textbox', { name: 'Search functions…' })).toBeNull()
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Comparison of condition 1' }),
      'is greater than',
    )
    await userEvent.type(screen.getByRole('textbox', { name: 'Value of condition 1' }), '500')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Rule "tag slow" updated successfully')
    const [call] = server.calls(updateRule)
    expect(call?.body).toMatchObject({
      source:
        'rule "tag slow"\nwhen\n  has_field("took_ms") and to_double($message.took_ms) > 500.0\nthen\n  set_field("slow", "yes");\nend',
    })
  },
  slow,
)

test('a user who may only read sees no way to change anything', async () => {
  const reader = {
    ...ada,
    permissions: ['pipeline:read', 'pipeline_rule:read', 'pipeline_connection:read', 'inputs:create'],
  }
  using _app = renderConsole({
    user: reader,
    path: `/system/pipelines/rules/${TAG.id}`,
    server: pipelinesServer([SHOP], [TAG], reader),
  })
  const field = await screen.findByRole('textbox', { name: 'Rule source' })
  expect(field.hasAttribute('readonly')).toBe(true)
  for (const name of ['Apply', 'Save & close', 'Switch off', 'Run'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test(
  'the reference filters functions by a pattern, also by one that does not compile',
  async () => {
    using _app = renderConsole({
      user: ada,
      path: `/system/pipelines/rules/${TAG.id}`,
      server: pipelinesServer([SHOP], [TAG]),
    })
    await userEvent.click(await screen.findByRole('radio', { name: 'Source' }))
    const filter = await screen.findByRole('textbox', { name: 'Search functions…' })
    await userEvent.type(filter, 'set_f.*value')
    expect(await screen.findByText('set_field(field, value) : Void')).toBeTruthy()
    await userEvent.clear(filter)
    await userEvent.type(filter, '(')
    expect(screen.getByText('set_field(field, value) : Void')).toBeTruthy()
  },
  slow,
)
