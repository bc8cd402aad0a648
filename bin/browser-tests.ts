/** Runs Playwright with the arguments given, on the product as its sources are now. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildConsole } from './build-console.ts'
import { buildServer } from './build-server.ts'
import { findBrowser } from './find-browser.ts'

const root = join(import.meta.dirname, '..')
const env = { ...process.env, CHROME_PATH: findBrowser() }
await buildConsole(root)
await buildServer(root)
const args = ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)]
const { status } = spawnSync(join(root, 'node_modules', '.bin', 'playwright'), args, {
  cwd: root,
  stdio: 'inherit',
  env,
})
process.exitCode = status ?? 1
