import {
  DOMAIN,
  SYSTEM_PASSWORD,
  SYSTEM_USER,
  startTestDirectory,
} from '@logyard/server/identity/ldap/testing/test-directory'
import { adGroup, adPerson } from '@logyard/server/identity/ldap/testing/test-people'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { authenticationPages } from '../pages/authentication.ts'
import { dialog } from '../pages/dialog.ts'
import { frame } from '../pages/frame.ts'
import { loginPage } from '../pages/login.ts'
import { toast } from '../pages/toasts.ts'

test('a directory is connected, tested and activated, and a person of it signs in', async ({
  logyard,
  page,
  elsewhere,
}) => {
  await using directory = await startTestDirectory()
  const name = logyard.unique('grace')
  const grace = adPerson(name)
  directory.entries = [grace, adGroup('Operators', [grace.dn])]
  await logyard.signIn(page, logyard.admin)
  const pages = authenticationPages(page)
  const title = logyard.unique('Directory')

  await page.goto('system/authentication/services/create')
  await page.getByRole('button', { name: 'Active Directory' }).click()
  await expect(pages.heading).toContainText('New Active Directory service')
  await pages.field('Title').fill(title)
  await pages.field('Server address').fill('127.0.0.1')
  await expect(pages.field('Server port')).toHaveValue('636')
  await page.getByRole('radio', { name: 'None' }).check()
  await expect(pages.field('Server port')).toHaveValue('389')
  await pages.field('Server port').fill(String(directory.port))
  await pages.field('System user DN (optional)').fill(SYSTEM_USER)
  await pages.field('System password (optional)').fill(SYSTEM_PASSWORD)
  await pages.button('Test server connection').click()
  await expect(page.getByText(`Successfully connected to [127.0.0.1:${directory.port}]`)).toBeVisible()
  await expectAccessible(page)

  await pages.button('Create').click()
  await expect(pages.field('Search base DN')).toHaveAccessibleDescription(/Field is required\./)
  await expect(pages.field('Search base DN')).toBeFocused()
  await expect(pages.step('User synchronization')).toHaveAttribute('aria-current', 'step')
  await pages.field('Search base DN').fill(DOMAIN)
  await pages.field('Name attribute').fill('sAMAccountName')
  await pages.field('Username').fill(name)
  await pages.field('Password').fill(`${name}-in-ad`)
  await pages.button('Test user login').click()
  await expect(page.getByRole('cell', { name: `${name}@mail.example.org` })).toBeVisible()
  await expectAccessible(page)

  await pages.step('Group synchronization').click()
  await pages.field('Group search base DN (optional)').fill(DOMAIN)
  await pages.button('Add group').click()
  await pages.field('Group (DN or common name)').fill('operators')
  await pages.choose('Roles', 'Alerts Manager')
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await pages.button('Create').click()
  await expect(toast(page, 'Authentication service was created successfully.')).toBeVisible()

  await expect(page.getByText('None of the configured authentication services is currently active.')).toBeVisible()
  await pages.services.act(title, 'Activate')
  await dialog(page, 'Activate authentication service').answer('Activate')
  await expect(toast(page, `Authentication service "${title}" was activated successfully`)).toBeVisible()

  const login = loginPage(elsewhere)
  await elsewhere.goto('./')
  await login.signIn({ username: name, password: `${name}-in-ad` })
  await expect(frame(elsewhere).navigation).toBeVisible()

  await pages.link('Active service').click()
  await expect(page).toHaveTitle(/^Active service - /)
  await expect(pages.users.row(new RegExp(name))).toContainText('Alerts Manager, Reader')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Edit: Server configuration' }).click()
  await expect(page.getByText('A password is stored and stays as it is.')).toBeVisible()
  await expectAccessible(page)
  await logyard.api.call('POST', '/system/authentication/services/configuration', { active_backend: null })
})

test('CA certificates of a directory are refused at their field if they cannot be read', async ({ logyard, page }) => {
  test.info().annotations.push({ type: 'expects-status', description: '400' })
  await logyard.signIn(page, logyard.admin)
  const pages = authenticationPages(page)
  const problem = 'CA certificates must be certificates in PEM form.'
  await page.goto('system/authentication/services/create/ldap')
  await pages.field('CA certificates (optional)').fill('not a certificate')
  await pages.button('Test server connection').click()
  await expect(page.getByText(problem)).toBeVisible()
  await pages.step('User synchronization').click()
  await pages.field('Search base DN').fill(DOMAIN)
  await pages.field('Search pattern').fill('(uid={0})')
  await pages.button('Create').click()
  const refused = `Server validation error: ${problem}`
  await expect(pages.field('CA certificates (optional)')).toHaveAccessibleDescription(new RegExp(refused))
  await expect(pages.field('CA certificates (optional)')).toBeFocused()
  await page.getByRole('radio', { name: 'None' }).check()
  await expect(pages.field('CA certificates (optional)')).toHaveCount(0)
})

test('the trusted header is switched on and off', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const pages = authenticationPages(page)
  await page.goto('system/authentication/authenticator')
  await expect(page).toHaveTitle(/^Authenticators/)
  await expectAccessible(page)
  await pages.link('Edit authenticators').click()
  await pages.field('Enable single sign-on via HTTP header').check()
  await pages.field('Username header').fill('X-User')
  await expectAccessible(page)
  await pages.button('Save').click()
  await expect(toast(page, 'Successfully updated HTTP header authentication config')).toBeVisible()
  await expect(page.getByText('X-User')).toBeVisible()
  await logyard.api.call('PUT', '/system/authentication/http-header-auth-config', { enabled: false })
})

test('a user who may read services, and not which one is active, gets the list', async ({ logyard, page }) => {
  const user = await logyard.createUser('ivy', { permissions: ['authservicebackend:read'] })
  await logyard.signIn(page, user)
  await page.goto('system/authentication/services/active')
  await expect(authenticationPages(page).heading).toHaveText('Authentication services')
  await expect(page).toHaveURL(/services$/)
})
