import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * Three workers, also on two cores: a test waits for engines and timers a third of its time. Without isolation each of
 * them evaluates the modules that files share once, instead of once per file.
 */
const workers = { maxWorkers: 3, isolate: false }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['{contract,codecs,languages,engine,server,terminal,bench,bin}/**/*.test.ts'],
          ...workers,
          pool: 'forks',
          globalSetup: ['bin/test-memory.ts', 'bin/settings-for-tests.ts', 'bin/build-before-tests.ts'],
          // For the threads and processes that tests start.
          env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache', 'compiled') },
          // Long, because two cores may have other work besides real engines, sockets and crash series.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'console',
          include: ['console/src/**/*.test.{ts,tsx}'],
          ...workers,
          environment: 'jsdom',
          setupFiles: ['console/src/testing/patience.ts', 'console/src/testing/loaded-menus.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
})
