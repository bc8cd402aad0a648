/** Secrets of inputs that fetch something: the values of headers, and credentials in the address. */
import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import type { SecretsWithin } from '../../../configured/secrets.ts'
import { maskCredentials } from '../../../platform/server-log/mask-credentials.ts'

/** `Name: value, Name2: value2`; a part without a name belongs to the value before. */
export const secretsInHeaders: SecretsWithin = {
  mask: (text) => mapHeaders(text, ({ name }) => (name === '' ? PASSWORD_SET : `${name}: ${PASSWORD_SET}`)),
  unmask(text, before) {
    const stored = before.split(',').map(headerOf)
    return mapHeaders(text, (header) => {
      if (header.value !== PASSWORD_SET) return header.whole
      const at = stored.findIndex(({ name }) => name.toLowerCase() === header.name.toLowerCase())
      // The next masked header of the same name has the next value.
      const [found] = at === -1 ? [] : stored.splice(at, 1)
      return found?.whole ?? `${header.name}:`
    })
  },
}

export const secretsInAddress: SecretsWithin = {
  mask: maskCredentials,
  unmask: (text, before) => (text === maskCredentials(before) ? before : text),
}

interface Header {
  readonly whole: string
  /** Empty for a part without a name. */
  readonly name: string
  readonly value: string
}

function headerOf(part: string): Header {
  const whole = part.trim()
  const colon = whole.indexOf(':')
  return { whole, name: whole.slice(0, Math.max(colon, 0)).trim(), value: whole.slice(colon + 1).trim() }
}

const mapHeaders = (text: string, change: (header: Header) => string): string =>
  text.trim() === '' ? text : text.split(',').map(headerOf).map(change).join(', ')
