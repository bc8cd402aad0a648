/** The parameter values in the URL: they survive reloads and are part of shared links. */
import type { ParameterValues } from '../../../view-document/parameters/parameters.ts'

const PREFIX = 'p.'

export function valuesFromAddress(address: URLSearchParams): ParameterValues {
  const entered = [...address].filter(([name]) => name.startsWith(PREFIX))
  return Object.fromEntries(entered.map(([name, value]) => [name.slice(PREFIX.length), value]))
}

/** A link with the entered values. */
export function withValues(link: string, values: ParameterValues): string {
  const entered = Object.entries(values).filter(([, value]) => value !== '')
  if (entered.length === 0) return link
  const query = new URLSearchParams(entered.map(([name, value]) => [`${PREFIX}${name}`, value]))
  return `${link}${link.includes('?') ? '&' : '?'}${query}`
}
