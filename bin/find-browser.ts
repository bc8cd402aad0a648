import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

// The headless shell first: the same tests take it a sixth less work.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'chromium']
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser for the browser tests: the machine's own, else Chromium from Debian's packages. */
export function findBrowser(): string {
  const found = lookForBrowser()
  if (found !== undefined) return found
  if (installFromDebian()) {
    const installed = lookForBrowser()
    if (installed !== undefined) return installed
  }
  throw new Error('The browser tests need Chromium or Chrome: install it, or name its program in CHROME_PATH.')
}

function lookForBrowser(): string | undefined {
  const named = process.env['CHROME_PATH']
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...(named === undefined ? [] : [named]), ...candidates, ...MAC_APPS].find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function installFromDebian(): boolean {
  const isRoot = process.getuid?.() === 0
  const sudo = isRoot ? [] : ['sudo', '-n']
  const apt = (...args: string[]) => {
    const [program = 'apt-get', ...rest] = [...sudo, 'apt-get', ...args]
    return spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  }
  if (!isProgram('/usr/bin/apt-get')) return false
  console.log('Installing Chromium from the Debian packages for the browser tests (this happens once) ...')
  const install = (name: string) => apt('install', '-y', '-qq', '--no-install-recommends', name)
  return apt('update', '-qq') && DEBIAN_PACKAGES.some(install)
}
