/** The values of parameters in the address: they survive reloads, and go along with links. */
import type { ParameterValues } from '../../../view-document/parameters/parameters.ts'

const PREFIX = 'p.'

export function valuesFromAddress(address: URLSearchParams): ParameterValues {
  const entered = [...address].filter(([name]) => name.startsWith(PREFIX))
  return Object.fromEntries(entered.map(([name, value]) => [name.slice(PREFIX.length), value]))
}

/** A link, with what was entered. */
export function withValues(link: string, values: ParameterValues): string {
  const entered = Object.entries(values).filter(([, value]) => value !== '')
  if (entered.length === 0) return link
  const query = new URLSearchParams(entered.map(([name, value]) => [`${PREFIX}${name}`, value]))
  return `${link}${link.includes('?') ? '&' : '?'}${query}`
}
