import { isRecord } from '../is-record.ts'

/** Whether two values of a form are equal, members and items included; a missing member equals an undefined one. */
export function sameValues(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameValues(item, b[index]))
  }
  if (!isRecord(a) || !isRecord(b)) return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => sameValues(a[name], b[name]))
}
