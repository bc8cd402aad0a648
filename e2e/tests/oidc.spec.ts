import { CLIENT_ID, CLIENT_SECRET, startTestProvider } from '@logyard/server/identity/oidc/testing/test-provider'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { authenticationPages } from '../pages/authentication.ts'
import { dialog } from '../pages/dialog.ts'
import { frame } from '../pages/frame.ts'
import { loginPage } from '../pages/login.ts'
import { toast } from '../pages/toasts.ts'
import { usersPage } from '../pages/users.ts'

test('a provider is connected, tested and activated, and a person signs in with it and out again', async ({
  logyard,
  page,
  elsewhere,
}) => {
  // The status of a request that is under way when the session ends.
  test.info().annotations.push({ type: 'expects-status', description: '401' })
  const id = logyard.unique('ours')
  const redirectUri = `${logyard.url}api/logyard/authentication/oidc/callback/${id}`
  await using provider = await startTestProvider({ redirectUris: [redirectUri], postLogoutUris: [logyard.url] })
  const name = logyard.unique('ada')
  provider.person = { sub: name, preferred_username: name, name: 'Ada Lovelace', groups: ['ops'] }
  await allow(logyard, `^${provider.issuer}/`)
  await logyard.signIn(page, logyard.admin)
  const pages = authenticationPages(page)
  const title = logyard.unique('Accounts')

  await page.goto('system/authentication/providers')
  await pages.link('New identity provider').click()
  await pages.field('Title').fill(title)
  await pages.field('ID').fill(id)
  await expect(page.getByText(redirectUri)).toBeVisible()
  await pages.field('Issuer').fill(provider.issuer)
  await pages.field('Client ID').fill(CLIENT_ID)
  await pages.field('Client secret (optional)').fill(CLIENT_SECRET)
  await page.getByRole('combobox', { name: 'Scopes' }).fill('groups')
  await page.keyboard.press('Enter')
  await pages.button('Test connection').click()
  await expect(page.getByRole('status')).toContainText('The provider can be used.')
  await expect(page.getByText(`${provider.issuer}/token`, { exact: true })).toBeVisible()
  await pages.button('Add value').click()
  await pages.field('Value').fill('ops')
  await page.getByRole('combobox', { name: 'Roles', exact: true }).click()
  await page.getByRole('option', { name: 'Alerts Manager', exact: true }).click()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await pages.button('Create').click()
  await expect(toast(page, `Identity provider "${title}" was saved.`)).toBeVisible()
  const card = page.getByRole('article', { name: title })
  await card.getByRole('button', { name: 'Activate' }).click()
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await elsewhere.goto('streams')
  const signIn = elsewhere.getByRole('button', { name: `Sign in with ${title}` })
  await expectAccessible(elsewhere)
  await signIn.click()
  await expect(frame(elsewhere).navigation).toBeVisible()
  expect(new URL(elsewhere.url()).pathname).toBe('/streams')
  expect(elsewhere.url()).not.toContain('sign-in')
  await frame(elsewhere).userMenu({ fullName: 'Ada Lovelace' }).click()
  await elsewhere.getByRole('menuitem', { name: 'Edit profile' }).click()
  await expect(elsewhere.getByText('Managed by an authentication service')).toBeVisible()
  expect((await logyard.api.call('GET', `/users/${name}`)).body).toMatchObject({ roles: ['Alerts Manager', 'Reader'] })
  await expect(elsewhere.getByRole('heading', { name: 'Password' })).toBeHidden()

  await frame(elsewhere).signOut({ fullName: 'Ada Lovelace' })
  await elsewhere.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(loginPage(elsewhere).heading).toBeVisible()
  expect(elsewhere.url()).toBe(logyard.url)

  provider.person = undefined
  await signIn.click()
  await expect(loginPage(elsewhere).problem).toContainText('You cancelled the sign-in.')
  await card.getByRole('button', { name: 'Deactivate' }).click()
  await dialog(page, 'Deactivate identity provider').answer('Deactivate')
  await expect(card.getByText('Inactive', { exact: true })).toBeVisible()

  // Sessions and tokens of the person remain, so administrators can disable the user here.
  const { users, open } = usersPage(page)
  await open(`?query=username:${name}`)
  await users.act('Ada Lovelace', 'Disable')
  await expect(users.row('Ada Lovelace')).toContainText('Disabled')
})

test('a sign-in through a provider that begins too often says so', async ({ logyard, page }) => {
  test.info().annotations.push({ type: 'expects-status', description: '429' })
  const id = logyard.unique('many')
  const provider = { id, title: id, issuer: 'https://login.example.org', client_id: CLIENT_ID }
  await logyard.api.call('POST', '/logyard/authentication/oidc/providers', provider)
  await logyard.api.call('PUT', `/logyard/authentication/oidc/providers/${id}/activation`, { active: true })
  // The real limit holds for the address, which other tests share.
  const message = 'Too many sign-ins from your address, try again in 2 seconds'
  await page.route(`**/sign-in/${id}`, (route) => route.fulfill({ status: 429, json: { type: 'ApiError', message } }))
  await page.goto('./')
  await page.getByRole('button', { name: `Sign in with ${id}` }).click()
  await expect(loginPage(page).problem).toHaveText('Too many sign-ins at once. Wait a moment, then try again.')
})

/** Allows the server to request addresses that match. */
async function allow(logyard: { readonly api: { call: ApiCall } }, value: string): Promise<void> {
  const { body } = await logyard.api.call('GET', '/system/urlwhitelist')
  const { entries, disabled } = body as { readonly entries: readonly object[]; readonly disabled: boolean }
  const entry = { id: crypto.randomUUID(), type: 'regex', title: 'Provider', value }
  await logyard.api.call('PUT', '/system/urlwhitelist', { entries: [...entries, entry], disabled })
}

type ApiCall = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ readonly status: number; readonly body: unknown }>
