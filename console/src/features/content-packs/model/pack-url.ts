export type UrlProblem = 'protocol' | 'invalid'

export function urlProblem(url: string): UrlProblem | undefined {
  const text = url.trim()
  if (text === '') return undefined
  if (!URL.canParse(text)) return 'invalid'
  return isWebUrl(text) ? undefined : 'protocol'
}

/** Other schemes could run scripts; a blank around the address is harmless. */
export const isWebUrl = (url: string): boolean =>
  URL.canParse(url.trim()) && /^https?:$/.test(new URL(url.trim()).protocol)
