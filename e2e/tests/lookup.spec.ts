import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gelfSender } from '../fixtures/gelf.ts'
import { test as base, expect, expectAccessible, expectFitsWidth, type Logyard } from '../fixtures/logyard.ts'
import { csvFile, KEPT_VALUES, makeTable } from '../fixtures/lookup-objects.ts'
import { dialog } from '../pages/dialog.ts'
import { list } from '../pages/list.ts'
import { lookupPages } from '../pages/lookup.ts'
import { toast } from '../pages/toasts.ts'

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright finds the required fixtures by this pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'lookup-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },
})

const HOSTS = 'ip,name\n198.51.100.7,web-1\n198.51.100.8,"web-2, old"\n'

test('a dropped CSV file becomes a lookup table, and leads to a rule', async ({ logyard, page }) => {
  const name = logyard.unique('offices')
  await logyard.signIn(page, logyard.admin)
  const lookup = lookupPages(page)
  await lookup.open('/create')
  const data = await page.evaluateHandle((fileName) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['ip;office;floor\n10.0.0.1;Berlin;2\n10.0.0.1;Paris;1\n'], fileName))
    return transfer
  }, `${name}.csv`)
  const file = page.getByRole('region', { name: 'CSV file' })
  await file.dispatchEvent('drop', { dataTransfer: data })
  await expect(lookup.name).toHaveValue(name)
  await expect(page.getByRole('combobox', { name: 'Key column' })).toHaveValue('ip')
  await expect(page.getByRole('row', { name: '10.0.0.1 Berlin 2' })).toBeVisible()
  await expectAccessible(page)
  test.info().annotations.push({ type: 'expects-status', description: '400' })
  await lookup.save('Create').click()
  await expect(page.getByText('1 key is there more than once: "10.0.0.1" (lines 2, 3).')).toBeVisible()
  await file.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('textbox', { name: 'CSV' }).fill('ip,office\n10.0.0.1,Berlin\n10.0.0.2,Paris\n')
  await lookup.save('Create').click()
  await lookup.test.lookUp('10.0.0.2')
  await expect(lookup.test.result).toContainText('"single_value": "Paris"')
  const use = page.getByRole('region', { name: 'Use it' })
  await expect(use.getByRole('textbox', { name: 'New field' })).toHaveValue('office')
  await use.getByRole('combobox', { name: 'Field with the key' }).fill('client_ip')
  await expect(use.getByRole('link', { name: 'New pipeline rule' })).toHaveAttribute(
    'href',
    new RegExp(`/rules/new\\?lookup_table=${name}&field=client_ip&new_field=office$`),
  )
  await expectAccessible(page)
})

test('a CSV file of the server becomes a lookup table in one flow, by mouse', async ({ logyard, page, folder }) => {
  test.info().annotations.push({ type: 'expects-status', description: '400' })
  const path = join(folder, 'hosts.csv')
  const name = logyard.unique('hosts')
  await logyard.signIn(page, logyard.admin)
  const lookup = lookupPages(page)
  await lookup.open()
  await page.getByRole('link', { name: 'New lookup table' }).first().click()
  await page.getByRole('tab', { name: 'Advanced' }).click()
  await lookup.title.fill(name.toUpperCase())
  await expect(lookup.name).toHaveValue(name)
  await page.getByRole('button', { name: 'New data adapter' }).click()
  const adapter = dialog(page, 'New data adapter').box
  await adapter.getByRole('button', { name: 'CSV File' }).click()
  await adapter.getByRole('textbox', { name: 'Title' }).fill(name)
  await adapter.getByRole('textbox', { name: 'File path' }).fill(path)
  await expect(adapter.getByText('The file does not exist.')).toBeVisible()
  await writeFile(path, HOSTS)
  await adapter.getByRole('textbox', { name: 'Key column' }).fill('ip')
  await adapter.getByRole('textbox', { name: 'Value column' }).fill('name')
  await expect(adapter.getByText('The file does not exist.')).toBeHidden()
  await expectAccessible(page)
  await adapter.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('combobox', { name: 'Data adapter', exact: true })).toHaveValue(`${name} (${name})`)
  await page.getByRole('button', { name: 'New cache' }).click()
  const cache = dialog(page, 'New cache').box
  await cache.getByRole('button', { name: 'Node-local, in-memory cache' }).click()
  await cache.getByRole('textbox', { name: 'Title' }).fill(name)
  await cache.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('combobox', { name: 'Cache', exact: true })).toHaveValue(`${name} (${name})`)
  await expect(lookup.title).toHaveValue(name.toUpperCase())
  await page.getByRole('checkbox', { name: 'Enable single default value' }).check()
  await page.getByRole('textbox', { name: 'Default single value' }).fill('unknown')
  await lookup.save('Create').click()
  await list(page, 'Lookup tables').region.getByRole('link', { name: name.toUpperCase(), exact: true }).click()
  await lookup.test.lookUp('198.51.100.8')
  await expect(lookup.test.result).toContainText('"single_value": "web-2, old"')
  await expect(lookup.test.result).toContainText('"ttl": 9223372036854775807')
  await lookup.test.lookUp('203.0.113.1')
  await expect(lookup.test.result).toContainText('"single_value": "unknown"')
  await page.getByRole('button', { name: 'Purge all' }).click()
  await expect(toast(page, `Purging cache for lookup table "${name}"`)).toBeVisible()
  await lookup.open(`/caches?query=${name}`)
  const caches = list(page, 'Caches')
  await expect(caches.row(name)).toContainText('lookups/s')
  await caches.act(name, 'Delete')
  await dialog(page, 'Delete cache?').answer('Delete cache')
  await expect(toast(page, 'The cache is still in use, cannot delete.')).toBeVisible()
})

test('an extractor looks up what it extracts', async ({ logyard, page, folder }) => {
  const path = join(folder, 'hosts.csv')
  await writeFile(path, HOSTS)
  const { name } = await makeTable(logyard, csvFile(path))
  const run = logyard.unique('looked')
  const gelf = await gelfSender(logyard, run)
  await gelf.send({ short_message: 'a request', _client: '198.51.100.7' })
  const input = await inputOf(logyard, run)
  await logyard.signIn(page, logyard.admin)
  await page.goto(`system/inputs/${input.id}/${input.node}/extractors/new?extractor_type=lookup_table&field=client`)
  await page.getByRole('combobox', { name: 'Lookup table' }).click()
  await page.getByRole('option', { name: `Title of ${name} (${name})` }).click()
  await page.getByRole('textbox', { name: 'Store as field' }).fill('client_name')
  await page.getByRole('textbox', { name: 'Extractor title' }).fill('Name of the client')
  const extracted = page.getByRole('region', { name: 'Extractor preview' })
  await expect(extracted.getByRole('table', { name: 'Extracted fields' })).toContainText('web-1')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(toast(page, 'Extractor Name of the client created successfully')).toBeVisible()
  await gelf.send({ short_message: 'another request', _client: '198.51.100.8' })
  expect(await newest(logyard, run)).toMatchObject({ client_name: 'web-2, old' })
})

test('a rule looks up a field', async ({ logyard, folder }) => {
  const path = join(folder, 'hosts.csv')
  await writeFile(path, HOSTS)
  const { name } = await makeTable(logyard, csvFile(path))
  const run = logyard.unique('ruled')
  const rule = logyard.unique('rule')
  const source = `rule "${rule}" when to_string($message.run) == "${run}"
    then set_field("client_name", lookup_value("${name}", $message.client)); end`
  const { api } = logyard
  expect((await api.call('POST', '/system/pipelines/rule', { title: rule, description: '', source })).status).toBe(200)
  const made = await api.call('POST', '/system/pipelines/pipeline', {
    title: rule,
    description: '',
    source: `pipeline "${rule}" stage 0 match either rule "${rule}"; end`,
  })
  expect(made.status).toBe(200)
  const { id } = made.body as { id: string }
  const connected = await api.call('POST', '/system/pipelines/connections/to_pipeline', {
    pipeline_id: id,
    stream_ids: ['000000000000000000000001'],
  })
  expect(connected.status).toBe(200)
  const gelf = await gelfSender(logyard, run)
  const looksUp = async () => {
    await gelf.send({ short_message: 'a request', _client: '198.51.100.7' })
    return (await newest(logyard, run))['client_name']
  }
  await expect.poll(looksUp).toBe('web-1')
  expect((await api.call('DELETE', `/system/pipelines/pipeline/${id}`)).status).toBe(204)
})

test('an error is shown while it lasts', async ({ logyard, page, folder }) => {
  const path = join(folder, 'late.csv')
  const { name } = await makeTable(logyard, csvFile(path))
  const title = `Title of ${name}`
  await logyard.signIn(page, logyard.admin)
  const lookup = lookupPages(page)
  await lookup.open(`?query=${name}`)
  await expect(lookup.problem('Lookup table', title)).toBeVisible()
  await lookup.problem('Data adapter', title).click()
  await expect(page.getByRole('dialog').getByText('Data adapter problem')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await writeFile(path, HOSTS)
  await expect(lookup.problem('Lookup table', title)).toBeHidden()
  await expect(lookup.problem('Data adapter', title)).toBeHidden()
})

test('values that Logyard keeps are edited, and the next lookup sees them', async ({ logyard, page }) => {
  const { name } = await makeTable(logyard, KEPT_VALUES)
  await logyard.signIn(page, logyard.admin)
  const lookup = lookupPages(page)
  await lookup.open(`/data_adapter/${name}`)
  await expect(page.getByText('No values')).toBeVisible()
  await page.getByRole('button', { name: 'New value' }).first().click()
  const form = dialog(page, 'New value').box
  await form.getByRole('textbox', { name: 'Key' }).fill('ada')
  await form.getByRole('textbox', { name: 'Value', exact: true }).fill('web')
  await form.getByRole('button', { name: 'Create' }).click()
  const values = list(page, 'Values')
  await expect(values.row(/ada web Never/)).toBeVisible()
  await lookup.test.lookUp('ada')
  await expect(lookup.test.result).toContainText('"single_value": "web"')
  await values.act('ada', 'Edit')
  const edited = dialog(page, 'Edit value').box
  await edited.getByRole('textbox', { name: 'Value', exact: true }).fill('sales')
  await edited.getByRole('combobox', { name: 'Expires' }).selectOption('After a time')
  await expectAccessible(page)
  await edited.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(values.row(/ada sales in/)).toBeVisible()
  await lookup.test.lookUp('ada')
  await expect(lookup.test.result).toContainText('"single_value": "sales"')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const file = dialog(page, 'Import CSV').box
  const chosen = page.waitForEvent('filechooser')
  await file.getByRole('button', { name: 'Choose file' }).click()
  const csv = 'key,value,ttl_seconds\nbob,support,\ncarol,"web, mobile",3600\n'
  await (await chosen).setFiles({ name: 'teams.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await file.getByRole('checkbox', { name: 'Delete all values that are not in the file' }).check()
  await file.getByRole('button', { name: 'Import values' }).click()
  await expect(toast(page, '2 added, 0 changed, 1 deleted')).toBeVisible()
  await values.searchFor('value:mobile')
  await expect(values.region.getByRole('row')).toHaveCount(2)
  await values.act('carol', 'Delete')
  await dialog(page, 'Delete this value?').answer('Delete value')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFitsWidth(page, 'values that Logyard keeps')
})

test('a user who may only read sees, tests and purges', async ({ logyard, page }) => {
  const { name, adapterId } = await makeTable(logyard, KEPT_VALUES)
  const stored = await logyard.api.call('PUT', `/logyard/lookup/adapters/${adapterId}/values`, { key: 'ada', value: 1 })
  expect(stored.status).toBe(200)
  const reader = await logyard.createUser('looker', { permissions: ['lookuptables:read', 'inputs:edit'] })
  await logyard.signIn(page, reader)
  const lookup = lookupPages(page)
  await lookup.open(`?query=${name}`)
  const tables = list(page, 'Lookup tables')
  await expect(tables.row(name)).toBeVisible()
  await expect(page.getByRole('link', { name: 'New lookup table' })).toBeHidden()
  await expect(tables.menuOf(`Title of ${name}`)).toBeHidden()
  await tables.region
    .getByRole('link', { name: `Title of ${name}` })
    .first()
    .click()
  await expect(page.getByRole('link', { name: 'Edit' })).toBeHidden()
  await lookup.test.lookUp('ada')
  await expect(lookup.test.result).toContainText('"single_value": 1')
  await page.getByRole('button', { name: 'Purge all' }).click()
  await expect(toast(page, `Purging cache for lookup table "${name}"`)).toBeVisible()
  await lookup.open(`/data_adapter/${name}`)
  await expect(list(page, 'Values').row('ada')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New value' })).toBeHidden()
  await lookup.open(`/data_adapter/${name}/edit`)
  await expect(page.getByText('You may not change this.')).toBeVisible()
})

/** The input that a test's messages came through. */
async function inputOf(logyard: Logyard, run: string): Promise<{ id: string; node: string }> {
  const { gl2_source_input: id, gl2_source_node: node } = await newest(logyard, run)
  return { id: String(id), node: String(node) }
}

/** The newest message of a test. */
async function newest({ api }: Logyard, run: string): Promise<Readonly<Record<string, unknown>>> {
  const query = encodeURIComponent(`run:"${run}"`)
  const { body } = await api.call(
    'GET',
    `/search/universal/relative?query=${query}&range=0&limit=1&sort=timestamp:desc`,
  )
  return (body as { messages: readonly { message: Readonly<Record<string, unknown>> }[] }).messages[0]?.message ?? {}
}
