import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { dialog } from '../pages/dialog.ts'
import { keyboard } from '../pages/keyboard.ts'
import { toast } from '../pages/toasts.ts'
import { userDetailsPage } from '../pages/user-details.ts'
import { userForm } from '../pages/user-form.ts'
import { usersPage } from '../pages/users.ts'

const statusOf = (body: unknown) => (body as { account_status: string }).account_status

test('a new user is in the list and can sign in', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const { users, create, root, open } = usersPage(page)
  await open()
  await expect(root.row(/Administrator/)).toBeVisible()
  await expectAccessible(page)
  await create.click()
  const username = logyard.unique('grace')
  const form = userForm(page)
  await form.username.fill(username)
  await form.fullName.fill(`Grace ${username}`)
  await form.email.fill(`${username}@example.org`)
  await form.timeout.fill('30')
  await form.timeoutUnit.selectOption('Minutes')
  await form.pickTimeZone('Berlin', 'Europe/Berlin')
  await form.assignRole('Views Manager')
  await form.password.fill('a long secret')
  await form.repeat.fill('a long secret')
  await expectAccessible(page)
  await form.submit('Create')
  await expect(toast(page, `User "Grace ${username}" was created successfully`)).toBeVisible()
  await expect(page).toHaveURL(/system\/users\?created=/)
  await expect(page.getByRole('region', { name: 'Command' })).toContainText(`Username: ${username}`)
  await users.searchFor(`username:${username}`)
  await expect(users.row(`Grace ${username}`)).toContainText('Views Manager')
  const { body } = await logyard.api.call('GET', `/users/${username}`)
  expect(body).toMatchObject({ timezone: 'Europe/Berlin', session_timeout_ms: 1_800_000, service_account: false })
})

test('errors of a new user are shown at the fields before anything is sent', async ({ logyard, page }) => {
  const taken = await logyard.createUser('taken')
  await logyard.signIn(page, logyard.admin)
  await page.goto('system/users/new')
  const form = userForm(page)
  await form.username.fill(taken.username.toUpperCase())
  await form.email.fill('nonsense')
  await form.password.fill('12345')
  await form.repeat.fill('54321')
  await form.removeRole('Reader')
  await form.submit('Create')
  const summary = page.getByRole('alert').filter({ hasText: 'fields need your attention' })
  for (const text of [
    'Username is already taken',
    'Full name: Required.',
    'Enter a valid e-mail address.',
    'Password must be at least 6 characters long',
    'Passwords do not match',
    'Select the Reader or Admin role.',
  ]) {
    await expect(summary).toContainText(text)
  }
  await expectAccessible(page)
})

test('leaving a partly filled form asks for confirmation', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  await page.goto('system/users/new')
  await userForm(page).fullName.fill('Half a person')
  await page.getByRole('link', { name: 'Cancel' }).click()
  const question = dialog(page, 'Leave without saving?')
  await question.answer('Stay on this page')
  await expect(userForm(page).fullName).toHaveValue('Half a person')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await question.answer('Leave and discard changes')
  await expect(usersPage(page).heading).toBeVisible()
})

test('search, sort order and page of the list survive a reload', async ({ logyard, page }) => {
  const label = logyard.unique('many').replaceAll('-', '')
  for (let made = 0; made < 27; made++) await logyard.createUser(label)
  await logyard.signIn(page, logyard.admin)
  const { users, open } = usersPage(page)
  await open()
  await users.searchFor(`username:${label}`)
  await expect(page.getByText('Found 27 registered users')).toBeVisible()
  const byUsername = users.region.getByRole('button', { name: 'Username' })
  await byUsername.click()
  await expect(page).toHaveURL(/sort=username/)
  const order = new URL(page.url()).searchParams.get('order')
  await byUsername.click()
  await expect(page).not.toHaveURL(new RegExp(`order=${order}`))
  await users.region.getByRole('button', { name: '2', exact: true }).click()
  await expect(page).toHaveURL(/page=2/)
  const rows = users.region.getByRole('row')
  await expect(rows).toHaveCount(3)
  const before = await rows.allInnerTexts()
  await page.reload()
  await expect(rows).toHaveCount(3)
  expect(await rows.allInnerTexts()).toEqual(before)
  await users.searchFor(`username:${label}nobody`)
  await expect(page.getByText('No matches')).toBeVisible()
  await expectAccessible(page)
})

test('an account is disabled immediately and deleted after confirmation', async ({ logyard, page }) => {
  const user = await logyard.createUser('temporary')
  await logyard.signIn(page, logyard.admin)
  const { users, open } = usersPage(page)
  await open(`?query=username:${user.username}`)
  await users.act(user.fullName, 'Disable')
  await expect(users.row(user.fullName)).toContainText('Disabled')
  await expect(toast(page, /was set to disabled/)).toBeVisible()
  await users.act(user.fullName, 'Enable')
  await expect(users.row(user.fullName)).toContainText('Enabled')
  await users.act(user.fullName, 'Delete')
  const question = dialog(page, 'Delete user')
  await expect(question.box).toContainText(`Do you really want to delete user ${user.fullName}?`)
  await expectAccessible(page)
  await question.answer('Cancel')
  await users.act(user.fullName, 'Delete')
  await question.answer('Delete user')
  await expect(toast(page, `User "${user.fullName}" was deleted successfully`)).toBeVisible()
  await expect(users.row(user.fullName)).toHaveCount(0)
  expect((await logyard.api.call('GET', `/users/${user.username}`)).status).toBe(404)
})

test('several accounts are changed together after a confirmation that names each', async ({ logyard, page }) => {
  const label = logyard.unique('team').replaceAll('-', '')
  const both = [await logyard.createUser(label), await logyard.createUser(label)]
  await logyard.signIn(page, logyard.admin)
  const { users, open } = usersPage(page)
  await open(`?query=username:${label}`)
  for (const { fullName } of both) await users.select(fullName)
  await expect(users.selected).toHaveText('2 selected')
  await users.bulk('Disable')
  const question = dialog(page, 'Disable 2 users')
  for (const { fullName } of both) await expect(question.box).toContainText(fullName)
  await question.answer('Disable 2 users')
  await expect(toast(page, '2 users were disabled')).toBeVisible()
  for (const { username } of both) {
    expect(statusOf((await logyard.api.call('GET', `/users/${username}`)).body)).toBe('disabled')
  }
  await expect(users.selected).toHaveCount(0)
  for (const { fullName } of both) await users.select(fullName)
  await users.bulk('Delete')
  await dialog(page, 'Delete 2 users').answer('Delete 2 users')
  await expect(page.getByText('Found 0 registered users')).toBeVisible()
})

test('one button saves all changes to a user, and the password is changed apart', async ({ logyard, page }) => {
  const user = await logyard.createUser('edited')
  await logyard.signIn(page, logyard.admin)
  const { users, open } = usersPage(page)
  await open(`?query=username:${user.username}`)
  await users.act(user.fullName, 'Edit')
  const form = userForm(page)
  await expect(form.save).toBeDisabled()
  await form.fullName.fill('Renamed Person')
  await form.neverTimesOut.check()
  await form.pickTimeZone('Tokyo', 'Asia/Tokyo')
  await page.getByLabel('Update unfocused').check()
  await form.assignRole('Alerts Manager')
  await form.save.click()
  await expect(toast(page, 'User "Renamed Person" was updated successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Edit user Renamed Person' })).toBeVisible()
  await expect(form.save).toBeDisabled()
  await form.newPassword.fill('another secret')
  await form.repeat.fill('another secret')
  await form.submit('Change password')
  await expect(toast(page, 'Password was changed successfully')).toBeVisible()
  await expect(form.newPassword).toHaveValue('')
  await expectAccessible(page)
  expect((await logyard.api.call('GET', `/users/${user.username}`)).body).toMatchObject({
    full_name: 'Renamed Person',
    timezone: 'Asia/Tokyo',
    session_timeout_ms: -1,
    preferences: { updateUnfocussed: true, enableSmartSearch: true },
    roles: expect.arrayContaining(['Reader', 'Alerts Manager']),
  })
})

test('the last role that the console requires stays, and a part that fails is named', async ({
  logyard,
  page,
}, testInfo) => {
  testInfo.annotations.push({ type: 'expects-status', description: '400' })
  const role = logyard.unique('short-lived')
  await logyard.api.call('POST', '/roles', { name: role, permissions: ['streams:read'] })
  const user = await logyard.createUser('promoted')
  await logyard.signIn(page, logyard.admin)
  const { users, open } = usersPage(page)
  await open(`?query=username:${user.username}`)
  await users.act(user.fullName, 'Edit')
  const form = userForm(page)
  await form.removeRole('Reader')
  await form.save.click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Roles must at least contain Admin or Reader role.' }),
  ).toBeVisible()
  await form.assignRole('Reader')
  await form.assignRole(role)
  await form.fullName.fill('Promoted Person')
  await logyard.api.call('DELETE', `/roles/${role}`)
  await form.save.click()
  const notSaved = page.getByRole('alert').filter({ hasText: 'These changes were not saved' })
  await expect(notSaved.getByRole('listitem')).toHaveText([/^Roles: /])
  await expectAccessible(page)
  await form.removeRole(role)
  await expect(form.save).toBeDisabled()
  expect((await logyard.api.call('GET', `/users/${user.username}`)).body).toMatchObject({
    full_name: 'Promoted Person',
    roles: ['Reader'],
  })
})

test('a start page is reset after confirmation', async ({ logyard, page }) => {
  const user = await logyard.createUser('starter')
  const { body } = await logyard.api.call('GET', `/users/${user.username}`)
  const { id } = body as { id: string }
  await logyard.api.call('PUT', `/users/${id}`, { startpage: { type: 'dashboard', id: '5f1c0a7b8d3e2a4b6c8d0e1f' } })
  await logyard.signIn(page, logyard.admin)
  await page.goto(`system/users/edit/${id}`)
  await page.getByRole('button', { name: 'Reset start page' }).click()
  const question = dialog(page, 'Reset start page')
  await expect(question.box).toContainText(user.fullName)
  await question.answer('Reset start page')
  await expect(toast(page, 'Your start page was changed successfully')).toBeVisible()
  expect((await logyard.api.call('GET', `/users/${user.username}`)).body).toMatchObject({ startpage: null })
})

test('the details page shows all facts about a user, and is a not-found page for an unknown id', async ({
  logyard,
  page,
}, testInfo) => {
  testInfo.annotations.push({ type: 'expects-status', description: '404' })
  const user = await logyard.createUser('shown', { roles: ['Reader', 'Dashboard Creator'] })
  await logyard.signIn(page, logyard.admin)
  const { users, open } = usersPage(page)
  await open(`?query=username:${user.username}`)
  await users.region.getByRole('link', { name: user.fullName }).click()
  const details = userDetailsPage(page)
  await expect(details.section('Profile')).toContainText(`${user.username}@example.org`)
  await expect(details.section('Settings')).toContainText('8 hours')
  await expect(details.roles.row(/Dashboard Creator/)).toBeVisible()
  await expect(details.shared).toContainText('Nothing shared')
  await expect(page).toHaveTitle(`User - ${user.fullName} · Logyard`)
  await expectAccessible(page)
  await details.open('5f1c0a7b8d3e2a4b6c8d0e1f')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('the administrator from the configuration cannot be edited', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const { root, open } = usersPage(page)
  await open()
  await root.menuOf('Administrator').click()
  await expect(page.getByRole('menuitem', { name: 'System user' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await page.goto('system/users/edit/local%3Aadmin')
  await expect(page.getByText("The selected user Administrator can't be edited.")).toBeVisible()
  await expectAccessible(page)
})

test('a user who may only list users is offered no changes', async ({ logyard, page }) => {
  const inspector = await logyard.createUser('inspector', { permissions: ['users:list', 'users:read'] })
  const other = await logyard.createUser('other')
  await logyard.signIn(page, inspector)
  const { users, create, open } = usersPage(page)
  await open(`?query=username:${other.username}`)
  await expect(users.row(other.fullName)).toBeVisible()
  await expect(create).toHaveCount(0)
  await expect(users.menuOf(other.fullName)).toHaveCount(0)
  await expect(users.region.getByRole('checkbox')).toHaveCount(0)
  await expect(users.region.getByRole('link', { name: other.fullName })).toHaveCount(0)
})

test('the list and its menus work by keyboard', async ({ logyard, page }) => {
  const user = await logyard.createUser('keyboard')
  await logyard.signIn(page, logyard.admin)
  const { users, open } = usersPage(page)
  await open(`?query=username:${user.username}`)
  await keyboard(page).use(users.menuOf(user.fullName))
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem').last()).toBeFocused()
  await page.keyboard.press('Enter')
  const question = dialog(page, 'Delete user')
  await expect(question.box).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question.box).toHaveCount(0)
  await expect(users.row(user.fullName)).toBeVisible()
  await expect(users.menuOf(user.fullName)).toBeFocused()
})
