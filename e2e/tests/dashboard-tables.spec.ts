/** Tables of queries and statements on dashboards, and widgets as SQL. */
import { gelfSender } from '../fixtures/gelf.ts'
import { expect, expectAccessible, type Logyard, test } from '../fixtures/logyard.ts'
import { dashboardPage } from '../pages/dashboards.ts'
import { dialog } from '../pages/dialog.ts'
import { searchPage } from '../pages/search.ts'

async function streamOfTeam({ api, unique }: Logyard, team: string): Promise<string> {
  const made = await api.call('POST', '/streams', {
    title: unique('team'),
    index_set_id: Object((await api.call('GET', '/system/indices/index_sets')).body).index_sets[0].id,
    rules: [{ field: 'team', value: team, type: 1, inverted: false }],
  })
  const id = String(Object(made.body).stream_id)
  await api.call('POST', `/streams/${id}/resume`)
  return id
}

test('the table of a query goes to a dashboard, survives a reload, and shows a reader only what the reader may see', async ({
  logyard,
  page,
  elsewhere,
}) => {
  const host = logyard.unique('tables')
  const team = logyard.unique('open')
  const stream = await streamOfTeam(logyard, team)
  const gelf = await gelfSender(logyard, host)
  await gelf.send(
    ...Array.from({ length: 5 }, (_, number) => ({
      short_message: `request ${number}`,
      _t_user: number < 2 ? 'ada' : 'bob',
      _team: number < 2 ? team : 'closed',
    })),
  )
  await logyard.signIn(page, logyard.admin)
  const search = searchPage(page)
  await search.open()
  await search.search(`run:"${host}" | stats count() by t_user`)
  const table = page.getByRole('group', { name: 'Table of the query' })
  await expect(table.getByRole('row', { name: /^bob.* 3$/ })).toBeVisible()

  await page.getByRole('button', { name: 'Add to dashboard' }).click()
  await dialog(page, 'Copy to dashboard').box.getByRole('button', { name: 'New dashboard' }).click()
  const dashboard = dashboardPage(page)
  const widget = dashboard.widget('stats count() by t_user')
  await expect(widget.getByRole('row', { name: /^bob.* 3$/ })).toBeVisible()
  const title = logyard.unique('tables')
  const id = await dashboard.saveAs(title)
  await page.reload()
  await expect(widget.getByRole('row', { name: /^bob.* 3$/ })).toBeVisible()
  await expectAccessible(page)

  // The same numbers as SQL, in a tab of its own, which become a second widget.
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    dashboard.act('stats count() by t_user', 'Open as SQL'),
  ])
  await expect(opened.getByRole('heading', { level: 1, name: 'SQL' })).toBeVisible()
  await expect(opened.getByRole('row', { name: /^bob.* 3$/ })).toBeVisible()
  await opened.getByRole('button', { name: 'Save as widget' }).click()
  const { box, answer } = dialog(opened, 'Copy to dashboard')
  await box.getByRole('textbox', { name: 'Search' }).fill(title)
  await opened.keyboard.press('Enter')
  await box.getByRole('radio', { name: title }).click()
  await answer('Copy and open')
  await expect(
    dashboardPage(opened)
      .widget('SQL')
      .getByRole('row', { name: /^bob.* 3$/ }),
  ).toBeVisible()

  const permissions = [`streams:read:${stream}`, `dashboards:read:${id}`]
  const reader = await logyard.createUser('reader', { permissions })
  await logyard.signIn(elsewhere, reader)
  const theirs = dashboardPage(elsewhere)
  await theirs.open(id)
  for (const name of ['stats count() by t_user', 'SQL']) {
    await expect(theirs.widget(name).getByRole('row', { name: /^ada.* 2$/ })).toBeVisible()
    await expect(theirs.widget(name).getByText('bob')).toHaveCount(0)
  }
})
