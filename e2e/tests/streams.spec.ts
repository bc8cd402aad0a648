import { expect, expectAccessible, type Logyard, test } from '../fixtures/logyard.ts'
import { dialog } from '../pages/dialog.ts'
import { streamRulesPage } from '../pages/stream-rules.ts'
import { streamsPage } from '../pages/streams.ts'
import { toast } from '../pages/toasts.ts'

async function createStream(logyard: Logyard, title: string): Promise<string> {
  const { index_sets } = (await logyard.api.call('GET', '/system/indices/index_sets')).body as {
    index_sets: readonly { id: string; default: boolean }[]
  }
  const { status, body } = await logyard.api.call('POST', '/streams', {
    title,
    description: 'Made for a test',
    index_set_id: index_sets.find((set) => set.default)?.id,
  })
  expect(status).toBe(201)
  return (body as { stream_id: string }).stream_id
}

test('a stream is created, started, cloned and deleted', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const { streams, create, form, open } = streamsPage(page)
  await open()
  await expect(streams.row(/All messages/)).toContainText('Default')
  const title = logyard.unique('payments')
  await create.click()
  const creating = form('New stream')
  await expect(creating.title).toBeFocused()
  await creating.title.fill(title)
  await creating.field.fill('message')
  await creating.condition.selectOption('contains')
  await creating.value.fill(`needle of ${title}`)
  await expect(creating.box.getByText(/^(Matches 0 of|No messages yet)/)).toBeVisible()
  await expectAccessible(page)
  await creating.answer('Create and start')
  await expect(toast(page, 'Stream has been successfully created.')).toBeVisible()
  await streams.searchFor(title)
  await expect(streams.row(title)).toContainText('Running')
  await streams.act(title, 'Clone stream')
  const cloning = form('Clone stream')
  await cloning.title.fill(`${title} again`)
  await cloning.answer('Create')
  await expect(toast(page, `Stream was successfully cloned as '${title} again'.`)).toBeVisible()
  const copy = streams.row(`${title} again`)
  await expect(copy).toContainText('Stopped')
  await copy.getByRole('button', { name: `Start stream ${title} again` }).click()
  await expect(copy).toContainText('Running')
  await streams.act(`${title} again`, 'Delete stream')
  await dialog(page, 'Delete stream?').answer('Delete stream')
  await expect(toast(page, `Stream '${title} again' was deleted successfully.`)).toBeVisible()
  await expect(streams.row(`${title} again`)).toHaveCount(0)
})

test('each added rule is tested with the pasted message, and one match can be enough', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const id = await createStream(logyard, logyard.unique('rules'))
  const editor = streamRulesPage(page)
  await editor.open(id)
  await editor.message.fill('{"app": "payments", "level": 3}')
  await editor.add({ type: 'match exactly', field: 'app', value: 'payments' })
  await expect(editor.verdict('This message would be routed to this stream!')).toBeVisible()
  await editor.add({ type: 'greater than', field: 'level', value: '5' })
  await expect(editor.verdict('This message would not be routed to this stream.')).toBeVisible()
  await expect(editor.rules.filter({ hasText: 'level' })).toContainText('Does not match')
  await expectAccessible(page)
  await editor.any.click()
  await dialog(page, 'Change rule matching?').answer('Change')
  await expect(editor.verdict('This message would be routed to this stream!')).toBeVisible()
})

test('a user who may read one stream sees only that stream and cannot change it', async ({ logyard, page }) => {
  const title = logyard.unique('read')
  const id = await createStream(logyard, title)
  const reader = await logyard.createUser('reader', { permissions: [`streams:read:${id}`] })
  await logyard.signIn(page, reader)
  const { streams, create, open } = streamsPage(page)
  await open()
  await expect(streams.row(title)).toBeVisible()
  await expect(create).toHaveCount(0)
  await streams.menuOf(title).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Diagnose', 'Set as start page'])
})

test("the list's state is in the address, and the list is usable by keyboard", async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const title = logyard.unique('keyboard')
  await createStream(logyard, title)
  const { streams, open } = streamsPage(page)
  await open(`?query=${title}`)
  const edit = page.getByRole('menuitem', { name: 'Edit stream' })
  // A list that still loads replaces its rows, and an open menu goes with its row.
  await expect(async () => {
    if (!(await edit.isVisible())) await streams.menuOf(title).press('Enter', { timeout: 2_000 })
    await edit.press('Enter', { timeout: 2_000 })
  }).toPass()
  const { box } = dialog(page, 'Edit stream')
  await expect(box.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await page.reload()
  await expect(streams.search).toHaveValue(title)
  await expect(streams.row(title)).toBeVisible()
})

test('a list remembers its columns and widths, and keys walk its rows', async ({ logyard, page }) => {
  const titles = ['walk a', 'walk b'].map((name) => logyard.unique(name))
  for (const title of titles) await createStream(logyard, title)
  await logyard.signIn(page, logyard.admin)
  const { streams, open } = streamsPage(page)
  await open()
  await streams.region.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Index set' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const heading = (name: string) => streams.region.getByRole('columnheader', { name: new RegExp(`^${name}`) })
  await expect(heading('Index set')).toHaveCount(0)

  const handle = heading('Rules').getByRole('separator')
  const before = await heading('Rules').boundingBox()
  const at = await handle.boundingBox()
  if (before === null || at === null) throw new Error('the heading is not visible')
  await page.mouse.move(at.x + 4, at.y + 4)
  await page.mouse.down()
  await page.mouse.move(at.x + 64, at.y + 4, { steps: 4 })
  await page.mouse.up()
  const widthOf = async () => (await heading('Rules').boundingBox())?.width
  await expect.poll(widthOf).toBeCloseTo(before.width + 60, -1)

  await page.reload()
  await expect(heading('Rules')).toBeVisible()
  await expect(heading('Index set')).toHaveCount(0)
  await expect.poll(widthOf).toBeCloseTo(before.width + 60, -1)
  await handle.dblclick()
  await expect.poll(widthOf).toBeCloseTo(before.width, -1)

  await page.keyboard.press('/')
  await expect(streams.search).toBeFocused()
  await streams.searchFor('walk')
  await expect(streams.row(/All messages/)).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(streams.row(titles[0] ?? '')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const second = streams.row(titles[1] ?? '')
  await expect(second).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Space')
  await expect(streams.selected).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(streams.selected).toHaveCount(0)
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Delete stream' })).toBeVisible()
  await page.keyboard.press('Escape')
  await second.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/streams\/[0-9a-f]+\/search/)
})
