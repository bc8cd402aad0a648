import { expect, expectAccessible, type Logyard, test } from '../fixtures/logyard.ts'
import { dialog } from '../pages/dialog.ts'
import { outputsPage } from '../pages/outputs.ts'
import { streamsPage } from '../pages/streams.ts'
import { toast } from '../pages/toasts.ts'

async function createStream(logyard: Logyard, title: string): Promise<void> {
  const { index_sets } = (await logyard.api.call('GET', '/system/indices/index_sets')).body as {
    index_sets: readonly { id: string; default: boolean }[]
  }
  const { status } = await logyard.api.call('POST', '/streams', {
    title,
    description: 'Made for a test',
    index_set_id: index_sets.find((set) => set.default)?.id,
  })
  expect(status).toBe(201)
}

test('an output is created for one stream, assigned to another, edited and deleted everywhere', async ({
  logyard,
  page,
}) => {
  const [first, second] = [logyard.unique('shop'), logyard.unique('bank')]
  await createStream(logyard, first)
  await createStream(logyard, second)
  await logyard.signIn(page, logyard.admin)
  const { streams, open } = streamsPage(page)
  const outputs = outputsPage(page)
  const title = logyard.unique('archive')

  await open()
  await streams.searchFor(first)
  await streams.act(first, 'Manage outputs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Outputs of stream ${first}`)
  await expect(page.getByText('No outputs')).toBeVisible()
  await outputs.launch('GELF Output')
  const creating = dialog(page, 'New output')
  await creating.box.getByRole('textbox', { name: 'Title' }).fill(title)
  await creating.box.getByRole('textbox', { name: 'Destination host' }).fill('127.0.0.1')
  await expectAccessible(page)
  await creating.answer('Create')
  await expect(toast(page, 'Output was assigned to the stream.')).toBeVisible()
  await expect(outputs.output(title)).toContainText('12201')

  await open()
  await streams.searchFor(second)
  await streams.act(second, 'Manage outputs')
  await outputs.assign(title)
  await expect(outputs.output(title)).toBeVisible()
  await outputs.output(title).getByRole('button', { name: 'Delete from stream' }).click()
  await dialog(page, 'Delete from stream').answer('Delete from stream')
  await expect(toast(page, 'Output was removed from stream.')).toBeVisible()
  await expect(outputs.output(title)).toHaveCount(0)

  await outputs.open()
  await outputs.output(title).getByRole('button', { name: 'Edit' }).click()
  const editing = dialog(page, `Edit output ${title}`)
  await editing.box.getByRole('textbox', { name: 'Destination port' }).fill('12999')
  await editing.answer('Save')
  await expect(outputs.output(title)).toContainText('12999')
  await outputs.output(title).getByRole('button', { name: 'Delete globally' }).click()
  await dialog(page, 'Delete globally').answer('Delete globally')
  await expect(toast(page, 'Output was terminated.')).toBeVisible()
  await expect(outputs.output(title)).toHaveCount(0)
})
