import type { EngineClient } from '../sql-client.ts'

/**
 * A migration of the engine's schema: a numbered file, never edited once released. The engine has no transactions, so
 * a migration that fails half way runs again as a whole and must allow that (`IF NOT EXISTS` and the like).
 */
export interface EngineMigration {
  readonly number: number
  apply(client: EngineClient, signal: AbortSignal): Promise<void>
}
