/** Replaces values that agents must not see by pseudonyms, which are the same for the same value. */
import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { MaskedKind, MaskingRules } from '@logyard/contract/agents/masking-rules'

export interface Masks {
  readonly areAny: boolean
  readonly fields: readonly string[]
  isMasked(field: string): boolean
  /** A message, or another object whose keys are fields. Values of masked fields are replaced in its texts, too. */
  message<T extends object>(fields: T): T
  /** The value of a field, such as the key of a group. */
  value(field: string, value: unknown): unknown
  /** Texts, in which the values are replaced that masked fields are known to have. */
  texts<T>(found: T, known?: readonly KnownValue[]): T
}

export interface KnownValue {
  readonly field: string
  readonly value: string
}

/** A shorter value is part of many words. */
const MIN_REPLACED = 3
const PSEUDONYM_DIGITS = 10

/** Finds the texts of a kind, in time in proportion to the text. */
const KINDS: Readonly<Record<MaskedKind, (text: string, replaced: (value: string) => string) => string>> = {
  email: (text, replaced) => text.replace(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, replaced),
  ip: (text, replaced) =>
    text.replace(/(?<![\w.:])[0-9a-f.:]{2,50}(?![\w.:])/gi, (found) => {
      const [, address = '', rest = ''] = /^(.*?)(:\d{1,5})?[.:]*$/.exec(found) ?? []
      if (isIP(address) === 4) return replaced(address) + rest + found.slice(address.length + rest.length)
      const end = /[.:]?$/.exec(found)?.index ?? found.length
      const whole = [found, found.slice(0, end)].find((part) => isIP(part) !== 0)
      return whole === undefined ? found : replaced(whole) + found.slice(whole.length)
    }),
  number: (text, replaced) => text.replace(/(?<![\w.])\d(?:[ -]?\d){8,30}(?!\w)/g, replaced),
}

export function createMasks(rules: MaskingRules, key: Uint8Array): Masks {
  const masked = new Set(rules.fields)
  const isMasked = (field: string) => masked.has(field)

  function pseudonym(name: string, value: string): string {
    const hash = createHmac('sha256', key).update(`${name}\0${value}`).digest('hex')
    return `[${name}:${hash.slice(0, PSEUDONYM_DIGITS)}]`
  }

  const hidden = (field: string, value: unknown): unknown => {
    if (value === null || value === undefined) return value
    return Array.isArray(value) ? value.map((one) => hidden(field, one)) : pseudonym(field, String(value))
  }

  function cleaned(text: string, known: readonly KnownValue[]): string {
    let result = text
    for (const { field, value } of known) result = result.replaceAll(value, () => pseudonym(field, value))
    for (const kind of rules.kinds) result = KINDS[kind](result, (value) => pseudonym(kind, value))
    return result
  }

  function texts<T>(found: T, known: readonly KnownValue[] = []): T {
    return mapTexts(found, (text) => cleaned(text, longestFirst(known)))
  }

  return {
    areAny: rules.fields.length + rules.kinds.length > 0,
    fields: rules.fields,
    isMasked,
    texts,
    value: (field, value) => (isMasked(field) ? hidden(field, value) : texts(value)),
    message<T extends object>(fields: T): T {
      const known = Object.entries(fields).flatMap(([field, value]) =>
        isMasked(field) ? [value].flat().map((one) => ({ field, value: String(one) })) : [],
      )
      const shown = Object.entries(fields).map(([field, value]) => [
        field,
        isMasked(field) ? hidden(field, value) : texts(value, known),
      ])
      return Object.fromEntries(shown) as T
    },
  }
}

const longestFirst = (known: readonly KnownValue[]): readonly KnownValue[] =>
  known
    .filter(({ value }) => value.length >= MIN_REPLACED)
    .toSorted((one, other) => other.value.length - one.value.length)

/** Texts within lists and objects; names of properties stay. */
function mapTexts<T>(found: T, change: (text: string) => string): T {
  if (typeof found === 'string') return change(found) as T
  if (Array.isArray(found)) return found.map((one) => mapTexts(one, change)) as T
  if (typeof found !== 'object' || found === null) return found
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, mapTexts(value, change)])) as T
}
