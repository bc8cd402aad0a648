import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADMIN_PASSWORD } from '../server-process.ts'
import { USER_PASSWORD } from './admin-calls.ts'

/** A word that stands in one place only, so that an answer that holds it gives that place away. */
export interface Canary {
  /** Word in small letters. */
  readonly word: string
  /** The kind of secret that is given away. */
  readonly what: string
}

/** What the world of the attack holds and only its administrator may see. */
export const FOREIGN_WORDS: readonly Canary[] = [
  { word: 'zqcanary', what: 'a message of a stream that the caller may not read' },
  { word: 'zqquery', what: "the query of somebody else's search" },
  { word: 'zqtitle', what: 'the title of something that the caller may not read' },
  { word: 'zqtoken', what: "an input's token" },
  { word: 'zqname', what: "the name of somebody else's token" },
  { word: 'zqmail', what: "somebody else's address" },
]

const AROUND = 80

/** The canary that a text holds, with the words around it. */
export function findCanary(text: string, canaries: readonly Canary[]): string | undefined {
  const small = text.toLowerCase()
  for (const { word, what } of canaries) {
    const at = small.indexOf(word)
    if (at >= 0) return `gives away ${what}: …${text.slice(Math.max(0, at - AROUND), at + AROUND)}…`
  }
  return undefined
}

/** Secrets that no caller may see, administrators included. */
export function secretsOf(dataFolder: string, given: readonly string[]): readonly Canary[] {
  const [account = ''] = readFileSync('/etc/passwd', 'utf8').split('\n')
  const key = readFileSync(join(dataFolder, 'secret.key'), 'utf8').trim()
  const secrets = [
    { word: 'zqfile', what: 'a file of the machine' },
    { word: account, what: '/etc/passwd' },
    { word: 'zqlure', what: 'an answer of another server on this machine' },
    { word: key, what: 'secret.key' },
    { word: ADMIN_PASSWORD, what: "the administrator's password" },
    { word: USER_PASSWORD, what: 'the password of users' },
    { word: '$argon2', what: 'the hash of a password' },
    ...given.map((word) => ({ word, what: 'a token, session or ticket' })),
  ]
  return secrets.map(({ word, what }) => ({ word: word.toLowerCase(), what }))
}
