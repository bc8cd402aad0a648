import { gelfSender } from '../fixtures/gelf.ts'
import { expect, expectAccessible, expectFitsWidth, test } from '../fixtures/logyard.ts'
import { makePipeline, makeRule, ruleSource } from '../fixtures/pipelines.ts'
import { dialog } from '../pages/dialog.ts'
import { pipelinesPage } from '../pages/pipelines.ts'
import { searchPage } from '../pages/search.ts'
import { toast } from '../pages/toasts.ts'

test('a rule written from a message is tried on real ones, and runs once it is saved', async ({ logyard, page }) => {
  const run = logyard.unique('orders')
  const customer = logyard.unique('ada')
  const title = logyard.unique('mark customer')
  const gelf = await gelfSender(logyard, run)
  await gelf.send(
    { short_message: 'order 1 was paid', _customer: customer },
    { short_message: 'order 2 was paid', _customer: 'bob' },
    { short_message: 'order 3 was paid', _customer: customer },
  )
  await logyard.signIn(page, logyard.admin)
  const search = searchPage(page)
  await search.openWith(`run:"${run}"`)
  await expect(search.message('order 3')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('o')
  await search.value('customer', customer).click()
  await page.getByRole('menuitem', { name: 'New pipeline rule' }).click()

  const rules = pipelinesPage(page)
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await expect(page.getByRole('textbox', { name: 'Value of condition 1' })).toHaveValue(customer)
  await page.getByRole('combobox', { name: 'Action 1' }).selectOption('Set to text')
  await page
    .getByRole('combobox', { name: 'Field of action 1' })
    .or(page.getByRole('textbox', { name: 'Field of action 1' }))
    .fill('vip')
  await page.getByRole('textbox', { name: 'Value of action 1' }).fill('yes')
  await expect(rules.tried.first()).toContainText('vip')
  await page.getByRole('tab', { name: 'Recent messages' }).click()
  await rules.choose('Messages of', 'All messages')
  await rules.trial.getByRole('button', { name: 'Run' }).click()
  await expect(rules.trial).toContainText(/2 of [\d,]+ messages match/)
  const pipeline = logyard.unique('orders')
  await rules.choose('Pipeline and stage 1', 'New pipeline')
  await page.getByRole('textbox', { name: 'Title of pipeline 1' }).fill(pipeline)
  await rules.choose('Stream of pipeline 1', 'All messages')
  await expectAccessible(page)
  await rules.create.click()
  await expect(toast(page, `Rule "${title}" created successfully`)).toBeVisible()
  await expect(page.getByRole('link', { name: `${pipeline}, stage 0` })).toBeVisible()
  const marked = async () => {
    await gelf.send({ short_message: 'another order', _customer: customer })
    const query = encodeURIComponent(`run:"${run}" AND vip:yes`)
    const { body } = await logyard.api.call('GET', `/search/universal/relative?query=${query}&range=0&limit=1`)
    return (body as { total_results: number }).total_results
  }
  await expect.poll(marked).toBeGreaterThan(0)
  await expect(page.getByText(/^· [1-9]\d* messages? so far$/)).toBeVisible()
  await page.getByRole('link', { name: `${pipeline}, stage 0` }).click()
  await expect(rules.stage(0).getByRole('link', { name: title })).toBeVisible()
  await expect(rules.stage(0)).toContainText(/0 errors\/s \(0 total\)/)
})

test('errors of a source are shown while it is typed, and unsaved changes are not lost', async ({ logyard, page }) => {
  test.info().annotations.push({ type: 'expects-status', description: '400' })
  const title = logyard.unique('typed')
  await logyard.signIn(page, logyard.admin)
  await page.goto('system/pipelines/rules/new')
  const rules = pipelinesPage(page)
  await rules.choose('Pipeline and stage 1', 'Not yet')
  await expect(page.getByText('Not in a pipeline: does not run')).toBeVisible()
  await rules.write(`rule "${title}"\nwhen\n  gone()\nthen\nend`)
  await expect(rules.problems).toHaveText([/^Line 3, column 3 Unknown function gone/])
  await expect(page.locator('.cm-problem')).toHaveText('gone')
  await expectAccessible(page)
  await rules.problems.first().click()
  await expect(rules.source).toBeFocused()
  await rules.create.click()
  await expect(toast(page, `Could not save processing rule "${title}"`)).toBeVisible()
  await rules.write(ruleSource(title, 'set_field("a", "b");'))
  await expect(rules.valid).toBeVisible()
  await rules.cancel.click()
  await dialog(page, 'Leave without saving?').answer('Stay on this page')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, `Rule "${title}" created successfully`)).toBeVisible()
  await expect(page).toHaveURL(/\/rules\/[\da-f]{24}$/)
  await expect(rules.apply).toBeDisabled()
})

test('functions, their parameters and existing fields are completed', async ({ logyard, page }) => {
  test.info().annotations.push({ type: 'expects-status', description: '400' })
  const gelf = await gelfSender(logyard, logyard.unique('fields'))
  const field = logyard.unique('completed').replaceAll(/\W/g, '_')
  await gelf.send({ short_message: 'a message with a field', [`_${field}`]: 'x' })
  await logyard.signIn(page, logyard.admin)
  await page.goto('system/pipelines/rules/new')
  const rules = pipelinesPage(page)
  await rules.write('rule "a" when true then ')
  await rules.source.pressSequentially('rename_fi')
  await expect(rules.completions.first()).toContainText('(old_field, new_field, [message]) : Void')
  await expect(page.locator('.cm-completionInfo')).toContainText('rename_field(old_field, new_field, [message]) : Void')
  await page.keyboard.press('Tab')
  await expect(rules.source).toContainText('rename_field("old_field", "new_field");')
  await rules.write('rule "a" when ')
  await rules.source.pressSequentially(`$message.${field.slice(0, 9)}`)
  await expect(rules.completions.filter({ hasText: field })).toBeVisible()
  await page.getByRole('textbox', { name: 'Search functions' }).fill('set_fields')
  await page.getByRole('button', { name: /^set_fields\(/ }).click()
  await expect(page.getByRole('table', { name: 'Parameters of set_fields' })).toContainText('prefix')
})

test('a rule that is typed key by key is what was typed', async ({ logyard, page }) => {
  test.info().annotations.push({ type: 'expects-status', description: '400' })
  await logyard.signIn(page, logyard.admin)
  await page.goto('system/pipelines/rules/new')
  const rules = pipelinesPage(page)
  const lines = ['rule "typed"', 'when', 'has_field("source")', 'then', 'set_field("a", "b");', 'end']
  await rules.write('')
  await page.keyboard.press('Delete')
  for (const line of lines.slice(0, -1)) {
    await rules.source.pressSequentially(line)
    // The completions of a finished word or text are not in the way of the next line.
    if (/^(when|then)$/.test(line)) await expect(rules.completions.filter({ hasText: line })).toBeVisible()
    await page.keyboard.press('Enter')
  }
  await rules.source.pressSequentially('end')
  const typed = await rules.source.locator('.cm-line').allInnerTexts()
  expect(typed.map((line) => line.trim())).toEqual(lines)
  await expect(rules.valid).toBeVisible()
})

test('a renamed rule takes its pipelines along, and an earlier version comes back', async ({ logyard, page }) => {
  const [title, renamed] = [logyard.unique('old name'), logyard.unique('new name')]
  const id = await makeRule(logyard, ruleSource(title, 'set_field("a", "first");'))
  const pipeline = await makePipeline(
    logyard,
    `pipeline "${logyard.unique('users of a rule')}"\nstage 0 match either\n  // a comment stays\n  rule "${title}"\nend`,
  )
  await logyard.signIn(page, logyard.admin)
  await page.goto(`system/pipelines/rules/${id}`)
  const rules = pipelinesPage(page)
  await rules.write(ruleSource(renamed, 'set_field("a", "second");'))
  await rules.apply.click()
  await dialog(page, 'Update references?').answer('Update 1 pipeline')
  await expect(toast(page, '1 pipeline updated')).toBeVisible()
  const { body } = await logyard.api.call('GET', `/system/pipelines/pipeline/${pipeline}`)
  expect((body as { source: string }).source).toContain(`// a comment stays\n  rule "${renamed}"`)
  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Compare version 1' }).click()
  await expect(page.getByRole('list', { name: 'Differences' }).getByRole('insertion')).toHaveText([
    `rule "${renamed}"`,
    '  set_field("a", "second");',
  ])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await dialog(page, 'Restore version 1?').answer('Restore version')
  await expect(toast(page, 'Version 1 restored')).toBeVisible()
  await expect(rules.source).toContainText('set_field("a", "first");')
  await page.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('Switched off', { exact: true })).toBeVisible()
})

test('a message is simulated, and a stage with a removed rule says so', async ({ logyard, page }) => {
  const title = logyard.unique('simulated')
  const field = logyard.unique('f').replaceAll(/\W/g, '_')
  await makeRule(logyard, `rule "${title}" when has_field("${field}") then set_field("seen", "yes"); end`)
  const id = await makePipeline(
    logyard,
    `pipeline "${title}" stage 0 match pass rule "${title}" rule "never made" stage 3 match all end`,
  )
  const streams = ['000000000000000000000001']
  const connected = await logyard.api.call('POST', '/system/pipelines/connections/to_pipeline', {
    pipeline_id: id,
    stream_ids: streams,
  })
  expect(connected.status).toBe(200)
  await logyard.signIn(page, logyard.admin)
  await page.goto(`system/pipelines/${id}`)
  const rules = pipelinesPage(page)
  await expect(rules.stage(0)).toContainText('This rule was renamed or removed. It never matches.')
  await page.goto('system/pipelines/simulate')
  await page
    .getByRole('textbox', { name: 'Raw message' })
    .fill(`{"version":"1.1","host":"h","short_message":"m","_${field}":1}`)
  await rules.choose('Message codec', 'GELF')
  await page.getByRole('button', { name: 'Load message' }).click()
  await expect(page.getByRole('list', { name: 'Added fields' })).toContainText('seen')
  await expect(page.getByText(/Processing took [\d,]+ µs/)).toBeVisible()
  await page.getByRole('tab', { name: 'Simulation trace' }).click()
  await expect(page.getByRole('table', { name: 'Simulation trace' })).toContainText(
    `Evaluation satisfied Rule '${title}'`,
  )
  await page.getByRole('tab', { name: 'Results preview' }).click()
  await expect(page.getByRole('row', { name: /^seen/ })).toContainText('yes')
})

test('a user who may only read can change nothing', async ({ logyard, page }) => {
  const title = logyard.unique('read only')
  const id = await makeRule(logyard, ruleSource(title, 'set_field("a", "b");'))
  const pipeline = await makePipeline(logyard, `pipeline "${title}" stage 0 match either rule "${title}" end`)
  const reader = await logyard.createUser('reader', {
    permissions: ['inputs:create', 'pipeline:read', 'pipeline_rule:read', 'pipeline_connection:read'],
  })
  await logyard.signIn(page, reader)
  await page.goto('system/pipelines')
  await expect(page.getByRole('row', { name: new RegExp(title) })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New pipeline' })).toHaveCount(0)
  await page.goto(`system/pipelines/${pipeline}`)
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  for (const name of ['Edit stage 0', 'New stage', 'Edit connections', 'Edit pipeline details'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await page.goto(`system/pipelines/rules/${id}`)
  const rules = pipelinesPage(page)
  await expect(rules.source).toHaveAttribute('aria-readonly', 'true')
  await expect(rules.apply).toHaveCount(0)
  await expect(rules.trial).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFitsWidth(page, 'the editor of a rule')
})
