/** Measurements inside the page: from a key press or click to the next frame. */
import type { Page } from '@playwright/test'

// Used by functions that run in the page; everything else here runs in Node.
declare const document: { querySelector(selector: string): unknown }
declare const window: {
  paints: number[]
  addEventListener(type: 'keydown', listener: (event: { timeStamp: number }) => void, options: object): void
}
declare const requestAnimationFrame: (draw: (at: number) => void) => void
declare const MutationObserver: new (
  told: (changes: unknown, observer: { disconnect(): void }) => void,
) => { observe(target: unknown, options: object): void }

export interface PageStart {
  /** Scripts requested until then. */
  readonly scripts: readonly string[]
  readonly usableMs: number
}

const TYPED = 'source:web-1 AND took_ms:>500 AND path:"/api/orders"'
const OPENED_ROWS = 12
const SCROLLED_FRAMES = 600
/** A fast mouse wheel: 7,200 pixels a second. */
const PIXELS_A_FRAME = 120

/** Measures the time from navigation to an element that accepts typing or clicks. */
export async function watchStart(page: Page, url: string, ready: string): Promise<PageStart> {
  await page.addInitScript((selector) => {
    performance.setResourceTimingBufferSize(2000)
    new MutationObserver((_, observer) => {
      if (document.querySelector(selector) === null) return
      observer.disconnect()
      performance.mark('usable')
    }).observe(document, { childList: true, subtree: true })
  }, ready)
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(ready).first().waitFor()
  return page.evaluate(() => {
    const usableMs = performance.getEntriesByName('usable')[0]?.startTime ?? 0
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= usableMs)
    return { usableMs, scripts: scripts.map(({ name }) => name.split('/').at(-1) ?? '') }
  })
}

export async function paintsOfTyping(page: Page): Promise<readonly number[]> {
  // The editor is loaded when the field is used.
  await page.locator('[role=search] [aria-label=Query]').click()
  await page.locator('[role=search] .cm-content').waitFor()
  await page.evaluate(() => {
    window.paints = []
    const note = ({ timeStamp }: { timeStamp: number }) =>
      // A task posted in a frame's callback runs after the frame is drawn.
      requestAnimationFrame(() => setTimeout(() => window.paints.push(performance.now() - timeStamp)))
    window.addEventListener('keydown', note, { capture: true })
  })
  await page.keyboard.type(TYPED, { delay: 70 })
  await page.keyboard.press('Escape')
  const paints = await page.evaluate(() => window.paints)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  return paints
}

/** Includes the first time, which loads the code. */
export async function timesOfOpening(page: Page): Promise<readonly number[]> {
  const times: number[] = []
  for (let index = 0; index < OPENED_ROWS; index++) {
    const row = page.locator(`[data-index="${index}"]`)
    await row.scrollIntoViewIfNeeded()
    const opened = row.evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          element.addEventListener(
            'click',
            ({ timeStamp }: { timeStamp: number }) => {
              const look = () => {
                if (element.querySelector('dl') === null) requestAnimationFrame(look)
                else setTimeout(() => resolve(performance.now() - timeStamp))
              }
              requestAnimationFrame(look)
            },
            { capture: true, once: true },
          )
        }),
    )
    const opener = row.locator('[data-opener]')
    await opener.click()
    times.push(await opened)
    await opener.click()
  }
  return times
}

/** Scrolls until this many rows are loaded; returns the number of loaded rows. */
export async function loadAllRows(page: Page, wanted: number): Promise<number> {
  return page.getByRole('region', { name: 'Messages' }).evaluate(async (region, target) => {
    const last = () => Number([...region.querySelectorAll('[data-index]')].at(-1)?.getAttribute('data-index') ?? 0)
    let reached = -1
    const scroller = region.closest('[data-page-scroller]') ?? region
    for (let still = 0; still < 300 && last() < target - 1; still++) {
      scroller.scrollTop = scroller.scrollHeight
      await new Promise((resolve) => setTimeout(resolve, 50))
      if (last() > reached) still = 0
      reached = last()
    }
    return last() + 1
  }, wanted)
}

interface Scrolling {
  /** Milliseconds between frames. */
  readonly frames: readonly number[]
  /** Average main-thread work per frame, independent of other load on the machine. */
  readonly workMs: number
}

export async function scrollThroughRows(page: Page): Promise<Scrolling> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  const workedMs = async () => {
    const { metrics } = await client.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  const before = await workedMs()
  const frames = await framesOfScrolling(page)
  return { frames, workMs: ((await workedMs()) - before) / frames.length }
}

/** Frame times while scrolling through the rows. */
async function framesOfScrolling(page: Page): Promise<readonly number[]> {
  return page.getByRole('region', { name: 'Messages' }).evaluate(
    async (region, { count, pixels }) => {
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      const scroller = region.closest('[data-page-scroller]') ?? region
      scroller.scrollTop = 0
      await new Promise((resolve) => setTimeout(resolve, 500))
      const times: number[] = []
      let before = await frame()
      for (let drawn = 0; drawn < count; drawn++) {
        scroller.scrollTop += pixels
        const now = await frame()
        times.push(now - before)
        before = now
      }
      return times
    },
    { count: SCROLLED_FRAMES, pixels: PIXELS_A_FRAME },
  )
}
