import type { EngineClient } from '../sql-client.ts'

/**
 * A step of the schema in the engine: a numbered file, never edited once released. The engine has no transactions, so
 * a step that dies half way runs again as a whole and must be able to (`IF NOT EXISTS` and the like).
 */
export interface EngineMigration {
  readonly number: number
  apply(client: EngineClient, signal: AbortSignal): Promise<void>
}
