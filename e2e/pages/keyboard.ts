import { expect, type Locator, type Page } from '@playwright/test'

/** On every page, fewer key presses than this lead from one control to another. */
const MOST_PRESSES = 80

/** A user without a mouse: never clicks, and never focuses a control except by keys. */
export function keyboard(page: Page) {
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  async function pressUntil(key: string, isThere: () => Promise<boolean>, what: Locator) {
    for (let presses = 0; presses < MOST_PRESSES; presses++) {
      if (await isThere()) return
      await page.keyboard.press(key)
    }
    throw new Error(`${key} does not lead to ${what}`)
  }
  const goBy = async (key: string, control: Locator) => {
    await control.waitFor({ state: 'attached' })
    if (await hasFocus(control)) return
    const without = await focusStyles(control)
    await pressUntil(key, () => hasFocus(control), control)
    await expect.poll(() => focusStyles(control), `the focus shows at ${control}`).not.toEqual(without)
  }
  return {
    press,
    type: (text: string) => page.keyboard.type(text),
    /** Replaces the current text. */
    async replace(text: string) {
      await press('ControlOrMeta+A')
      await page.keyboard.type(text)
    },
    /** Presses Tab until the control has the focus, and checks that the focus is visible. */
    goTo: (control: Locator) => goBy('Tab', control),
    goBackTo: (control: Locator) => goBy('Shift+Tab', control),
    /** Focuses the button and presses it. */
    async use(button: Locator) {
      await goBy('Tab', button)
      await press('Enter')
    },
    async useBack(button: Locator) {
      await goBy('Shift+Tab', button)
      await press('Enter')
    },
    /** Selects an item of the open menu. */
    async choose(item: string) {
      const entry = page.getByRole('menuitem', { name: item, exact: true })
      await goBy('ArrowDown', entry)
      await press('Enter')
    },
    /** Selects an option in the list of the focused field. */
    async pick(option: string | RegExp) {
      const entry = page.getByRole('option', { name: option })
      await expect(entry).toBeVisible()
      await pressUntil('ArrowDown', () => entry.evaluate((one) => one.matches('[data-combobox-selected]')), entry)
      await press('Enter')
    },
  }
}

const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement)

/** The focus ring of the query input is on an element five levels above the text. */
const LEVELS = 6

/** The styles that a focus ring changes, on the control, its ancestors, or the element that represents it. */
const focusStyles = (control: Locator) =>
  control.evaluate((element, levels) => {
    const shown = [element, element.nextElementSibling]
    for (let around = element.parentElement; around !== null && shown.length < levels; around = around.parentElement)
      shown.push(around)
    return shown.map((one) => {
      if (one === null) return ''
      const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor, opacity } = getComputedStyle(one)
      return [outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor, opacity].join()
    })
  }, LEVELS + 2)
