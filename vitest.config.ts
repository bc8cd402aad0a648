import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['{contract,codecs,languages,engine,server,bin}/**/*.test.ts'],
          pool: 'forks',
          // Real engines, sockets and crash series on two cores, which may have other work too: whatever is there is
          // found at once.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'console',
          include: ['console/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['console/src/testing/patience.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
})
