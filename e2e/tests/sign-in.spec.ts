import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { frame } from '../pages/frame.ts'
import { loginPage } from '../pages/login.ts'

test('signing in stays at the requested address', async ({ logyard, page }) => {
  const login = loginPage(page)
  await page.goto('system/users?query=ada')
  await expect(login.heading).toBeVisible()
  await expect(login.username).toBeFocused()
  await expectAccessible(page)
  await login.signIn(logyard.admin)
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/system\/users\?.*query=ada/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
})

test('a wrong password shows an error, which disappears on the next attempt', async ({ logyard, page }, testInfo) => {
  testInfo.annotations.push({ type: 'expects-status', description: '401' })
  const login = loginPage(page)
  await page.goto('./')
  await login.signIn({ username: logyard.admin.username, password: 'wrong' })
  await expect(login.problem).toContainText('Invalid credentials, please verify them and retry.')
  await page.getByRole('button', { name: 'Forgot the password?' }).click()
  await expect(page.getByText('LOGYARD_ADMIN_PASSWORD')).toBeVisible()
  await expectAccessible(page)
  await login.signIn(logyard.admin)
  await expect(frame(page).navigation).toBeVisible()
})

test('empty fields are not sent', async ({ page }) => {
  const login = loginPage(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.goto('./')
  await login.submit.click()
  await expect(login.heading).toBeVisible()
  expect(sent.filter((url) => url.endsWith('/system/sessions'))).toEqual([])
})

test('signing out ends the session on the server and shows the login screen', async ({ logyard, page }) => {
  const user = await logyard.createUser('leaver')
  await logyard.signIn(page, user)
  await page.goto('./')
  await expect(frame(page).userMenu(user)).toBeVisible()
  const sessionId = await page.evaluate(() => localStorage.getItem('sessionId'))
  await frame(page).signOut(user)
  await expect(loginPage(page).heading).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull()
  const headers = { authorization: `Basic ${Buffer.from(`${sessionId}:session`).toString('base64')}` }
  const asked = async () => (await fetch(`${logyard.url}api/system/sessions`, { headers })).json()
  await expect.poll(asked).toMatchObject({ is_valid: false })
})

test('a session ended by the server shows the login screen at the same address', async ({
  logyard,
  page,
}, testInfo) => {
  testInfo.annotations.push({ type: 'expects-status', description: '401' })
  const user = await logyard.createUser('disabled')
  await logyard.signIn(page, user)
  await page.goto('system/overview')
  await expect(frame(page).userMenu(user)).toBeVisible()
  const { body } = await logyard.api.call('GET', `/users/${user.username}`)
  const { id } = body as { id: string }
  await logyard.api.call('PUT', `/users/${id}/status/disabled`)
  await expect(loginPage(page).heading).toBeVisible()
  await expect(page).toHaveURL(/system\/overview/)
})

test('a sign-out in one tab signs the other out too', async ({ logyard, page, context }, testInfo) => {
  // The other tab refreshes its page: a request may be on its way while the session ends.
  testInfo.annotations.push({ type: 'expects-status', description: '401' })
  const user = await logyard.createUser('tabs')
  await page.goto('./')
  await loginPage(page).signIn(user)
  await expect(frame(page).userMenu(user)).toBeVisible()
  const other = await context.newPage()
  await other.goto('./')
  await expect(frame(other).userMenu(user)).toBeVisible()
  await frame(page).signOut(user)
  await expect(loginPage(other).heading).toBeVisible()
})
