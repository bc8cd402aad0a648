/** A user as a directory describes it. */
import type { DirectorySettings } from '@logyard/contract/identity/auth-services'
import type { Entry } from 'ldapts'
import { filledFilter } from '../auth-services/ldap-filter.ts'
import type { DirectoryConnection } from './directory-connection.ts'
import { DirectoryProblem } from './directory-errors.ts'

export interface DirectoryUser {
  readonly dn: string
  /** Base 64. */
  readonly uniqueId: string
  readonly username: string
  readonly fullName: string
  readonly email: string
  readonly isEnabled: boolean
  /** The name that binds; only Active Directory has another one than the DN. */
  readonly bindName: string
  /** The texts that the login test shows. */
  readonly details: Readonly<Record<string, string>>
}

const NO_EMAIL = 'unknown@unknown.invalid'
const LONGEST_EMAIL = 254
const LONGEST_NAME = 200
/** Flag of `userAccountControl`. */
const ACCOUNT_DISABLED = 0x2
const MAIL = ['mail', 'rfc822Mailbox']

const uniqueIdAttribute = (settings: DirectorySettings) =>
  settings.type === 'ldap' ? settings.user_unique_id_attribute : 'objectGUID'

/** The first entry that matches the entered name. */
export async function findDirectoryUser(
  connection: DirectoryConnection,
  settings: DirectorySettings,
  enteredName: string,
): Promise<DirectoryUser | undefined> {
  const id = uniqueIdAttribute(settings)
  const names = [settings.user_name_attribute, settings.user_full_name_attribute]
  const entry = await connection.findFirst({
    base: settings.user_search_base,
    filter: filledFilter(settings.user_search_pattern, enteredName),
    attributes: [...new Set([id, ...names, ...MAIL, 'userPrincipalName', 'userAccountControl'])],
    binary: [id],
  })
  return entry === undefined ? undefined : readUser(entry, settings)
}

function readUser(entry: Entry, settings: DirectorySettings): DirectoryUser {
  const { user_name_attribute: nameAttribute, user_full_name_attribute: fullNameAttribute } = settings
  const idAttribute = uniqueIdAttribute(settings)
  const uniqueId = bytesOf(entry, idAttribute)?.toString('base64') ?? ''
  if (uniqueId === '') throw new DirectoryProblem(`${entry.dn} has no attribute ${idAttribute}`)
  const username = textOf(entry, nameAttribute)
  if (username === '') throw new DirectoryProblem(`${entry.dn} has no attribute ${nameAttribute}`)
  const fullName = textOf(entry, fullNameAttribute) || username
  const email = MAIL.map((name) => textOf(entry, name)).find((text) => text !== '') ?? NO_EMAIL
  const isAd = settings.type === 'active-directory'
  const isEnabled = !isAd || (Number(textOf(entry, 'userAccountControl')) & ACCOUNT_DISABLED) === 0
  return {
    dn: entry.dn,
    uniqueId,
    username,
    fullName: fullName.slice(0, LONGEST_NAME),
    email: email.length > LONGEST_EMAIL ? NO_EMAIL : email,
    isEnabled,
    bindName: (isAd ? textOf(entry, 'userPrincipalName') : '') || entry.dn,
    details: {
      dn: entry.dn,
      ...(isAd ? { account_enabled: String(isEnabled) } : {}),
      [`unique_id (${idAttribute})`]: uniqueId,
      [nameAttribute]: username,
      [fullNameAttribute]: fullName,
      email,
    },
  }
}

/** Directories answer attributes in their own spelling. */
function firstValue(entry: Entry, attribute: string): string | Buffer | undefined {
  const wanted = attribute.toLowerCase()
  const values = Object.entries(entry).find(([name]) => name.toLowerCase() === wanted)?.[1]
  return Array.isArray(values) ? values[0] : values
}

export function textOf(entry: Entry, attribute: string): string {
  const value = firstValue(entry, attribute)
  return (Buffer.isBuffer(value) ? value.toString('utf8') : (value ?? '')).trim()
}

function bytesOf(entry: Entry, attribute: string): Buffer | undefined {
  const value = firstValue(entry, attribute)
  return typeof value === 'string' ? Buffer.from(value, 'utf8') : value
}
