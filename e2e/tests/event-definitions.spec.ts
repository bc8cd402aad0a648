import { FILTER, makeDefinition } from '../fixtures/event-definitions.ts'
import { gelfSender } from '../fixtures/gelf.ts'
import { expect, expectAccessible, expectFitsWidth, type Logyard, test } from '../fixtures/logyard.ts'
import { KEPT_VALUES, makeTable } from '../fixtures/lookup-objects.ts'
import { dialog } from '../pages/dialog.ts'
import { definitionPages } from '../pages/event-definitions.ts'
import { searchPage } from '../pages/search.ts'
import { toast } from '../pages/toasts.ts'

async function storedDefinition(logyard: Logyard, title: string) {
  const query = encodeURIComponent(`title:"${title}"`)
  const { body } = await logyard.api.call('GET', `/events/definitions?query=${query}`)
  const { event_definitions: found } = body as { event_definitions: Record<string, unknown>[] }
  return found[0]
}

test('the form previews the messages of a condition and creates the definition', async ({ logyard, page }) => {
  const run = logyard.unique('watched')
  const gelf = await gelfSender(logyard, run)
  await gelf.send({ short_message: 'login failed for ada', _user: 'ada' })
  await logyard.signIn(page, logyard.admin)
  const definitions = definitionPages(page)
  await definitions.open('/new')
  await definitions.title.fill(run)
  await page.getByText('High', { exact: true }).click()
  await definitions.search(`run:"${run}"`)
  await expect(definitions.preview).toContainText('login failed for ada')
  await expect(definitions.mode('Aggregation of results reaches a threshold')).toBeChecked()
  await page.getByRole('combobox', { name: 'Group by fields' }).fill('user')
  await page.keyboard.press('Enter')
  await definitions.compare('card', 'user', '>=', '3')
  await expect(page.getByText('card(user) >= 3')).toBeVisible()
  await definitions.advanced.click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New custom field' }).click()
  const field = dialog(page, 'New custom field')
  await field.box.getByRole('textbox', { name: 'Field name' }).fill('user')
  await field.box.getByRole('checkbox', { name: 'Use field as event key' }).check()
  await field.box.getByRole('textbox', { name: 'Template' }).fill('$'.concat('{source.user}'))
  await field.answer('Create')
  await expect(page.getByRole('row', { name: /^user 1/ })).toBeVisible()
  await definitions.submit.click()
  await expect(toast(page, `Event Definition "${run}" was created successfully.`)).toBeVisible()
  await expect(definitions.list.row(run)).toContainText('Enabled')
  await expect(page.getByRole('region', { name: 'Next steps' })).toContainText('Fired so far')
  expect(await storedDefinition(logyard, run)).toMatchObject({
    priority: 3,
    alert: false,
    key_spec: ['user'],
    config: {
      group_by: ['user'],
      series: [{ id: 'card-user', function: 'card', field: 'user' }],
      conditions: {
        expression: { expr: '>=', left: { expr: 'number-ref', ref: 'card-user' }, right: { expr: 'number', value: 3 } },
      },
    },
  })
})

test('what is missing is named above the buttons, with a way to its field', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const definitions = definitionPages(page)
  await definitions.open('/new?step=condition')
  await definitions.title.fill('')
  await definitions.rule(1).getByRole('textbox', { name: 'Threshold' }).fill('')
  await expect(page.getByText('Condition is not valid')).toBeVisible()
  await definitions.submit.click()
  const errors = page.getByRole('alert', { name: 'We found some errors!' })
  await expect(errors).toContainText('Aggregation condition is not valid')
  await expect(definitions.rule(1).getByRole('textbox', { name: 'Threshold' })).toBeFocused()
  await errors.getByRole('button', { name: 'Name and text' }).click()
  await expect(definitions.title).toBeFocused()
  await expect(page.getByText('Event Definition title cannot be empty.')).toHaveCount(2)
})

test('a parameter of the query is declared with a lookup table', async ({ logyard, page }) => {
  const title = logyard.unique('on-call')
  const { name: table } = await makeTable(logyard, KEPT_VALUES)
  await logyard.signIn(page, logyard.admin)
  const definitions = definitionPages(page)
  await definitions.open(`/new?title=${title}&query=${encodeURIComponent('user:$team$')}&step=condition`)
  await page.getByRole('button', { name: 'Declare parameter team' }).click()
  const parameter = dialog(page, 'Declare a parameter')
  await parameter.answer('Declare parameter')
  // At both fields, and in the list of errors.
  await expect(parameter.box.getByText('This field is required.')).toHaveCount(4)
  await parameter.box.getByRole('combobox', { name: 'Lookup table' }).click()
  await page.getByRole('option', { name: table }).click()
  await parameter.box.getByRole('textbox', { name: 'Lookup table key' }).fill('on call')
  await parameter.answer('Declare parameter')
  await definitions.submit.click()
  await expect(definitions.list.row(title)).toBeVisible()
  expect(await storedDefinition(logyard, title)).toMatchObject({
    config: { query_parameters: [{ type: 'lut-parameter-v1', name: 'team', lookup_table: table, key: 'on call' }] },
  })
})

test('a refusal of the server appears at the field and above the buttons', async ({ logyard, page }) => {
  test.info().annotations.push({ type: 'expects-status', description: '400' })
  const title = logyard.unique('refused')
  const id = await makeDefinition(logyard, title)
  await logyard.signIn(page, logyard.admin)
  const definitions = definitionPages(page)
  await definitions.open(`/${id}/edit?step=fields`)
  await page.getByText('By cron expression').click()
  await page.getByRole('textbox', { name: 'Cron expression' }).fill('every day')
  await definitions.submit.click()
  await expect(page.getByRole('alert', { name: 'We found some errors!' })).toContainText('Advanced')
  await expect(page.getByRole('textbox', { name: 'Cron expression' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'Cron expression' }).fill('0 0 8 * * ?')
  await definitions.submit.click()
  await expect(toast(page, `Event Definition "${title}" was updated successfully.`)).toBeVisible()
  expect(await storedDefinition(logyard, title)).toMatchObject({
    config: { use_cron_scheduling: true, cron_expression: '0 0 8 * * ?' },
  })
})

test('an edit keeps what the form did not change, and asks before it is abandoned', async ({ logyard, page }) => {
  const title = logyard.unique('edited')
  const id = await makeDefinition(logyard, title, { tags: ['night'], remediation_steps: 'Call the owner.' })
  await logyard.signIn(page, logyard.admin)
  const definitions = definitionPages(page)
  await definitions.open(`/${id}/edit`)
  await expect(page.getByText(/^Checked as messages arrive, and every \d/)).toBeVisible()
  await definitions.title.fill(`${title} again`)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await dialog(page, 'Leave without saving?').answer('Stay')
  await expect(definitions.query).toHaveText('failed')
  await definitions.submit.click()
  await expect(definitions.list.row(`${title} again`)).toBeVisible()
  expect(await storedDefinition(logyard, `${title} again`)).toMatchObject({
    id,
    config: FILTER_STORED,
    tags: ['night'],
    remediation_steps: 'Call the owner.',
  })
})

const FILTER_STORED = { ...FILTER, conditions: { expression: null } }

test('a definition is disabled, enabled, duplicated and deleted', async ({ logyard, page }) => {
  const title = logyard.unique('switched')
  const id = await makeDefinition(logyard, title)
  await logyard.signIn(page, logyard.admin)
  const definitions = definitionPages(page)
  await definitions.open(`?query=${encodeURIComponent(`title:"${title}"`)}`)
  const { list } = definitions
  await list.act(title, 'Disable')
  await dialog(page, 'Disable event definition?').answer('Disable event definition')
  await expect(toast(page, `Event Definition "${title}" was successfully disabled.`)).toBeVisible()
  await expect(list.row(title)).toContainText('Disabled')
  await list.act(title, 'Enable')
  await dialog(page, 'Enable event definition?').answer('Enable event definition')
  await expect(list.row(title)).toContainText('Enabled')
  await list.act(title, 'Duplicate')
  await expect(list.table.getByRole('row')).toHaveCount(3)
  await list.act(title, 'Delete')
  await dialog(page, 'Delete event definition?').answer('Delete event definition')
  await expect(toast(page, `Event Definition "${title}" was deleted successfully.`)).toBeVisible()
  const { status } = await logyard.api.call('GET', `/events/definitions/${id}`)
  expect(status).toBe(404)
})

test('several definitions are disabled and deleted at once', async ({ logyard, page }) => {
  const prefix = logyard.unique('several')
  const titles = [`${prefix} a`, `${prefix} b`]
  for (const title of titles) await makeDefinition(logyard, title)
  await logyard.signIn(page, logyard.admin)
  const { open, list } = definitionPages(page)
  await open(`?query=${encodeURIComponent(prefix)}`)
  for (const title of titles) await list.select(title)
  await list.bulk('Disable')
  await dialog(page, 'Disable 2 event definitions?').answer('Disable 2 event definitions')
  await expect(list.table.getByText('Disabled')).toHaveCount(2)
  for (const title of titles) await list.select(title)
  await list.bulk('Delete')
  await dialog(page, 'Delete 2 event definitions?').answer('Delete 2 event definitions')
  await expect(toast(page, '2 event definitions were deleted.')).toBeVisible()
})

test('the page of a definition shows its schedule, and nothing to change to a reader', async ({ logyard, page }) => {
  const title = logyard.unique('shown')
  const id = await makeDefinition(logyard, title)
  const reader = await logyard.createUser('reader', { permissions: [`eventdefinitions:read:${id}`] })
  await logyard.signIn(page, reader)
  await page.goto(`alerts/definitions/${id}`)
  await expect(page.getByRole('heading', { name: `Event definition ${title}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Schedule' })).toContainText('Enabled')
  await expect(page.getByText(/^As messages arrive, and every \d/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFitsWidth(page, 'the page of a definition')
})

test('a search becomes a definition by its menu', async ({ logyard, page }) => {
  const run = logyard.unique('searched')
  const gelf = await gelfSender(logyard, run)
  await gelf.send({ short_message: 'disk is full' })
  await logyard.signIn(page, logyard.admin)
  const search = searchPage(page)
  await search.open(`?rangetype=relative&relative=900&q=${encodeURIComponent(`run:"${run}"`)}`)
  await expect(search.message('disk is full')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'New alert' }).click()
  const definitions = definitionPages(page)
  await expect(definitions.query).toHaveText(`run:"${run}"`)
  await expect(definitions.preview).toContainText('disk is full')
  await expect(definitions.backTest).toContainText('Above 0 it would have fired once in 7 days.')
  await expect(definitions.title).toHaveValue(`run:"${run}"`)
  await page.getByRole('link', { name: 'Cancel' }).click()
  // Proposals are no changes by the user.
  await expect(page.getByRole('heading', { name: 'Event definitions' })).toBeVisible()
})

test('a value in a message becomes the query of a definition', async ({ logyard, page }) => {
  const run = logyard.unique('valued')
  const gelf = await gelfSender(logyard, run)
  await gelf.send({ short_message: 'login failed', _user: 'ada' })
  await logyard.signIn(page, logyard.admin)
  const search = searchPage(page)
  await search.openWith(`run:"${run}"`)
  await expect(search.message('login failed')).toBeVisible()
  await search.opener.first().click()
  await search.value('user', 'ada').click()
  await page.getByRole('menuitem', { name: 'New alert' }).click()
  const definitions = definitionPages(page)
  await expect(definitions.title).toHaveValue('user: ada')
  await expect(definitions.query).toContainText('user:ada')
})

test('a back-test counts again while the threshold moves, and names fields that can be grouped by', async ({
  logyard,
  page,
}) => {
  const run = logyard.unique('tested')
  const gelf = await gelfSender(logyard, run)
  for (const user of ['ada', 'ada', 'ada', 'bob']) await gelf.send({ short_message: 'login failed', _user: user })
  await logyard.signIn(page, logyard.admin)
  const definitions = definitionPages(page)
  const link = `/new?step=condition&query=${encodeURIComponent(`run:"${run}"`)}&function=count&threshold=2`
  await definitions.open(`${link}&group_by=service&within=300`)
  const { backTest } = definitions
  await expect(backTest).toContainText('4 messages match, none has service.')
  await backTest.getByRole('button', { name: 'user' }).click()
  const totals = backTest.getByRole('status', { name: 'Result of the back-test' })
  await expect(totals).toContainText('Would have fired once in 7 days')
  await expect(backTest.getByRole('row', { name: /ada/ })).toBeVisible()
  const line = backTest.getByRole('slider', { name: 'Threshold' })
  await line.press('Home')
  await expect(totals).toContainText('Would have fired twice')
  await expect(backTest.getByRole('row', { name: /bob/ })).toBeVisible()
  await expectAccessible(page)
  await line.hover()
  await page.mouse.down()
  const { y = 0 } = (await backTest.getByRole('img', { name: /^Measured figure/ }).boundingBox()) ?? {}
  await page.mouse.move(600, y - 50)
  await page.mouse.up()
  await expect(totals).toContainText('Would not have fired')
  await expect(definitions.rule(1).getByRole('textbox', { name: 'Threshold' })).not.toHaveValue('0')
})
