/** Where a sign-in returns to: a path of this server, never an address elsewhere. */
import { returnPathRefused } from './oidc-errors.ts'

/** A host that does not exist. */
const ANYWHERE = 'http://return.invalid'

/** Throws unless a browser resolves the text to a path of the server that it comes from. */
export function readReturnPath(text: string): string {
  // Browsers read a backslash as a slash, remove tabs and line breaks, and take two slashes for a host.
  if (!text.startsWith('/') || /^\/[/\\]|[\\\p{Cc}]/u.test(text) || !URL.canParse(text, ANYWHERE)) {
    throw returnPathRefused()
  }
  const { origin, pathname, search, hash } = new URL(text, ANYWHERE)
  if (origin !== ANYWHERE || pathname.startsWith('//')) throw returnPathRefused()
  return `${pathname}${search}${hash}`
}
