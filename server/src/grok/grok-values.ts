/** How captures are written on the wire. */
import type { GrokValue } from '@logyard/languages/grok/compile-grok'

/** As JSON, with the exact digits of 64-bit integers. */
export function jsonOf(value: GrokValue): unknown {
  if (Array.isArray(value)) return value.map(jsonOf)
  return typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value
}

/** As text: `[4, hello]`, `2021-03-04T05:06:07Z`. */
export function textOf(value: GrokValue): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`
  return value instanceof Date ? value.toISOString().replace('.000Z', 'Z') : String(value)
}
