import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildFolder } from './build-folder.ts'

const SOURCES = [
  'console/src/**/*',
  'console/public/**/*',
  'console/*.{html,ts,json,cjs}',
  'contract/src/**/*',
  'languages/src/**/*',
]

/** Builds the console into `console/dist`, if its sources have changed. */
export const buildConsole = (root: string): Promise<void> =>
  buildFolder(root, {
    place: 'console/dist',
    sources: SOURCES,
    build(into) {
      const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
      const args = [vite, 'build', '--logLevel', 'warn', '--outDir', into, '--emptyOutDir']
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: join(root, 'console'),
        encoding: 'utf8',
        // Tests that start the product run in another environment, for which React has slower code.
        env: { ...process.env, NODE_ENV: 'production' },
      })
      if (status !== 0) throw new Error(`The console could not be built:\n${stdout}${stderr}`)
    },
  })
