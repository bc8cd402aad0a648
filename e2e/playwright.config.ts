import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: './tests',
  outputDir: '../.cache/browser-tests',
  fullyParallel: true,
  // Enough to keep two cores busy all the time: one test alone waits for timers and answers part of its time.
  workers: 3,
  // Generous, for busy machines; an element that is present is found immediately.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    // One browser context per worker, emptied between tests: the scripts of the console are compiled once.
    reuseContext: true,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Transitions hide faults: without them a closed menu or popover is gone before the next event.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test takes more than a third of the time of all: `TRACE=1 npm test -- browser …` records it.
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
