import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { dialog } from '../pages/dialog.ts'
import { nodesPage } from '../pages/nodes.ts'
import { toast } from '../pages/toasts.ts'

test('processing is paused and resumed, and the node says so everywhere', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const nodes = nodesPage(page)
  await nodes.open()
  await expect(page.getByText('There is 1 active node')).toBeVisible()
  await expect(nodes.card).toContainText('Message processing enabled')
  await expect(nodes.card).toContainText(/[\d.]+ msg\/s in, [\d.]+ msg\/s out/)
  await expect(nodes.card).toContainText(/The journal contains [\d,]+ unprocessed messages?/)
  await nodes.act('Pause message processing')
  await dialog(page, 'Pause message processing').answer('Pause message processing')
  await expect(toast(page, /Message processing paused successfully in/)).toBeVisible()
  await expect(nodes.card).toContainText('Node is not processing messages')
  await nodes.details.click()
  await page.getByRole('button', { name: 'Resume message processing' }).click()
  await dialog(page, 'Resume message processing').answer('Resume message processing')
  await expect(toast(page, /Message processing resumed successfully in/)).toBeVisible()
  await expect(page.getByText('Message processing enabled')).toBeVisible()
})

test('a node shows its journal, its runtime and its input types', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const nodes = nodesPage(page)
  await nodes.open()
  await nodes.details.click()
  await expect(nodes.heading).toHaveText(/^Node /)
  await expect(nodes.journal.getByRole('img', { name: /^The journal is .* full: / })).toBeVisible()
  await expect(nodes.journal).toContainText('Maximum age')
  await expect(page.getByText(/^PID \d+, /)).toBeVisible()
  await expect(page.getByRole('cell', { name: 'GELF UDP', exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('metrics are filtered by the address and expand to live figures', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  await page.goto('system/metrics/node/master?filter=throughput')
  const nodes = nodesPage(page)
  await nodes.metric('org.graylog2.throughput.input.1-sec-rate').click()
  await expect(page.getByText('Value', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await nodes.metricFilter.fill('[')
  await expect(page.getByText('No metrics match the given filter')).toBeVisible()
  await expect(page).toHaveURL(/filter=%5B$/)
})

test('a shutdown requires typing the whole word', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const nodes = nodesPage(page)
  await nodes.open()
  await expect(nodes.card).toContainText('Message processing enabled')
  await nodes.act('Graceful shutdown')
  const { box, answer } = dialog(page, 'Graceful shutdown')
  await expectAccessible(page)
  await box.getByRole('textbox', { name: 'Type SHUTDOWN to confirm' }).fill('shutdown')
  await expect(box.getByRole('button', { name: 'Graceful shutdown' })).toBeDisabled()
  await answer('Cancel')
  await expect(box).toBeHidden()
})

test('a thread dump is requested and refreshed', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const nodes = nodesPage(page)
  await nodes.open()
  await nodes.act('Thread dump')
  await expect(page.getByRole('region', { name: 'Thread dump' })).toContainText('event loop')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expectAccessible(page)
})
