import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['{contract,codecs,languages,engine,server,bin}/**/*.test.ts'],
          pool: 'forks',
          // Real engines, sockets and crash series on two cores.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'console',
          include: ['console/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // Whole pages, on a machine that has other work too.
          testTimeout: 20_000,
        },
      },
    ],
  },
})
