/** Finds or installs a browser and builds the console, both only when needed. */
import { join } from 'node:path'
import { buildConsole } from './build-console.ts'
import { findBrowser } from './find-browser.ts'

findBrowser()
await buildConsole(join(import.meta.dirname, '..'))
