/** A regular expression for the digits from `low` to `high`, both of the same length. */
function sameLength(low: string, high: string): string {
  const first = low.slice(0, 1)
  const last = high.slice(0, 1)
  if (low === high) return low
  if (first === last) return first + sameLength(low.slice(1), high.slice(1))
  if (low.length === 1) return `[${low}-${high}]`
  const rest = low.length - 1
  const zeros = '0'.repeat(rest)
  const nines = '9'.repeat(rest)
  const alternatives: string[] = []
  let from = Number(first)
  let to = Number(last)
  if (low.slice(1) !== zeros) {
    alternatives.push(first + sameLength(low.slice(1), nines))
    from++
  }
  if (high.slice(1) !== nines) {
    alternatives.push(last + sameLength(zeros, high.slice(1)))
    to--
  }
  if (from <= to) alternatives.push(`[${from}-${to}][0-9]{${rest}}`)
  return `(?:${alternatives.join('|')})`
}

/**
 * A regular expression for the decimal numbers from one to the other. If both ends have the same length, numbers must
 * have that many digits, with leading zeros; otherwise any number of leading zeros is allowed.
 */
export function numericInterval(one: string, other: string): string {
  const [low, high] = BigInt(one) <= BigInt(other) ? [one, other] : [other, one]
  if (low.length === high.length) return sameLength(low, high)
  const smallest = BigInt(low).toString()
  const largest = BigInt(high).toString()
  const alternatives: string[] = []
  for (let length = smallest.length; length <= largest.length; length++) {
    const from = length === smallest.length ? smallest : `1${'0'.repeat(length - 1)}`
    const to = length === largest.length ? largest : '9'.repeat(length)
    alternatives.push(sameLength(from, to))
  }
  return `0*(?:${alternatives.join('|')})`
}
