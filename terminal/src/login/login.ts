/** `logyard login`: keeps the address of a server with a token, after the server has accepted both. */
import { resolve } from 'node:path'
import { createApi } from '../api/api.ts'
import { validateSession } from '../api/routes.ts'
import { type Context, EXIT } from '../command.ts'
import { serverAddress } from '../connection/connection.ts'
import { profilesFile, readProfiles, requireProfileName, writeProfiles } from '../connection/profiles.ts'
import { UsageError } from '../usage-error.ts'
import { readHiddenLine } from './hidden-line.ts'

const DEFAULT_PROFILE = 'default'
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

export async function login({ words, env, text, say, signal }: Context): Promise<number> {
  const [address, ...more] = words
  if (address === undefined || more.length > 0) throw new UsageError('Name one server: logyard login URL')
  const url = serverAddress(address)
  const name = requireProfileName(text('profile') ?? DEFAULT_PROFILE)
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    say('The address begins with http: the token and all messages can be read on their way.')
  const token = await askForToken(env, say, url)
  const ca = text('ca')
  const profile = { url, token, ...(ca === undefined ? {} : { ca: resolve(ca) }) }
  using api = await createApi({ ...profile, from: 'the token' }, signal)
  const { is_valid: isValid } = await api.call(validateSession)
  if (!isValid) throw new Error(`${url} does not accept this token.`)
  const known = readProfiles(env)
  writeProfiles(env, { current: name, profiles: { ...known.profiles, [name]: profile } })
  say(`Signed in to ${url}. The profile ${name} is in ${profilesFile(env)}.`)
  return EXIT.found
}

/** From the variable, from a pipe, or typed without being shown. */
async function askForToken(env: NodeJS.ProcessEnv, say: Context['say'], url: string): Promise<string> {
  const given = env['LOGYARD_TOKEN'] ?? ''
  if (given !== '') return given
  if (process.stdin.isTTY) say(`Make a token in the console, at the page of your user: ${url}`)
  const token = (await readHiddenLine('Token: ')).trim()
  if (token === '') throw new UsageError('The token is empty.')
  return token
}

/** `logyard profiles`: lists them, chooses the current one, removes one. Tokens are not shown. */
export async function profiles({ words, env, output }: Context): Promise<number> {
  const [action = 'list', name, ...more] = words
  const known = readProfiles(env)
  const isNamed = action === 'use' || action === 'remove'
  if (!(action === 'list' || isNamed) || (isNamed ? name === undefined || more.length > 0 : name !== undefined))
    throw new UsageError('It is: logyard profiles [list | use NAME | remove NAME]')
  if (name === undefined) {
    for (const [one, { url }] of Object.entries(known.profiles))
      await output.write(`${one === known.current ? '*' : ' '} ${one}  ${url}\n`)
    return Object.keys(known.profiles).length === 0 ? EXIT.nothing : EXIT.found
  }
  if (!Object.hasOwn(known.profiles, name)) throw new UsageError(`There is no profile ${name}.`)
  if (action === 'use') writeProfiles(env, { ...known, current: name })
  else {
    const { [name]: _removed, ...others } = known.profiles
    writeProfiles(env, { ...(known.current === name ? {} : known), profiles: others })
  }
  return EXIT.found
}
