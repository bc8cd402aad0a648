/** A field's value as one line of text: lists as `[a, b]`, links as their address. */
export function textOfValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOfValue).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  if ('type' in value && value.type === 'a' && 'href' in value && typeof value.href === 'string') return value.href
  return JSON.stringify(value)
}
