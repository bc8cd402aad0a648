import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { dialog } from '../pages/dialog.ts'
import { toast } from '../pages/toasts.ts'
import { userTokensPage } from '../pages/user-tokens.ts'

const bearer = (token: string) => ({
  authorization: `Basic ${Buffer.from(`${token}:token`).toString('base64')}`,
  accept: 'application/json',
})

test('a token is shown once, works, and is listed without its value', async ({ logyard, page }) => {
  const user = await logyard.createUser('program')
  const { id } = (await logyard.api.call('GET', `/users/${user.username}`)).body as { id: string }
  await logyard.signIn(page, logyard.admin)
  const tokens = userTokensPage(page)
  await tokens.open(id)
  await expect(tokens.tokens.region).toContainText('No tokens')
  await expect(tokens.create).toBeDisabled()
  await expectAccessible(page)
  await tokens.name.fill('backup / nightly')
  await tokens.create.click()
  await expect(toast(page, 'Token "backup / nightly" created successfully')).toBeVisible()
  const value = await tokens.value.inputValue()
  expect(value).toMatch(/^[0-9a-v]{51,52}$/)
  await expect(tokens.created.box).toContainText(`curl -u ${value}:token`)
  await expectAccessible(page)
  const answer = await fetch(`${logyard.url}api/users/${user.username}`, { headers: bearer(value) })
  expect(await answer.json()).toMatchObject({ username: user.username })
  await tokens.created.answer('I have copied it')
  await expect(tokens.created.box).toHaveCount(0)

  const row = tokens.tokens.row(/backup \/ nightly/)
  await expect(row).toContainText(value.slice(-4))
  await expect(page.getByText(value)).toHaveCount(0)
  await page.reload()
  await expect(row.getByRole('cell').nth(3)).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

test('a token can have an expiry, which is shown', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const tokens = userTokensPage(page)
  await tokens.open('local:admin')
  const name = logyard.unique('ends')
  await tokens.name.fill(name)
  await tokens.pickExpiry('On a date')
  await tokens.lastDay.fill('2020-01-01')
  await tokens.create.click()
  await expect(page.getByText('This day is in the past.')).toBeVisible()
  await tokens.pickExpiry('In 7 days')
  await tokens.create.click()
  await tokens.created.answer('I have copied it')
  await expect(tokens.tokens.row(new RegExp(name))).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const { body } = await logyard.api.call('GET', '/users/local:admin/tokens')
  const { tokens: stored } = body as { tokens: { name: string; created_at: string; expires_at: string }[] }
  const made = stored.find((token) => token.name === name)
  const days = (Date.parse(made?.expires_at ?? '') - Date.parse(made?.created_at ?? '')) / 86_400_000
  expect(days).toBeCloseTo(7, 4)
})

test('a token is deleted after confirmation and then rejected', async ({ logyard, page }) => {
  const user = await logyard.createUser('retired')
  const { id } = (await logyard.api.call('GET', `/users/${user.username}`)).body as { id: string }
  const { body } = await logyard.api.call('POST', `/users/${id}/tokens/old`)
  await logyard.api.call('POST', `/users/${id}/tokens/young`)
  const { token } = body as { token: string }
  await logyard.signIn(page, logyard.admin)
  const tokens = userTokensPage(page)
  await tokens.open(id)
  await tokens.search.fill('OLD')
  await tokens.search.press('Enter')
  await expect(tokens.tokens.region.getByRole('row')).toHaveCount(2)
  await tokens.tokens.act('old', 'Delete')
  const question = dialog(page, 'Delete token')
  await expect(question.box).toContainText('old')
  await question.answer('Delete token')
  await expect(toast(page, 'Token "old" deleted successfully')).toBeVisible()
  await expect(page.getByText('No matches')).toBeVisible()
  await tokens.search.fill('')
  await tokens.search.press('Enter')
  await expect(tokens.tokens.row(/young/)).toContainText('never')
  const answer = await fetch(`${logyard.url}api/users/${user.username}`, { headers: bearer(token) })
  expect(answer.status).toBe(401)
})
