/** The console of a real server in a browser: what is loaded, when it is usable, how fast it responds. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startServer } from '@logyard/server/testing/server-process'
import { chromium, type Page } from '@playwright/test'
import { buildConsole } from '../../bin/build-console.ts'
import { findBrowser } from '../../bin/find-browser.ts'
import { sendMessages } from './console-messages.ts'
import {
  loadAllRows,
  type PageStart,
  paintsOfTyping,
  scrollThroughRows,
  timesOfOpening,
  watchStart,
} from './console-page.ts'
import { openPage, signIn } from './console-session.ts'
import { median } from './median.ts'

type Print = (line: string) => void

const root = join(import.meta.dirname, '..', '..')
const ASSETS = join(root, 'console', 'dist', 'assets')
const GOAL_KB = 250
const STARTS = 5
const ROWS = 10_000
const LONGEST_FRAME_MS = 32

const FIRST_SCREENS = [
  { name: 'login', path: 'login', ready: 'input[type=password]', isSignedIn: false },
  { name: 'shell (list of users)', path: 'system/users', ready: 'nav a', isSignedIn: true },
  { name: 'search', path: 'search', ready: '[role=search] textarea, [role=search] .cm-content', isSignedIn: true },
] as const

export async function benchConsole(print: Print): Promise<void> {
  await buildConsole(root)
  await using server = await startServer()
  const session = await signIn(server.url)
  await sendMessages(server.url, ROWS)
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
  try {
    for (const { name, path, ready, isSignedIn } of FIRST_SCREENS) {
      const starts: PageStart[] = []
      for (let round = 0; round < STARTS; round++) {
        await using opened = await openPage(browser, isSignedIn ? session : undefined)
        starts.push(await watchStart(opened.page, new URL(path, server.url).href, ready))
      }
      print(`${name}: ${weightOf(starts[0]?.scripts ?? [])} of scripts before it can be used (goal ${GOAL_KB} kB)`)
      const [ready50, most] = [median(starts.map((each) => each.usableMs)), Math.max(...starts.map((s) => s.usableMs))]
      print(
        `  usable after ${ready50.toFixed(0)} ms, median of ${STARTS} cold starts; ${most.toFixed(0)} ms at most (goal 1 s)`,
      )
    }
    await using opened = await openPage(browser, session)
    await benchSearchPage(opened.page, new URL('search?rangetype=relative&relative=0', server.url).href, print)
  } finally {
    await browser.close()
  }
}

async function benchSearchPage(page: Page, url: string, print: Print): Promise<void> {
  await page.goto(url)
  await page.locator('[data-index="0"]').waitFor()
  const paints = await paintsOfTyping(page)
  print(`keystroke to paint in the query: ${spread(paints)} ms of ${paints.length} keys (goal 50 ms)`)
  const openings = await timesOfOpening(page)
  print(`message detail opens: ${spread(openings)} ms of ${openings.length} (goal 100 ms)`)
  const loaded = await loadAllRows(page, ROWS)
  const { frames, workMs } = await scrollThroughRows(page)
  const late = frames.filter((ms) => ms > LONGEST_FRAME_MS).length
  print(`${loaded} loaded rows scroll: a frame each ${spread(frames)} ms (goal: none over ${LONGEST_FRAME_MS} ms)`)
  print(`  ${late} of ${frames.length} took longer; the page worked ${workMs.toFixed(1)} ms for each`)
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, most ${(sorted.at(-1) ?? 0).toFixed(1)}`
}

/** Gzip sizes, whatever encoding the browser negotiated. */
function weightOf(scripts: readonly string[]): string {
  const built = scripts.filter((name) => /-[\w-]{8}\.js$/.test(name))
  const bytes = built.reduce((sum, name) => sum + gzipSync(readFileSync(join(ASSETS, name)), { level: 9 }).length, 0)
  return `${(bytes / 1000).toFixed(0)} kB gzip in ${built.length} files`
}
