import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'

test('an auditor filters the log, reads what changed, verifies and exports it; a reader gets no page', async ({
  logyard,
  page,
  elsewhere,
}) => {
  const auditor = await logyard.createUser('auditor', { roles: ['Reader', 'Auditor'] })
  const reader = await logyard.createUser('reader')
  const renamed = logyard.unique('Renamed')
  const { id } = (await logyard.api.call('GET', `/users/${reader.username}`)).body as { id: string }
  expect((await logyard.api.call('PUT', `/users/${id}`, { full_name: renamed })).status).toBe(204)

  await logyard.signIn(page, auditor)
  await page.goto('./system/overview')
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
  await page.getByRole('textbox', { name: 'Entity ID' }).fill(id)
  await page.getByRole('textbox', { name: 'Entity ID' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`entity_id=${id}`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`History of ${reader.username}`)
  const rows = page.getByRole('table').first().getByRole('row')
  await expect(rows).toHaveCount(3)
  await page.getByRole('combobox', { name: 'Event' }).click()
  await page.getByRole('option', { name: 'Changed user', exact: true }).click()
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await rows.nth(1).getByRole('button').first().click()
  const fields = page.getByRole('table', { name: 'Changed fields' })
  await expect(fields.getByRole('row').nth(1)).toContainText(`full_name"${reader.fullName}""${renamed}"`)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('The log is unchanged')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'NDJSON' }).click()
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['user:update'])

  await page.goto(`./system/audit?entity_id=${id}&of=${renamed}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`History of ${renamed}`)
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: `Clear the filter ${renamed}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')

  await logyard.signIn(elsewhere, reader)
  await elsewhere.goto('./system/audit')
  await expect(elsewhere.getByRole('heading', { level: 1 })).not.toHaveText('Audit log')
  await expect(elsewhere.getByRole('link', { name: 'Audit log' })).toHaveCount(0)
})
