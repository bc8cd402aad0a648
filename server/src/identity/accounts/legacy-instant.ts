const LATEST_MS = Date.UTC(9999, 11, 31)

/** `2020-11-03T09:12:33.123+0000`. What lies beyond year 9999 (a very long session) is written as that. */
export function legacyInstant(atMs: number): string {
  return new Date(Math.min(atMs, LATEST_MS)).toISOString().replace('Z', '+0000')
}
