/** What a command of the terminal is, and what it gets. */
import type { Api } from './api/api.ts'
import type { Connection } from './connection/connection.ts'
import type { Output } from './output/output.ts'

export interface CommandOption {
  readonly type: 'string' | 'boolean'
  /** Shown for the value: `NAME`. */
  readonly value?: string
  readonly help: string
  readonly default?: string
  readonly multiple?: true
  /** What completes a value: fixed words, or names that the server or the file of profiles has. */
  readonly completes?: readonly string[] | 'profiles' | 'streams' | 'fields' | 'field-list' | 'files'
}

export interface Context {
  readonly env: NodeJS.ProcessEnv
  /** The arguments that are not options. */
  readonly words: readonly string[]
  /** The value of an option of type `string`, if it is given or has a default. */
  text(option: string): string | undefined
  texts(option: string): readonly string[]
  isSet(option: string): boolean
  readonly output: Output
  /** Writes lines to the standard error, harmless for a terminal. */
  say(lines: string): void
  /** Aborted when the command has to stop. */
  readonly signal: AbortSignal
  connection(): Connection
  connect(): Promise<Api>
}

export const EXIT = { found: 0, nothing: 1, failed: 2 } as const

export interface Command {
  readonly summary: string
  /** Behind the name of the command. */
  readonly arguments: string
  readonly details?: string
  readonly options: Readonly<Record<string, CommandOption>>
  /** What completes its arguments. */
  readonly completes?: 'query' | 'profiles' | readonly string[]
  readonly isPaged?: true
  /** Resolves with the exit code. */
  readonly load: () => Promise<(context: Context) => Promise<number>>
}
