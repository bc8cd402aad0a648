import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { dialog } from '../pages/dialog.ts'

test('the overview shows jobs, traffic and the message store, and saves a support bundle', async ({
  logyard,
  page,
}) => {
  await logyard.signIn(page, logyard.admin)
  await page.goto('system/overview')
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(section('System jobs')).toContainText('No active system jobs.')
  await expect(section('Cluster')).toContainText('Healthy (green)')
  await expect(section('Traffic').getByRole('img')).toBeVisible()
  await section('Traffic').getByText('365 days').click()
  await expect(page).toHaveURL(/traffic=365/)
  await page.getByRole('button', { name: 'Support bundle' }).click()
  const saving = page.waitForEvent('download')
  await dialog(page, 'Support bundle').answer('Save support bundle')
  expect((await saving).suggestedFilename()).toMatch(/^logyard-support-[\d-]+\.tar\.gz$/)
  await expectAccessible(page)
})
