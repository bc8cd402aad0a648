const LATEST_MS = Date.UTC(9999, 11, 31)

/** `2020-11-03T09:12:33.123+0000`. Instants after year 9999 (very long sessions) are written as the end of 9999. */
export function legacyInstant(atMs: number): string {
  return new Date(Math.min(atMs, LATEST_MS)).toISOString().replace('Z', '+0000')
}
