import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { gelfSender } from '../fixtures/gelf.ts'
import { expect, expectAccessible, expectFitsWidth, test } from '../fixtures/logyard.ts'
import { dialog } from '../pages/dialog.ts'
import { grokPatternsPage } from '../pages/grok-patterns.ts'
import { searchPage } from '../pages/search.ts'
import { toast } from '../pages/toasts.ts'

test('a pattern is written with completion, tried on samples, saved, edited and deleted', async ({ logyard, page }) => {
  const name = logyard.unique('LOGIN').replaceAll(/\W/g, '_')
  await logyard.signIn(page, logyard.admin)
  const grok = grokPatternsPage(page)
  await grok.open()
  await grok.button('New pattern').click()
  const { form } = grok
  await form.answer('Create')
  await expect(form.box).toContainText('Enter a name.')
  await form.name.fill('WORD')
  await expect(form.box).toContainText('Pattern with that name already exists!')
  await form.name.fill(name)
  await form.pattern.click()
  await page.keyboard.type('from %{IP')
  const options = page.getByRole('listbox', { name: 'Completions' })
  await expect(options.getByRole('option').first()).toContainText('%{IPV6}')
  await page.keyboard.press('Enter')
  await page.keyboard.type(':client')
  await page.keyboard.press('End')
  await page.keyboard.type(' port ')
  await form.filter.fill('in')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(form.pattern).toHaveText('from %{IP:client} port %{INT}')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type(':port;lo')
  await options.getByRole('option', { name: 'long' }).click()
  await form.samples.fill('login from 10.0.0.1 port 22\n\nfrom ::1 port x')
  await expect(form.box).toContainText('1 of 2 lines match')
  await expect(form.lines.first().locator('mark')).toHaveText(['10.0.0.1', '22'])
  await expect(form.lines.nth(1)).toContainText('No match')
  await expectAccessible(page)
  await form.answer('Create')
  await expect(toast(page, `Grok pattern "${name}" successfully created`)).toBeVisible()

  await grok.open(name)
  await grok.act(name, 'Edit')
  await form.pattern.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' (a|aa)+$ %{NOPE}')
  await expect(form.box).toContainText("No definition for key 'NOPE' found, aborting")
  await expect(form.pattern.locator('.cm-problem')).toHaveText('%{NOPE}')
  for (const _ of ' %{NOPE}') await page.keyboard.press('Backspace')
  await form.samples.fill(`from 10.0.0.1 port 22 ${'a'.repeat(60)}!`)
  await expect(form.box).toContainText('The pattern takes too long')
  await form.answer('Save')
  await expect(toast(page, `Grok pattern "${name}" successfully updated`)).toBeVisible()
  await expect(grok.row(name)).toContainText('(a|aa)+$')

  const user = { name: `${name}_LINE`, pattern: `%{${name}}` }
  expect((await logyard.api.call('POST', '/system/grok', user)).status).toBe(201)
  await grok.act(name, 'Delete')
  const question = dialog(page, `Really delete the grok pattern ${name}?`)
  await expect(question.box).toContainText(`Patterns that use it: ${name}_LINE`)
  await question.answer('Delete')
  await expect(toast(page, `Grok pattern "${name}" successfully deleted`)).toBeVisible()
})

test('what is typed before the editor is loaded is completed, too', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  const release = Promise.withResolvers<void>()
  await page.route(/\/assets\/pattern-editor-.*\.js$/, async (route) => {
    await release.promise
    await route.continue()
  })
  const grok = grokPatternsPage(page)
  await grok.open()
  await grok.button('New pattern').click()
  await grok.form.pattern.click()
  await page.keyboard.type('from %{IP')
  await expect(grok.form.pattern).toHaveValue('from %{IP')
  release.resolve()
  await expect(page.getByRole('listbox', { name: 'Completions' })).toContainText('%{IPV6}')
})

test('a pattern file is imported after a preview, and exported again', async ({ logyard, page }) => {
  const name = logyard.unique('FILE').replaceAll(/\W/g, '_')
  await logyard.signIn(page, logyard.admin)
  const grok = grokPatternsPage(page)
  await grok.open()
  await grok.button('Import pattern file').click()
  const { importer } = grok
  const upload = importer.box.getByRole('button', { name: 'Upload' })
  await importer.choose(`# mine\n${name} %{NOPE}\nWORD x\nBAD\n`)
  await expect(importer.lines).toHaveText([
    /2Invalid.*No definition for key 'NOPE' found/,
    /3Already exists/,
    /4Skipped/,
  ])
  await expect(upload).toBeDisabled()
  await expectAccessible(page)
  await importer.choose(`${name} from %{IP:client}\n`)
  await expect(importer.lines).toHaveText([/1New/])
  await upload.click()
  await expect(toast(page, 'Grok Patterns imported successfully')).toBeVisible()
  const download = page.waitForEvent('download')
  await grok.button('Export pattern file').click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain(`${name} from %{IP:client}\n`)
  expect(file).toMatch(/^WORD \S+$/m)
})

test('users see only the actions on patterns that they may take', async ({ logyard, page }) => {
  await logyard.signIn(page, await logyard.createUser('reader'))
  const grok = grokPatternsPage(page)
  await grok.open('WORD')
  await expect(grok.row('WORD')).toBeVisible()
  await expect(grok.button('Export pattern file')).toBeVisible()
  await expect(grok.button('New pattern')).toBeHidden()
  await expect(grok.button('Import pattern file')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Actions for WORD' })).toBeHidden()
})

test('a URL is checked against the whitelist and added to it', async ({ logyard, page }) => {
  const url = `https://${logyard.unique('hooks').toLowerCase()}.example.org/notify`
  await logyard.signIn(page, logyard.admin)
  await page.goto('system/configurations?section=url-whitelist')
  const card = page.getByRole('region', { name: 'URL whitelist' })
  const tried = card.getByRole('textbox', { name: 'Try a URL' })
  await tried.fill('example.org')
  await expect(card).not.toContainText('is not a valid URL')
  await tried.blur()
  await expect(card).toContainText('URL example.org is not a valid URL.')
  await tried.fill(url)
  await card.getByRole('button', { name: 'Allow it' }).click()
  await expect(card).toContainText('The whitelist allows this URL.')
  await card.getByRole('button', { name: 'Edit URL whitelist' }).click()
  const form = dialog(page, 'Edit URL whitelist')
  await expect(form.box.getByRole('textbox', { name: /^URL of entry/ }).last()).toHaveValue(url)
  await form.box
    .getByRole('textbox', { name: /^Title of entry/ })
    .last()
    .fill('Hook')
  await form.box.getByRole('button', { name: 'Add URL' }).last().click()
  await page.keyboard.type('Any host')
  const added = form.box.getByRole('textbox', { name: /^URL of entry/ }).last()
  await added.fill('(')
  await expect(form.box).toContainText('Not a valid URL')
  await form.box
    .getByRole('combobox', { name: /^Type of entry/ })
    .last()
    .click()
  await page.getByRole('option', { name: 'Regex' }).click()
  await expect(form.box).toContainText('Not a valid Java regular expression')
  // The form is not saved: the focus moves to the invalid entry.
  await form.box.getByRole('button', { name: 'Save' }).click()
  await expect(added).toBeFocused()
  await form.box
    .getByRole('button', { name: /^Delete entry/ })
    .last()
    .click()
  await expectAccessible(page)
  await form.answer('Save')
  await expect(toast(page, 'Url Whitelist Configuration updated successfully')).toBeVisible()
  await expect(card).toContainText('The whitelist allows this URL.')
  await expect(card.getByRole('row', { name: new RegExp(`Hook ${url} Exact match`) })).toBeVisible()
})

/** Selects the last four characters of the text in the dialog, by keyboard. */
async function selectEnd(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('textbox', { name: 'message' }).focus()
  await page.keyboard.press('Control+End')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowLeft')
}

test('a selected part of a message, a value and a pattern become drafts of extractors', async ({ logyard, page }) => {
  const run = logyard.unique('extract')
  const gelf = await gelfSender(logyard, run)
  const text = 'login of user=ada from 10.0.0.1 took 12ms'
  await gelf.send({ short_message: text })
  await logyard.signIn(page, logyard.admin)
  const search = searchPage(page)
  await search.openWith(`run:"${run}"`)
  await search.opener.click()
  const message = search.detail.getByRole('figure', { name: 'Message' }).getByText(text)
  const place = await message.evaluate((element, word) => {
    const range = document.createRange()
    const node = element.firstChild ?? element
    const from = (node.textContent ?? '').indexOf(word)
    range.setStart(node, from)
    range.setEnd(node, from + word.length)
    const { x, y, width, height } = range.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  }, 'ada')
  await page.mouse.dblclick(place.x, place.y)
  await page.getByRole('button', { name: 'Extract this' }).click()
  const form = dialog(page, 'Select extractor type')
  await expect(form.box.getByRole('radio', { name: 'Regular expression', exact: true })).toBeChecked()
  await expect(form.box).toContainText('user=(\\w+)')
  await expect(form.box).toContainText('user=%{WORD:user}')
  await expect(form.box).toContainText('^login of user=%{WORD:user} from %{IP:client_ip} took %{INT:took_ms;long}ms')
  await expect(form.box.getByRole('textbox', { name: 'Store as field' })).toHaveValue('user')
  await expectAccessible(page)
  await form.answer('Continue')
  await expect(page.getByRole('textbox', { name: 'Extractor title' })).toHaveValue('Extract user')
  await expect(page.getByRole('textbox', { name: 'Store as field' })).toHaveValue('user')
  await page.getByRole('button', { name: 'Draft from the example' }).click()
  await selectEnd(page)
  await dialog(page, 'Draft from the example').answer('Use draft')
  await expect(page.getByRole('textbox', { name: 'Regular expression', exact: true })).toHaveText('took (\\d+ms)')
  await expect(page.getByRole('textbox', { name: 'Store as field' })).toHaveValue('took')
  await search.openWith(`run:"${run}"`)
  await search.opener.click()

  // By keyboard: from the menu of the message, with the part selected in the dialog.
  await search.detail.getByRole('button', { name: 'Actions for the value of message' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'New extractor' }).press('Enter')
  await selectEnd(page)
  await expect(form.box).toContainText('took (\\d+ms)')
  await expect(form.box.getByRole('textbox', { name: 'Store as field' })).toHaveValue('took')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFitsWidth(page, 'the dialog of an extractor')
  await page.setViewportSize({ width: 1440, height: 900 })
  await form.answer('Cancel')

  await search.chooseMode('Patterns')
  await page.getByRole('button', { name: /^New grok extractor: login of/ }).click()
  await expect(page.getByRole('textbox', { name: 'Pattern', exact: true })).toHaveText(
    '^login of user=ada from %{IP:client_ip} took %{INT:took_ms;long}ms',
  )
})
