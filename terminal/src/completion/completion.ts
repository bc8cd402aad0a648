/** `logyard completion SHELL` prints a script; the script calls `logyard __complete SHELL LINE`. */
import { createApi } from '../api/api.ts'
import { suggestValues } from '../api/routes.ts'
import { type Context, EXIT } from '../command.ts'
import { chooseConnection } from '../connection/connection.ts'
import { readProfiles } from '../connection/profiles.ts'
import { UsageError } from '../usage-error.ts'
import { candidateLines, SHELLS } from './candidates.ts'
import { type CompletionSources, completeLine, type GivenOptions } from './complete-line.ts'
import { knownNames } from './known-names.ts'
import { COMPLETION_SCRIPTS } from './shell-scripts.ts'
import { readTypedLine } from './shell-words.ts'

export async function printScript({ words, output }: Context): Promise<number> {
  const shell = SHELLS.find((one) => one === words[0])
  if (shell === undefined || words.length > 1) throw new UsageError(`Name one shell: ${SHELLS.join(', ')}.`)
  await output.write(COMPLETION_SCRIPTS[shell])
  return EXIT.found
}

/** Longer lines are not completed. */
const MAX_LINE = 10_000

export async function complete(
  { words, output, env, signal }: Context,
  commands: Pick<CompletionSources, 'commands' | 'commonOptions'>,
): Promise<number> {
  const [name, line = ''] = words
  const shell = SHELLS.find((one) => one === name)
  if (shell === undefined || line.length > MAX_LINE) return EXIT.failed
  const typed = readTypedLine(line)
  const candidates = await completeLine(typed, {
    ...commands,
    profiles: () => Object.keys(readProfiles(env).profiles),
    names: (options) => namesOf(options, env, signal),
  })
  await output.write(
    candidateLines(shell, typed.current, candidates)
      .map((one) => `${one}\n`)
      .join(''),
  )
  return EXIT.found
}

/** The user waits at a key. */
const WITHIN_MS = 2000
const VALUES = 20
/** Values are those of the last hour. */
const VALUES_RANGE = { type: 'relative', range: 3600 } as const

async function namesOf(
  options: GivenOptions,
  env: NodeJS.ProcessEnv,
  stop: AbortSignal,
): ReturnType<CompletionSources['names']> {
  const connection = chooseConnection(options, env)
  const signal = AbortSignal.any([stop, AbortSignal.timeout(WITHIN_MS)])
  const api = await createApi(connection, signal)
  const names = await knownNames(api, connection, env)
  return {
    ...names,
    async values(field, typed) {
      const body = { timerange: VALUES_RANGE, field, input: typed, limit: VALUES }
      const { values } = await api.call(suggestValues, { body })
      return values.map(({ value }) => value)
    },
  }
}
