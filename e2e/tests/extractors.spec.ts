import { freePort } from '@logyard/server/testing/free-port'
import { expect, expectAccessible, expectFitsWidth, type Logyard, test } from '../fixtures/logyard.ts'
import { dialog } from '../pages/dialog.ts'
import { extractorsPage } from '../pages/extractors.ts'
import { keyboard } from '../pages/keyboard.ts'
import { toast } from '../pages/toasts.ts'

interface Input {
  readonly id: string
  /** Resolves to the message once it is searchable. */
  send(text: string): Promise<Readonly<Record<string, unknown>>>
}

async function startInput(logyard: Logyard): Promise<Input> {
  const port = await freePort()
  const made = await logyard.api.call('POST', '/system/inputs', {
    title: logyard.unique('extracted'),
    type: 'org.graylog2.inputs.gelf.http.GELFHttpInput',
    global: true,
    configuration: { bind_address: '127.0.0.1', port },
  })
  expect(made.status).toBe(201)
  const { id } = made.body as { id: string }
  const url = `http://127.0.0.1:${port}/gelf`
  const isListening = async () => (await fetch(url, { method: 'OPTIONS' }).catch(() => undefined)) !== undefined
  await expect.poll(isListening).toBe(true)
  return {
    id,
    async send(text) {
      const body = JSON.stringify({ version: '1.1', host: 'web-1', short_message: text })
      expect((await fetch(url, { method: 'POST', body })).status).toBe(202)
      const query = encodeURIComponent(`gl2_source_input:${id} AND message:"${text}"`)
      let found: readonly { message: Readonly<Record<string, unknown>> }[] = []
      const search = async () => {
        const answer = await logyard.api.call('GET', `/search/universal/relative?query=${query}&range=0&limit=1`)
        found = (answer.body as { messages: typeof found }).messages
        return found.length
      }
      await expect.poll(search).toBe(1)
      return found[0]?.message ?? {}
    },
  }
}

async function addExtractor({ api }: Logyard, inputId: string, title: string, order: number): Promise<void> {
  const { status } = await api.call('POST', `/system/inputs/${inputId}/extractors`, {
    title,
    extractor_type: 'copy_input',
    extractor_config: {},
    cut_or_copy: 'copy',
    source_field: 'message',
    target_field: 'copied',
    converters: {},
    condition_type: 'none',
    condition_value: '',
    order,
  })
  expect(status).toBe(201)
}

test('a part of a line becomes a number in the next message, by mouse', async ({ logyard, page }) => {
  const input = await startInput(logyard)
  await input.send('GET /cart HTTP 200 in 17 ms')
  await input.send('cache is warm')
  await logyard.signIn(page, logyard.admin)
  const extractors = extractorsPage(page)
  await extractors.open(input.id)
  await expect(page.getByText('This input has no configured extractors.')).toBeVisible()
  await extractors.begin.click()
  await extractors.loadMessage.click()
  await extractors.typesOf('timestamp').click()
  await expect(page.getByText('Extractors can only be used with string fields.')).toBeVisible()
  await page.keyboard.press('Escape')
  await extractors.typesOf('message').click()
  await extractors.type('Regular expression').click()
  await extractors.field('Regular expression').fill('in (\\d+) ms')
  await expect(extractors.preview).toContainText('Regular expression did not match.')
  await expect(extractors.preview).toContainText('Matches 1 of the last 2 messages')
  await extractors.preview.getByRole('button', { name: 'GET /cart HTTP 200 in 17 ms' }).click()
  await expect(extractors.example.locator('mark')).toHaveText('17')
  await extractors.field('Store as field').fill('took-ms')
  await expect(extractors.field('Store as field')).toHaveValue('tookms')
  await page.getByRole('combobox', { name: 'Add converter' }).click()
  await page.getByRole('option', { name: 'Numeric' }).click()
  await expect(extractors.extracted.filter({ hasText: 'tookms' })).toContainText(/17\s*number/)
  await page.getByRole('radio', { name: 'Only if the field contains…' }).click()
  await extractors.field('Field contains string').fill('HTTP')
  await expect(page.getByText('Matches! Extractor would run against this example.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('form').getByRole('region', { name: 'Extractor preview' })).toContainText('tookms')
  await expectFitsWidth(page, 'the form of an extractor')
  await page.setViewportSize({ width: 1440, height: 900 })
  await extractors.create.click()
  await expect(extractors.field('Extractor title')).toBeFocused()
  await extractors.field('Extractor title').fill('Time taken')
  await extractors.create.click()
  await expect(toast(page, 'Extractor Time taken created successfully')).toBeVisible()
  await expect(extractors.rows).toHaveText(['Time taken'])
  expect(await input.send('GET /pay HTTP 201 in 4 ms')).toMatchObject({ tookms: 4 })
  await extractors.rows.first().click()
  await expect(page.getByText('1 hits, 0 misses')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete: Time taken' }).click()
  await dialog(page, 'Delete extractor?').answer('Delete')
  await expect(toast(page, 'Extractor "Time taken" deleted successfully')).toBeVisible()
})

test('the same way by keyboard, with the order changed by the arrow keys', async ({ logyard, page }) => {
  const input = await startInput(logyard)
  await input.send('status=up zone=eu')
  await addExtractor(logyard, input.id, 'First', 0)
  await logyard.signIn(page, logyard.admin)
  const extractors = extractorsPage(page)
  const keys = keyboard(page)
  await extractors.open(input.id)
  await expect(extractors.rows).toHaveCount(1)
  await keys.use(extractors.begin)
  await keys.use(extractors.loadMessage)
  await keys.use(extractors.typesOf('message'))
  await keys.choose('Grok pattern')
  await keys.goTo(extractors.field('Pattern'))
  await keys.type('status=%{WORD:status} zone=%{WORD:zone')
  await keys.press('Escape')
  await keys.type('}')
  await expect(extractors.extracted.filter({ hasText: 'zone' })).toContainText('eu')
  await expect(extractors.example.locator('mark')).toHaveText(['up', 'eu'])
  await keys.goTo(extractors.field('Extractor title'))
  await keys.type('Pairs')
  await keys.press('Enter')
  await expect(extractors.rows).toHaveText(['First', 'Pairs'])
  expect(await input.send('status=down zone=us')).toMatchObject({ status: 'down', zone: 'us' })

  await keys.use(extractors.sort)
  const sorting = page.getByRole('dialog', { name: /^Sort extractors for/ })
  await keys.goTo(sorting.getByRole('button', { name: /^Move Pairs/ }))
  await keys.press('ArrowUp')
  await expect(sorting.getByRole('listitem')).toHaveText(['Pairs', 'First'])
  await expectAccessible(page)
  await keys.use(sorting.getByRole('button', { name: 'Save' }))
  await expect(toast(page, 'Extractor positions updated successfully')).toBeVisible()
  await expect(extractors.rows).toHaveText(['Pairs', 'First'])
})

test('an export is imported again, and a bad entry is reported before and after', async ({
  logyard,
  page,
}, testInfo) => {
  testInfo.annotations.push({ type: 'expects-status', description: '400' })
  const input = await startInput(logyard)
  await addExtractor(logyard, input.id, 'First', 0)
  await addExtractor(logyard, input.id, 'Second', 1)
  await logyard.signIn(page, logyard.admin)
  const extractors = extractorsPage(page)
  await extractors.open(input.id)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export extractors' }).click()
  const text = await page.getByRole('textbox', { name: 'Extractors as JSON' }).inputValue()
  const file = JSON.parse(text) as { extractors: Record<string, unknown>[]; version: string }
  expect(file.extractors.map(({ title }) => title)).toEqual(['First', 'Second'])
  file.extractors.push({ ...file.extractors[0], title: 'Bad', target_field: '_id' })
  await page.goto(page.url().replace(/export$/, 'import'))
  await page.getByRole('textbox', { name: 'Extractors as JSON' }).fill(JSON.stringify(file))
  const entries = page.getByRole('table', { name: 'Extractors to import' }).getByRole('row')
  await expect(entries.filter({ hasText: 'Bad' })).toContainText('The field _id is reserved.')
  await expect(page.getByText('2 extractors ready to import, 1 invalid')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(toast(page, 'Import results: 2 extractor(s) imported, 1 error(s).')).toBeVisible()
  await expect(extractors.rows).toHaveText(['First', 'Second', 'First', 'Second'])
})
