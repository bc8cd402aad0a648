import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { dialog } from '../pages/dialog.ts'
import { rolePage } from '../pages/role.ts'
import { rolesPage } from '../pages/roles.ts'
import { toast } from '../pages/toasts.ts'

test('a role is created from groups, single permissions and free entries', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const overview = rolesPage(page)
  await overview.open('?query=name:Reader')
  await expect(overview.roles.row(/^Reader/)).toContainText('14')
  await expectAccessible(page)
  await overview.create.click()
  const role = rolePage(page)
  const name = logyard.unique('operators')
  await role.name.fill(name)
  await role.description.fill('Keeps the inputs running')
  await role.level('Inputs', 'Edit').click()
  await role.single.click()
  await expect(role.wholeGroup('inputs')).toBeChecked()
  await role.toggle('streams:read')
  await role.others.fill('dashboards:*')
  await page.keyboard.press('Enter')
  await expect(role.permission('dashboards:edit')).toBeChecked()
  await expect(role.permission('dashboards:edit')).toBeDisabled()
  await expect(role.granted).toHaveText(/^9 of \d+ granted$/)
  await expectAccessible(page)
  await role.submit('Create')
  await expect(toast(page, `Role "${name}" was created successfully`)).toBeVisible()
  await overview.roles.searchFor(`name:${name}`)
  await overview.roles.region.getByRole('link', { name }).click()
  await expect(page).toHaveTitle(`Role - ${name} · Logyard`)
  await expect(page.getByText('Keeps the inputs running')).toBeVisible()
  await expectAccessible(page)
  expect((await logyard.api.call('GET', `/roles/${name}`)).body).toMatchObject({
    permissions: [
      'dashboards:*',
      'inputs:changestate',
      'inputs:create',
      'inputs:edit',
      'inputs:read',
      'inputs:terminate',
      'streams:read',
    ],
  })
})

test('the administrator from the configuration counts as a user of the role Admin', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const { roles, open } = rolesPage(page)
  await open('?query=name:Admin')
  const members = new RegExp(`^[1-9]\\d* .*${logyard.admin.username}`)
  await expect(roles.row(/^Admin/).getByRole('cell', { name: members })).toBeVisible()
  await roles.region.getByRole('link', { name: 'Admin', exact: true }).click()
  await expect(page.getByText(`${logyard.admin.username} is configured on the server`)).toBeVisible()
  await expectAccessible(page)
})

test('a duplicate name is rejected by the server, and the form keeps its values', async ({
  logyard,
  page,
}, testInfo) => {
  testInfo.annotations.push({ type: 'expects-status', description: '400' })
  await logyard.signIn(page, logyard.admin)
  await page.goto('system/roles/new')
  const role = rolePage(page)
  await role.name.fill('reader')
  await role.submit('Create')
  await expect(toast(page, 'Could not create role')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'already exists' }).first()).toBeVisible()
  await expect(role.name).toHaveValue('reader')
})

test('an edited and renamed role keeps its users', async ({ logyard, page }) => {
  const name = logyard.unique('before')
  await logyard.api.call('POST', '/roles', { name, description: 'old', permissions: ['streams:read'] })
  const user = await logyard.createUser('keeper', { roles: ['Reader', name] })
  await logyard.signIn(page, logyard.admin)
  const { roles, open } = rolesPage(page)
  await open(`?query=name:${name}`)
  await roles.act(name, 'Edit')
  const role = rolePage(page)
  await role.name.fill(`${name} renamed`)
  await role.single.click()
  await role.toggle('streams:read')
  await role.toggle('streams:edit')
  await role.submit('Save')
  await expect(toast(page, `Role "${name} renamed" was updated successfully`)).toBeVisible()
  await expect(role.heading).toHaveText(`Edit role ${name} renamed`)
  expect((await logyard.api.call('GET', `/roles/${encodeURIComponent(`${name} renamed`)}`)).body).toMatchObject({
    permissions: ['streams:edit'],
  })
  expect((await logyard.api.call('GET', `/users/${user.username}`)).body).toMatchObject({
    roles: expect.arrayContaining([`${name} renamed`]),
  })
})

test('users are assigned and removed, except from the last role that the console requires', async ({
  logyard,
  page,
}) => {
  const user = await logyard.createUser('member')
  await logyard.signIn(page, logyard.admin)
  const { roles, open } = rolesPage(page)
  await open('?query=name:Alerts')
  await roles.act('Alerts Manager', 'Edit')
  const role = rolePage(page)
  await expect(page.getByText('Built in: name and permissions')).toBeVisible()
  await page.getByRole('button', { name: 'Assign user' }).click()
  await expect(page.getByText('The user is required.')).toBeVisible()
  await role.assign(user.username)
  await expect(toast(page, `Users:"${user.username}" were assigned successfully`)).toBeVisible()
  await role.members.searchFor(user.username)
  await expect(role.members.row(new RegExp(user.username))).toBeVisible()
  await expectAccessible(page)
  await role.members.act(user.fullName, 'Unassign user')
  await expect(toast(page, `User "${user.username}" was unassigned successfully`)).toBeVisible()
  await open('?query=name:Reader')
  await roles.act('Reader', 'Edit')
  await role.members.searchFor(user.username)
  await role.members.act(user.fullName, 'Unassign user')
  await expect(toast(page, `User '${user.username}' needs at least a Reader or Admin role.`)).toBeVisible()
  expect((await logyard.api.call('GET', `/users/${user.username}`)).body).toMatchObject({ roles: ['Reader'] })
})

test('deleting a role shows how many users lose it; built-in roles cannot be deleted', async ({ logyard, page }) => {
  const name = logyard.unique('gone')
  await logyard.api.call('POST', '/roles', { name, permissions: ['streams:read'] })
  await logyard.createUser('loser', { roles: ['Reader', name] })
  await logyard.signIn(page, logyard.admin)
  const { roles, open } = rolesPage(page)
  await open(`?query=name:${name}`)
  await roles.act(name, 'Delete')
  const question = dialog(page, 'Delete role')
  await expect(question.box).toContainText(`Do you really want to delete role "${name}"?`)
  await expect(question.box).toContainText('It is still assigned to 1 user.')
  await expectAccessible(page)
  await question.answer('Delete role')
  await expect(toast(page, `Role "${name}" was deleted successfully`)).toBeVisible()
  await expect(roles.row(name)).toHaveCount(0)
  await open('?query=name:Reader')
  await roles.menuOf('Reader').click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
})
