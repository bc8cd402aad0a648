/**
 * A 403 replaces the whole page. So a page must not make background calls that need more permissions than the page.
 */
import type { Page } from '@playwright/test'
import { expect, type Logyard, test } from '../fixtures/logyard.ts'
import { PAGES } from '../fixtures/pages.ts'
import type { TestUser } from '../pages/login.ts'

/** Pages by their headings. */
type Visits = readonly (readonly [path: string, heading: string | RegExp])[]

/** All pages of the administration that a Reader may open. */
const FOR_READERS: Visits = [
  ['alerts', 'Alerts & events'],
  ['alerts/quiet-times', 'Quiet times'],
  ['alerts/definitions', 'Event definitions'],
  ['alerts/notifications', 'Notifications'],
  ['legacy/alerts', 'Legacy alerts'],
  ['streams', 'Streams'],
  ['dashboards', 'Dashboards'],
  ['system/overview', 'System overview'],
  ['system/nodes', 'Nodes'],
  ['system/metrics/node/master', /^Metrics of node/],
  ['system/configurations', 'Configurations'],
  ['system/inputs', 'Inputs'],
  ['system/grokpatterns', 'Grok patterns'],
  ['system/authentication/services', 'Authentication services'],
  ['system/authentication/providers', 'Identity providers'],
]

/** Opens the pages, and waits for each until it has its responses. */
async function visitAll(page: Page, logyard: Logyard, user: TestUser, visits: Visits): Promise<void> {
  const refused: string[] = []
  let waiting = 0
  page.on('request', () => {
    waiting += 1
  })
  const ended = () => {
    waiting -= 1
  }
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() === 403) refused.push(`${new URL(page.url()).pathname}: ${pathname}`)
  })
  await logyard.signIn(page, user)
  for (const [path, heading] of visits) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0)
    await expect.poll(() => waiting, path).toBe(0)
  }
  expect(refused).toEqual([])
}

test('a Reader opens pages without a call that the server refuses', async ({ logyard, page }) => {
  await visitAll(page, logyard, await logyard.createUser('visitor'), FOR_READERS)
})

test('a user who may edit inputs and index sets, but not search, opens their forms', async ({ logyard, page }) => {
  const permissions = ['inputs:edit', 'indices:read', 'indexsets:read', 'indexsets:edit']
  const operator = await logyard.createUser('operator', { permissions })
  const pathOf = async (area: 'extractors' | 'indices', at: number) => (await PAGES[area]?.[at]?.(logyard))?.path ?? ''
  await visitAll(page, logyard, operator, [
    [await pathOf('extractors', 0), /^Extractors of/],
    [await pathOf('extractors', 1), /^New extractor/],
    [await pathOf('extractors', 2), /^Edit extractor/],
    [await pathOf('indices', 2), /./],
    [await pathOf('indices', 3), /./],
  ])
})
