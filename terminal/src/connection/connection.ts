/** Which server a command calls, and as whom. */
import { UsageError } from '../usage-error.ts'
import { findProfile, type Profile, readProfiles } from './profiles.ts'

export interface Connection extends Profile {
  /** For sentences: `profile prod`, or the variable that it is from. */
  readonly from: string
}

/** As a settings file of the server has none of these, the server ignores them. */
const URL_VARIABLE = 'LOGYARD_URL'
const TOKEN_VARIABLE = 'LOGYARD_TOKEN'
const PROFILE_VARIABLE = 'LOGYARD_PROFILE'
const CA_VARIABLE = 'LOGYARD_CA'

interface ConnectionOptions {
  readonly profile?: string | undefined
  readonly ca?: string | undefined
}

/**
 * The profile that is named on the command line, else the variables, else the current profile. The token of a profile is
 * never sent to another address than the one of its profile.
 */
export function chooseConnection({ profile, ca }: ConnectionOptions, env: NodeJS.ProcessEnv): Connection {
  const chosen = profile === undefined ? fromVariables(env) : fromProfile(profile, env)
  const authority = ca ?? nonEmpty(env[CA_VARIABLE]) ?? chosen.ca
  return authority === undefined ? chosen : { ...chosen, ca: authority }
}

function fromVariables(env: NodeJS.ProcessEnv): Connection {
  const url = nonEmpty(env[URL_VARIABLE])
  const token = nonEmpty(env[TOKEN_VARIABLE])
  if (url === undefined) {
    const found = fromProfile(nonEmpty(env[PROFILE_VARIABLE]), env)
    return token === undefined ? found : { ...found, token, from: TOKEN_VARIABLE }
  }
  if (token === undefined) throw new UsageError(`${URL_VARIABLE} is set, but ${TOKEN_VARIABLE} is not.`)
  return { url: serverAddress(url), token, from: TOKEN_VARIABLE }
}

function fromProfile(name: string | undefined, env: NodeJS.ProcessEnv): Connection {
  const profiles = readProfiles(env)
  const found = findProfile(profiles, name)
  if (found !== undefined) return { ...found.profile, from: `the profile ${found.name}` }
  const reason = name === undefined ? 'No server is known yet.' : `There is no profile ${name}.`
  throw new UsageError(`${reason} Sign in first: logyard login URL${name === undefined ? '' : ` --profile ${name}`}`)
}

const nonEmpty = (value: string | undefined) => (value === '' ? undefined : value)

/** A server on this machine has no certificate. */
const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/i

/** The address of the console with a slash at the end; throws for other texts. */
export function serverAddress(text: string): string {
  const scheme = THIS_MACHINE.test(text) ? 'http' : 'https'
  const url = URL.parse(text.includes('://') ? text : `${scheme}://${text}`)
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new UsageError(`${text} is not the address of a server.`)
  if (url.username !== '' || url.password !== '')
    throw new UsageError('An address with a user or a password stays in the history of the shell: leave them out.')
  const path = url.pathname.replace(/\/(api\/?)?$/, '')
  return `${url.origin}${path}/`
}
