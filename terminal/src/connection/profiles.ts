/** The servers that a user has signed in to, with their tokens, in a file that only the user can read. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../usage-error.ts'
import { writePrivateFile } from './private-files.ts'
import { configFolder } from './user-folders.ts'

export interface Profile {
  /** Address of the console, with a slash at the end. */
  readonly url: string
  readonly token: string
  /** File with the certificate of the authority that signs that of the server. */
  readonly ca?: string
}

export interface Profiles {
  /** The one that is used unless another is named. */
  readonly current?: string
  readonly profiles: Readonly<Record<string, Profile>>
}

const PROFILE_NAME = /^[\w.-]{1,64}$/
const FOR_OTHERS = 0o077

export const profilesFile = (env: NodeJS.ProcessEnv): string => join(configFolder(env), 'profiles.json')

/** No profiles if there is no file. Throws if others may read it. */
export function readProfiles(env: NodeJS.ProcessEnv): Profiles {
  const path = profilesFile(env)
  let text: string
  try {
    if ((statSync(path).mode & FOR_OTHERS) !== 0)
      throw new UsageError(`Others may read the tokens in ${path}: chmod 600 ${path}`)
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (Object(error).code === 'ENOENT') return { profiles: {} }
    throw error
  }
  const { current, profiles } = objectIn(text, path)
  const named = Object.entries(Object(profiles)).flatMap(([name, profile]) =>
    isProfile(profile) && PROFILE_NAME.test(name) ? [[name, profile] as const] : [],
  )
  return { ...(typeof current === 'string' ? { current } : {}), profiles: Object.fromEntries(named) }
}

function objectIn(text: string, path: string): { readonly current?: unknown; readonly profiles?: unknown } {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw new UsageError(`The file ${path} is damaged: delete it, and sign in again.`)
  }
}

function isProfile(value: unknown): value is Profile {
  const { url, token, ca }: Partial<Record<keyof Profile, unknown>> = Object(value)
  return typeof url === 'string' && typeof token === 'string' && (ca === undefined || typeof ca === 'string')
}

/** The profile of that name, or the current one. */
export function findProfile(
  { current, profiles }: Profiles,
  name: string | undefined,
): { readonly name: string; readonly profile: Profile } | undefined {
  const wanted = name ?? current ?? ''
  const profile = Object.hasOwn(profiles, wanted) ? profiles[wanted] : undefined
  return profile && { name: wanted, profile }
}

export function writeProfiles(env: NodeJS.ProcessEnv, profiles: Profiles): void {
  writePrivateFile(profilesFile(env), `${JSON.stringify(profiles, null, 2)}\n`)
}

export function requireProfileName(name: string): string {
  if (PROFILE_NAME.test(name) && name !== '__proto__') return name
  throw new UsageError('The name of a profile has letters, digits, dots and dashes, at most 64.')
}
