import { expect, expectAccessible, type Logyard, test } from '../fixtures/logyard.ts'
import { dialog } from '../pages/dialog.ts'
import { indexSetForm, indexSetPage, indexSetsPage } from '../pages/index-sets.ts'
import { toast } from '../pages/toasts.ts'

/** Letters and digits such that no prefix is a prefix of another. */
const prefixOf = (name: string) => `e2e${name.replaceAll(/[^a-z0-9]/g, '')}x`

async function createIndexSet(logyard: Logyard): Promise<{ id: string; title: string; prefix: string }> {
  const title = logyard.unique('rotated')
  const prefix = prefixOf(title)
  const { status, body } = await logyard.api.call('POST', '/system/indices/index_sets', {
    title,
    description: 'Made for a test',
    index_prefix: prefix,
    rotation_strategy_class: 'org.graylog2.indexer.rotation.strategies.MessageCountRotationStrategy',
    rotation_strategy: {
      type: 'org.graylog2.indexer.rotation.strategies.MessageCountRotationStrategyConfig',
      max_docs_per_index: 20_000_000,
    },
    retention_strategy_class: 'org.graylog2.indexer.retention.strategies.NoopRetentionStrategy',
    retention_strategy: {
      type: 'org.graylog2.indexer.retention.strategies.NoopRetentionStrategyConfig',
      max_number_of_indices: 20,
    },
  })
  expect(status).toBe(200)
  return { id: (body as { id: string }).id, title, prefix }
}

test('an index set is created and deleted with its data', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const overview = indexSetsPage(page)
  const form = indexSetForm(page)
  await overview.open()
  await expectAccessible(page)
  await overview.create.click()
  const title = logyard.unique('proxies')
  await form.title.fill(title)
  await form.description.fill('All proxies')
  await form.prefix.fill('Not Valid')
  await form.keep.fill('until spring')
  await form.submit('Create')
  await expect(page.getByRole('alert')).toContainText('must be lower case')
  await expect(page.getByRole('alert')).toContainText('Enter a time such as 7 days')
  await form.prefix.fill(prefixOf(title))
  await form.keep.fill('7d')
  await expectAccessible(page)
  await form.submit('Create')
  await expect(toast(page, `Successfully created index set '${title}'`)).toBeVisible()
  await expect(overview.indexSets.row(title)).toContainText('7 days')
  await overview.indexSets.act(title, 'Delete')
  await dialog(page, `Delete index set "${title}"?`).answer('Delete index set and its data')
  await expect(toast(page, `Successfully deleted index set '${title}'`)).toBeVisible()
  await expect(overview.indexSets.row(title)).toHaveCount(0)
})

test('an index set is rotated, and the old index is closed, reopened and deleted', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const { id, prefix } = await createIndexSet(logyard)
  const set = indexSetPage(page)
  await set.open(id)
  await expect(set.row(`${prefix}_0`)).toContainText('active write index')
  await expect(set.picture).toBeVisible()
  await set.maintain('Rotate active write index')
  await dialog(page, 'Rotate active write index?').answer('Rotate active write index')
  await expect(set.row(`${prefix}_1`)).toContainText('active write index')
  await expectAccessible(page)
  const old = `${prefix}_0`
  // It started expanded as the write index; now it is collapsible like the others.
  await set.show(old)
  await set.act(old, 'Close index')
  await dialog(page, 'Close index?').answer('Close index')
  await expect(set.row(old)).toContainText('closed')
  await set.act(old, 'Reopen index')
  await expect(set.row(old)).toContainText('reopened')
  await set.act(old, 'Delete index')
  await dialog(page, 'Delete index?').answer('Delete index')
  await expect(set.row(old)).toHaveCount(0)
})

test('a reader of index sets is offered no changes', async ({ logyard, page }) => {
  const reader = await logyard.createUser('reader', { permissions: ['indices:read', 'indexsets:read'] })
  await logyard.signIn(page, reader)
  const overview = indexSetsPage(page)
  await overview.open()
  await expect(overview.indexSets.row(/Default index set/)).toBeVisible()
  await expect(overview.create).toHaveCount(0)
  await expect(overview.indexSets.menuOf('Default index set')).toHaveCount(0)
})
