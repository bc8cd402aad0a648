import { startServer } from '@logyard/server/testing/server-process'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { makeDashboard } from '../fixtures/made-dashboard.ts'
import { frame } from '../pages/frame.ts'
import { loginPage } from '../pages/login.ts'

test('the navigation contains only what the user may open', async ({ logyard, page }) => {
  await logyard.signIn(page, await logyard.createUser('reader'))
  await page.goto('./')
  const { navigation } = frame(page)
  await expect(navigation.getByRole('link', { name: 'Overview' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await expect(navigation.getByRole('link', { name: 'Roles' })).toHaveCount(0)
  await expectAccessible(page)
  // Icons only, until the user chooses.
  await expect(navigation.getByText('Overview')).toBeHidden()
  await navigation.getByRole('button', { name: 'Expand navigation' }).click()
  await expect(navigation.getByText('Overview')).toBeVisible()
  await page.reload()
  await expect(navigation.getByText('Overview')).toBeVisible()
  await expectAccessible(page)
})

test('a forbidden page says so and names the request', async ({ logyard, page }, testInfo) => {
  testInfo.annotations.push({ type: 'expects-status', description: '403' })
  await logyard.signIn(page, await logyard.createUser('curious'))
  await page.goto('system/users')
  await expect(page.getByRole('heading', { name: 'Missing permissions' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Copy error details/ })).toBeVisible()
  await expectAccessible(page)
  await frame(page).navigation.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: 'Missing permissions' })).toHaveCount(0)
})

test.describe('pages that do not exist', () => {
  for (const path of ['nowhere/at/all', 'notfound', 'system/nowhere']) {
    test(path, async ({ logyard, page }) => {
      await logyard.signIn(page, logyard.admin)
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      await expect(frame(page).navigation).toBeVisible()
      await expectAccessible(page)
    })
  }
})

test('the selected theme applies in another browser', async ({ logyard, page, elsewhere }) => {
  const user = await logyard.createUser('night')
  await logyard.signIn(page, user)
  await page.goto('./')
  const scheme = (from: typeof page) => from.locator('html').getAttribute('data-mantine-color-scheme')
  await expect(frame(page).userMenu(user)).toBeVisible()
  const before = await scheme(page)
  await frame(page).themeSwitch.click()
  await expect.poll(() => scheme(page)).not.toBe(before)
  const after = await scheme(page)
  const mode = after === 'dark' ? 'noir' : 'teint'
  await expect
    .poll(async () => (await logyard.api.call('GET', `/users/${user.username}`)).body)
    .toMatchObject({
      preferences: { themeMode: mode },
    })

  await elsewhere.goto('./')
  await loginPage(elsewhere).signIn(user)
  await expect(frame(elsewhere).userMenu(user)).toBeVisible()
  await expect.poll(() => scheme(elsewhere)).toBe(after)
})

test('the command palette opens pages, dashboards and recent places by keyboard', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  await page.goto('system/overview')
  await expect(frame(page).navigation).toBeVisible()
  // The palette is loaded now; what is typed meanwhile arrives in it.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('roles')
  await expect(page.getByRole('textbox', { name: 'Search or run a command…' })).toHaveValue('roles')
  await expect(page.getByRole('button', { name: 'Roles' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/system\/roles/)
  const made = await makeDashboard(logyard, [[]])
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('textbox', { name: 'Search or run a command…' })).toBeFocused()
  await page.keyboard.type(made.title)
  const found = page.getByRole('button', { name: made.title })
  await expect(found).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`dashboards/${made.id}`))
  // A page that is left at once is no place to return to.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(`Dashboard - ${made.title}`)
  await page.goto('search?q=level:7')
  await expect(page).toHaveTitle('level:7 · Logyard')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('button', { name: `Dashboard - ${made.title}` }).click()
  await expect(page).toHaveURL(new RegExp(`dashboards/${made.id}`))
})

test('two keys jump between pages, and the list of keys is grouped by area', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  await page.goto('system/overview')
  await expect(page.getByRole('heading', { name: 'System overview' })).toBeVisible()
  await page.keyboard.type('gs')
  await expect(page).toHaveURL(/search\?/)
  await expect(page).toHaveTitle('Search · Logyard')
  const range = page.getByRole('button', { name: /^Time range/ })
  await expect(range).toBeVisible()
  // The second key jumps; alone it would open the time range.
  await page.keyboard.type('gd')
  await expect(page).toHaveURL(/dashboards$/)
  await page.keyboard.type('gs')
  await expect(range).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('d')
  await expect(range).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Query' }).fill('gt level:3')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('gt level:3 · Logyard')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(page.getByText('Searching')).toHaveCount(0)
  for (const area of ['Search', 'Go to', 'General'])
    await expect(keys.getByRole('heading', { name: area })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await frame(page).help.click()
  await page.getByRole('menuitem', { name: 'About Logyard' }).click()
  const about = page.getByRole('dialog', { name: 'About Logyard' })
  await expect(about).toContainText('Every feature is in this edition.')
  await expect(about.getByText('Cluster ID')).toBeVisible()
  await expectAccessible(page)
})

test('polling does not extend a session', async ({ logyard, page }) => {
  const extending: string[] = []
  page.on('request', (request) => {
    const isPoll = /cluster\/metrics\/multiple|system\/notifications|\/api\/$/.test(request.url())
    if (isPoll && request.headers()['x-graylog-no-session-extension'] !== 'true') extending.push(request.url())
  })
  await logyard.signIn(page, logyard.admin)
  const polled = page.waitForResponse((response) => response.url().endsWith('/cluster/metrics/multiple'))
  await page.goto('./')
  await polled
  await expect(frame(page).throughput).toBeVisible()
  expect(extending).toEqual([])
})

test('typed text survives a restart of the server', async ({ elsewhere: page }, info) => {
  test.slow()
  info.annotations.push({ type: 'expects-status', description: 'net::ERR_' })
  const server = await startServer()
  const { port } = new URL(server.url)
  await page.goto(server.url)
  await loginPage(page).signIn({ username: 'admin', password: 'correct horse battery' })
  await expect(frame(page).userMenu({ fullName: 'Administrator' })).toBeVisible()
  await page.goto(`${server.url}system/users/new`)
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await server.end('SIGTERM')
  const banner = page.getByRole('alert').filter({ hasText: `Can’t reach 127.0.0.1:${port}. Retrying…` })
  await expect(banner).toBeVisible()
  await using again = await startServer({ dataFolder: server.dataFolder, env: { LOGYARD_LISTEN: `127.0.0.1:${port}` } })
  expect(again.url).toBe(server.url)
  await expect(banner).toHaveCount(0)
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace')
})

test('all addresses stay below the path prefix', async ({ elsewhere: page }) => {
  await using server = await startServer({ env: { LOGYARD_PREFIX: '/logs' } })
  expect(new URL(server.url).pathname).toBe('/logs/')
  const outside: string[] = []
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/logs/')) outside.push(request.url())
  })
  await page.goto(`${server.url}system/users`)
  await loginPage(page).signIn({ username: 'admin', password: 'correct horse battery' })
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  await frame(page).navigation.getByRole('link', { name: 'Roles' }).click()
  await expect(page).toHaveURL(/\/logs\/system\/roles/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Roles', level: 1 })).toBeVisible()
  expect(outside).toEqual([])
  // The page would continue to poll, and the server stops before the page closes.
  await page.close()
})
