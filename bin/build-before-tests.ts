import { join } from 'node:path'
import { buildServer } from './build-server.ts'

/** Vitest calls it once, before the tests. */
export const setup = (): Promise<void> => buildServer(join(import.meta.dirname, '..'))
