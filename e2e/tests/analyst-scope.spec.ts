/** What analysts do to search elsewhere: change the time range and the streams. */
import { analyst } from '../fixtures/analyst.ts'
import { expect, expectAccessible, type Logyard, test } from '../fixtures/logyard.ts'
import { count, makeDashboard } from '../fixtures/made-dashboard.ts'
import { dashboardPage } from '../pages/dashboards.ts'
import { dialog } from '../pages/dialog.ts'
import { searchPage } from '../pages/search.ts'

const THEN = '2021-05-01T08:00:00.000Z'
const THEN_AND_NOW = [{ short_message: 'long ago', timestamp: Date.parse(THEN) / 1000 }, { short_message: 'now' }]

test('a time range is selected, typed, moved and given as a keyword', async ({ logyard, page }) => {
  const { search, mine } = await analyst(logyard, page, THEN_AND_NOW)
  await search.openWith(mine)
  await expect(search.found(1)).toBeVisible()
  await search.pickRange('All messages')
  await expect(search.found(2)).toBeVisible()
  await search.rangeTab('Absolute')
  await search.rangeStart.fill('2021-05-01 07:00:00')
  await search.rangeEnd.fill('2021-05-01 07:30:00')
  await expectAccessible(page)
  await search.apply.click()
  await expect(search.found(0)).toBeVisible()
  await search.stepForward.click()
  await expect(search.found(1)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('to')).toBe(THEN)
  await search.rangeTab('Keyword')
  await search.rangeWords.fill('last hour')
  await expect(page.getByText(/^Preview: /)).toBeVisible()
  await search.apply.click()
  await expect(search.range).toHaveText('last hour')
  await expect(search.found(1)).toBeVisible()
})

test('a time range is selected, typed, moved and given as a keyword by keyboard', async ({ logyard, page }) => {
  const { search, keys, mine } = await analyst(logyard, page, THEN_AND_NOW)
  await search.openWith(mine)
  await expect(search.found(1)).toBeVisible()
  await keys.press('/')
  await keys.useBack(search.range)
  await keys.use(search.preset('All messages'))
  await expect(search.found(2)).toBeVisible()
  await expect(search.range).toBeFocused()
  await keys.press('Enter')
  await keys.goBackTo(page.getByRole('tab', { name: 'Relative' }))
  await keys.press('ArrowRight')
  await keys.goTo(search.rangeStart)
  await keys.replace('2021-05-01 07:00:00')
  await keys.goTo(search.rangeEnd)
  await keys.replace('2021-05-01 07:30:00')
  await keys.press('Enter')
  await expect(search.found(0)).toBeVisible()
  await expect(search.range).toBeFocused()
  await keys.use(search.stepForward)
  await expect(search.found(1)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('to')).toBe(THEN)
  await keys.useBack(search.range)
  await keys.goBackTo(page.getByRole('tab', { name: 'Absolute' }))
  await keys.press('ArrowRight')
  await keys.goTo(search.rangeWords)
  await keys.replace('last hour')
  await expect(page.getByText(/^Preview: /)).toBeVisible()
  await keys.press('Enter')
  await expect(search.range).toHaveText('last hour')
  await expect(search.found(1)).toBeVisible()
})

/** A stream that from now on receives messages by their service field. */
async function startStream({ api, unique }: Logyard) {
  const title = unique('checkout')
  const sets = (await api.call('GET', '/system/indices/index_sets')).body as {
    index_sets: readonly { id: string; default: boolean }[]
  }
  const made = await api.call('POST', '/streams', {
    title,
    index_set_id: sets.index_sets.find((set) => set.default)?.id,
    rules: [{ type: 1, field: 'service', value: title, inverted: false, description: '' }],
  })
  expect(made.status).toBe(201)
  const { stream_id: id } = made.body as { stream_id: string }
  expect((await api.call('POST', `/streams/${id}/resume`)).status).toBe(204)
  return { id, title }
}

test('a search is limited to a stream, and extended to all streams again', async ({ logyard, page }) => {
  const stream = await startStream(logyard)
  const { search, mine } = await analyst(logyard, page, [
    { short_message: 'paid', _service: stream.title },
    { short_message: 'looked around' },
  ])
  await search.openWith(mine)
  await expect(search.found(2)).toBeVisible()
  await search.streams.click()
  await search.stream(stream.title).click()
  await page.keyboard.press('Escape')
  await search.run.click()
  await expect(search.found(1)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('streams')).toBe(stream.id)
  await expectAccessible(page)
  await search.allStreams.click()
  await search.run.click()
  await expect(search.found(2)).toBeVisible()
})

test('a search is limited to a stream, and extended to all streams again by keyboard', async ({ logyard, page }) => {
  const stream = await startStream(logyard)
  const { search, keys, mine } = await analyst(logyard, page, [
    { short_message: 'paid', _service: stream.title },
    { short_message: 'looked around' },
  ])
  await search.openWith(mine)
  await expect(search.found(2)).toBeVisible()
  await keys.press('/')
  await keys.goBackTo(search.streams)
  await keys.press('Enter')
  await expect(search.streamFilter).toBeFocused()
  await keys.type(stream.title)
  await keys.goTo(search.stream(stream.title))
  await keys.press('Space', 'Escape')
  await expect(search.streams).toBeFocused()
  await keys.goTo(search.query)
  await keys.press('Enter')
  await expect(search.found(1)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('streams')).toBe(stream.id)
  await keys.goBackTo(search.allStreams)
  await keys.press('Enter')
  await keys.goTo(search.query)
  await keys.press('Enter')
  await expect(search.found(2)).toBeVisible()
})

test('a user without readable streams sees an explanation', async ({ logyard, page }) => {
  const user = await logyard.createUser('streamless')
  await logyard.signIn(page, user)
  await searchPage(page).open()
  await expect(page.getByRole('heading', { name: 'No stream permissions.' })).toBeVisible()
  await expectAccessible(page)
})

test('a Reader sees the allowed widgets of a shared dashboard, and all of them once the stream is shared too', async ({
  logyard,
  page,
  elsewhere,
}, testInfo) => {
  testInfo.annotations.push({ type: 'expects-status', description: '404' })
  const [open, secret] = [await startStream(logyard), await startStream(logyard)]
  const reader = await logyard.createUser('receiver', { permissions: [`streams:read:${open.id}`] })
  const { id, title } = await makeDashboard(logyard, [
    [
      { ...count('Everything', ''), streams: [] },
      { ...count('Open', ''), streams: [open.id] },
      { ...count('Secret', ''), streams: [open.id, secret.id] },
    ],
  ])
  await logyard.signIn(elsewhere, reader)
  const theirs = dashboardPage(elsewhere)
  await theirs.open(id)
  await expect(elsewhere.getByRole('heading', { name: 'Not found, or not shared with you' })).toBeVisible()

  await logyard.signIn(page, logyard.admin)
  const mine = dashboardPage(page)
  await mine.open(id)
  const sharing = dialog(page, `Sharing dashboard: ${title}`)
  const share = async () => {
    await mine.share.click()
    const missing = sharing.box.getByRole('alert').filter({ hasText: 'Missing access' })
    return { missing, streamsToo: missing.getByRole('checkbox', { name: 'Share these streams too' }) }
  }
  const { missing } = await share()
  await sharing.box.getByRole('combobox', { name: 'Collaborator' }).fill(reader.fullName)
  await page.getByRole('option', { name: reader.fullName }).click()
  await sharing.box.getByRole('button', { name: 'Add collaborator' }).click()
  await expect(missing).toContainText(`${reader.fullName} cannot see these streams:${secret.title}`)
  await expectAccessible(page)
  await sharing.answer(/^Save/)
  await expect(sharing.box).toBeHidden()

  // The server would refuse a search that names the secret stream: its widget alone is locked.
  await theirs.open(id)
  for (const allowed of ['Everything', 'Open']) await expect(theirs.widget(allowed)).toContainText('0')
  await expect(theirs.widget('Secret')).toContainText('Not shared with you')
  await expectAccessible(elsewhere)

  await (await share()).streamsToo.check()
  await sharing.answer(/^Save/)
  await expect(sharing.box).toBeHidden()
  await elsewhere.reload()
  await expect(theirs.widget('Secret')).toContainText('0')
})

test('a search over a stream that is not shared opens with the other streams', async ({ logyard, page }) => {
  const [open, secret] = [await startStream(logyard), await startStream(logyard)]
  await logyard.signIn(page, await logyard.createUser('receiver', { permissions: [`streams:read:${open.id}`] }))
  const search = searchPage(page)
  await search.open(`?q=&rangetype=relative&relative=300&streams=${open.id},${secret.id}`)
  await expect(
    page.getByRole('heading', { name: 'This search reads a stream that is not shared with you' }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Search the other streams' }).click()
  await expect(search.found(0)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('streams')).toBe(open.id)
})
