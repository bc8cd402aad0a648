import type { WildcardPart } from '../query-tree.ts'

/** Status and error codes have three digits. */
const CODE = /(?:^|[_.-])(?:status|code)$|(?:Status|Code)$/
const CODE_DIGITS = 3
const MAX_DIGITS = 15

/** The range of numbers that a pattern like `5*` or `4??` probably stands for; other patterns have none. */
export function rangeOfWildcard(field: string, parts: readonly WildcardPart[]): string | undefined {
  const [first, ...wildcards] = parts
  const digits = first?.kind === 'literal' ? first.text : ''
  if (!/^[1-9]\d*$/.test(digits) || wildcards.some(({ kind }) => kind === 'literal')) return undefined
  const isAny = wildcards.some(({ kind }) => kind === 'any')
  const wanted = isAny && CODE.test(field) ? CODE_DIGITS - digits.length : wildcards.length
  const missing = Math.max(1, wanted)
  if (digits.length + missing > MAX_DIGITS) return undefined
  return `[${digits}${'0'.repeat(missing)} TO ${digits}${'9'.repeat(missing)}]`
}
