import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { frame } from '../pages/frame.ts'
import { loginPage } from '../pages/login.ts'
import { toast } from '../pages/toasts.ts'
import { userForm } from '../pages/user-form.ts'
import { userTokensPage } from '../pages/user-tokens.ts'

test('users edit their own profile from the user menu, without the settings for administrators', async ({
  logyard,
  page,
}) => {
  const user = await logyard.createUser('self')
  await logyard.signIn(page, user)
  await page.goto('./')
  await frame(page).userMenu(user).click()
  await page.getByRole('menuitem', { name: 'Edit profile' }).click()
  const form = userForm(page)
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
  await expect(form.timeout).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Roles', exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await form.fullName.fill('Somebody Else')
  await form.save.click()
  await expect(toast(page, 'User "Somebody Else" was updated successfully')).toBeVisible()
  await expect(frame(page).userMenu({ fullName: 'Somebody Else' })).toBeVisible()
})

test('changing the own password requires the old one, and the new one signs in', async ({
  logyard,
  page,
  elsewhere,
}, testInfo) => {
  testInfo.annotations.push({ type: 'expects-status', description: '400' })
  const user = await logyard.createUser('password')
  const { id } = (await logyard.api.call('GET', `/users/${user.username}`)).body as { id: string }
  await logyard.signIn(page, user)
  await page.goto(`system/users/edit/${id}`)
  const form = userForm(page)
  await form.oldPassword.fill('not the old one')
  await form.newPassword.fill('brand new secret')
  await form.repeat.fill('brand new secret')
  await form.submit('Change password')
  await expect(form.section('Password').getByText('Old password is missing or incorrect.').first()).toBeVisible()
  await form.oldPassword.fill(user.password)
  await form.submit('Change password')
  await expect(toast(page, 'Password was changed successfully')).toBeVisible()
  await expect(form.oldPassword).toHaveValue('')
  await elsewhere.goto('./')
  await loginPage(elsewhere).signIn({ username: user.username, password: 'brand new secret' })
  await expect(frame(elsewhere).userMenu(user)).toBeVisible()
})

test('preferences are saved, and unknown ones are retained', async ({ logyard, page }) => {
  const user = await logyard.createUser('preferences')
  const { id } = (await logyard.api.call('GET', `/users/${user.username}`)).body as { id: string }
  const stored = { preferences: { enableSmartSearch: 'true', somethingElse: 7 } }
  await logyard.api.call('PUT', `/users/${user.username}/preferences`, stored)
  await logyard.signIn(page, user)
  await page.goto(`system/users/edit/${id}`)
  await expect(page.getByLabel('Enable autocompletion')).toBeChecked()
  await page.getByLabel('Pin the search sidebar').check()
  await userForm(page).save.click()
  await expect(toast(page, 'User preferences successfully saved')).toBeVisible()
  expect((await logyard.api.call('GET', `/users/${user.username}`)).body).toMatchObject({
    preferences: { enableSmartSearch: true, searchSidebarIsPinned: true, somethingElse: 7 },
  })
})

test('users manage their own tokens', async ({ logyard, page }) => {
  const user = await logyard.createUser('owner')
  const { id } = (await logyard.api.call('GET', `/users/${user.username}`)).body as { id: string }
  await logyard.signIn(page, user)
  await page.goto(`system/users/edit/${id}`)
  await page.getByRole('link', { name: 'Edit tokens' }).click()
  const tokens = userTokensPage(page)
  await tokens.name.fill('mine')
  await tokens.create.click()
  await tokens.created.answer('I have copied it')
  await expect(tokens.tokens.row(/mine/)).toBeVisible()
  await expectAccessible(page)
})

test('the profile is readable on a phone in the dark theme', async ({ logyard, page }) => {
  const user = await logyard.createUser('phone')
  const { id } = (await logyard.api.call('GET', `/users/${user.username}`)).body as { id: string }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await logyard.signIn(page, user)
  for (const path of [`system/users/edit/${id}`, `system/users/${id}`, `system/users/tokens/${id}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, path).toBeLessThanOrEqual(0)
  }
})
