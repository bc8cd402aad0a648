/** Longer texts are not drafted from. */
export const MAX_DRAFTED_LENGTH = 8192

export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * The part of a text that a selection means: whole characters, without white space and quotation marks around it, which
 * fields lose anyway. `undefined` if nothing is left or the text is too long.
 */
export function selectedPart(text: string, { from, to }: Span): Span | undefined {
  if (text.length > MAX_DRAFTED_LENGTH) return undefined
  let [start, end] = [Math.max(0, from), Math.min(text.length, to)]
  if (isSecondHalf(text, start)) start -= 1
  if (isSecondHalf(text, end)) end += 1
  const trim = () => {
    while (start < end && isBlank(text, start)) start += 1
    while (start < end && isBlank(text, end - 1)) end -= 1
  }
  trim()
  const first = text.charAt(start)
  if ((first === '"' || first === "'") && end - start > 1 && text.charAt(end - 1) === first) {
    start += 1
    end -= 1
    trim()
  }
  return start < end ? { from: start, to: end } : undefined
}

const isBlank = (text: string, at: number) => text.charCodeAt(at) <= 0x20 || /\s/.test(text.charAt(at))

const isSecondHalf = (text: string, at: number) =>
  at > 0 && at < text.length && /[\uDC00-\uDFFF]/.test(text.charAt(at)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 1))
