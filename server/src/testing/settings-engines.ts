/** The databases that settings can be stored in, for tests of what both promise. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { openPostgresSettings } from '../platform/settings/postgres/postgres-settings.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { openSqliteSettings, SETTINGS_FILE } from '../platform/settings/sqlite-settings.ts'
import { createDataFolder } from './data-folder.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

export const ENGINES = ['SQLite', 'PostgreSQL'] as const
export type SettingsEngine = (typeof ENGINES)[number]

export interface OpenOptions {
  readonly secretKey?: Uint8Array
  readonly clock?: Clock
}

/** Where a store lives; it can be opened again, on PostgreSQL also while it is open: by another node. */
export interface SettingsPlace extends AsyncDisposable {
  open(options?: OpenOptions): Promise<SettingsStore>
  /** Everything that is stored. */
  content(): Promise<string>
  /** Changes what is stored behind the store's back. */
  execute(statement: string): Promise<void>
}

/** Starts PostgreSQL for the tests of a file. */
export function settingsEngines() {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
    return () => server[Symbol.asyncDispose]()
  })

  const place = (engine: SettingsEngine): Promise<SettingsPlace> =>
    engine === 'SQLite' ? sqlitePlace() : postgresPlace(server)

  return {
    place,
    /** A store that goes with its place. */
    async temporary(
      engine: SettingsEngine,
    ): Promise<{ readonly settings: SettingsStore; readonly place: SettingsPlace } & AsyncDisposable> {
      const own = await place(engine)
      const settings = await own.open()
      return {
        settings,
        place: own,
        async [Symbol.asyncDispose]() {
          await settings[Symbol.asyncDispose]()
          await own[Symbol.asyncDispose]()
        },
      }
    },
  }
}

const KEY = Buffer.alloc(32, 7)

async function sqlitePlace(): Promise<SettingsPlace> {
  const folder = await createDataFolder()
  const path = join(folder, SETTINGS_FILE)
  return {
    open: async ({ secretKey = KEY, clock = systemClock } = {}) =>
      openSqliteSettings({ path, secretKey, clock, log: createLog('off') }),
    content: async () => ['', '-wal'].map((end) => readIfThere(path + end)).join(''),
    async execute(statement) {
      const { DatabaseSync } = await import('node:sqlite')
      using db = new DatabaseSync(path)
      db.exec(statement)
    },
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

async function postgresPlace(server: PostgresServer): Promise<SettingsPlace> {
  const url = await server.createDatabase()
  return {
    open: ({ secretKey = KEY } = {}) =>
      openPostgresSettings({
        address: { url, authorities: '' },
        secretKey,
        log: createLog('off'),
        onMissed: () => undefined,
      }),
    content: async () => JSON.stringify(await server.execute(url, 'SELECT body FROM document')),
    async execute(statement) {
      await server.execute(url, statement)
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}
