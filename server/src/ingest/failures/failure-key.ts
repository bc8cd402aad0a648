/** `bytes` counts against the size limit. */
export type FailureKey = [number: number, failedAtMs: number, bytes: number, inputId: string, reason: string]

export const keyFrom = (number: number): FailureKey => [number, 0, 0, '', '']
export const FIRST = keyFrom(0)
export const LAST = keyFrom(Number.MAX_SAFE_INTEGER)

export function isFailureKey(key: unknown): key is FailureKey {
  if (!Array.isArray(key) || key.length !== FIRST.length) return false
  const parts: readonly unknown[] = key
  return parts.every((part, index) => typeof part === typeof FIRST[index])
}
