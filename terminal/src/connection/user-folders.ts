import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** By the XDG base directories: an empty or relative variable does not count. */
const folderOf = (env: NodeJS.ProcessEnv, variable: string, ...fallback: readonly string[]): string => {
  const given = env[variable] ?? ''
  return join(isAbsolute(given) ? given : join(env['HOME'] ?? homedir(), ...fallback), 'logyard')
}

export const configFolder = (env: NodeJS.ProcessEnv) => folderOf(env, 'XDG_CONFIG_HOME', '.config')
export const cacheFolder = (env: NodeJS.ProcessEnv) => folderOf(env, 'XDG_CACHE_HOME', '.cache')
