import type { Log } from '../platform/log.ts'

/** The same parts with a log whose lines name the subject. */
export const loggingAs = <Parts extends { readonly log: Log }>(subject: string, parts: Parts): Parts => ({
  ...parts,
  log: parts.log.child({ subject }),
})
