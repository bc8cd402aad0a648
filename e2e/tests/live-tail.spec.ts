import { rounds } from '@logyard/server/testing/rounds'
import { gelfFlood, gelfSender } from '../fixtures/gelf.ts'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { watchPageLoad } from '../fixtures/page-load.ts'

const PER_SECOND = 2000
const SECONDS = rounds(20, 60)
const LISTED = 10_000
const ALL_SENT = (PER_SECOND * SECONDS).toLocaleString('en-GB')

test('at 2,000 messages a second a live tail stays responsive and its memory bounded', async ({
  logyard,
  page,
}, info) => {
  test.setTimeout(360_000)
  await logyard.signIn(page, logyard.admin)
  const run = logyard.unique('flood')
  await using flood = await gelfFlood(logyard, run)
  await page.goto(`search?show=live&q=${encodeURIComponent(`run:"${run}"`)}`)
  const tail = page.getByRole('group', { name: 'Live tail controls' })
  await expect(tail.getByText('0 messages/s')).toBeVisible()
  const load = await watchPageLoad(page)
  const sending = flood.send({ perSecond: PER_SECOND, seconds: SECONDS })
  await expect(tail.getByText(/^10,000 messages/)).toBeVisible({ timeout: 90_000 })
  const full = await load.look()
  await sending
  const after = await load.look()
  info.annotations.push({ type: 'figures', description: JSON.stringify({ full, after }) })

  expect(after.busyShare, 'of the main thread').toBeLessThan(0.4)
  expect(after.heapMb - full.heapMb, 'megabytes more than with a full list').toBeLessThan(15)
  expect(await page.getByRole('row').count(), `rows drawn of ${LISTED}`).toBeLessThan(120)
  await page.keyboard.press('t')
  await expect(page.getByText(new RegExp(`^${ALL_SENT} messages in`))).toBeVisible()
})

test('a live tail does not scroll while it is being read, and follows again on request', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const run = logyard.unique('read')
  const gelf = await gelfSender(logyard, run)
  await page.goto(`search?q=${encodeURIComponent(`run:"${run}"`)}`)
  await expect(page.getByRole('radio', { name: 'Results' })).toBeChecked()
  await page.keyboard.press('t')
  const list = page.getByRole('region', { name: 'Incoming messages' })
  await expect(page.getByText('0 messages/s')).toBeVisible()
  await gelf.send(...Array.from({ length: 40 }, (_, index) => ({ short_message: `line ${index}` })))
  await expect(list.getByText('line 39', { exact: true })).toBeVisible()
  await list.hover()
  await page.mouse.wheel(0, -800)
  await expect(page.getByRole('button', { name: 'Follow again' })).toBeVisible()
  // Scrolling by wheel continues for a moment.
  let top = -1
  await expect(async () => {
    const before = top
    top = await list.evaluate((element) => element.scrollTop)
    expect(top).toBe(before)
  }).toPass()
  await gelf.send({ short_message: 'the newest' })
  await page.getByRole('button', { name: '1 new' }).waitFor()
  expect(await list.evaluate((element) => element.scrollTop)).toBe(top)
  await expectAccessible(page)
  await page.getByRole('button', { name: '1 new' }).click()
  await expect(list.getByText('the newest', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Search this range' }).click()
  await expect(page.getByText(/^41 messages in/)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('rangetype')).toBe('absolute')
})
