/** The format of Java's property files: `key=value`, comments, and values that continue after a backslash. */
import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import type { SecretsWithin } from '../../../../configured/secrets.ts'

const SECRET = /password|jaas|secret|token|\.key$/i

export function parseProperties(text: string): ReadonlyMap<string, string> {
  const properties = new Map<string, string>()
  for (const line of logicalLines(text)) {
    const { key, value } = partsOf(line)
    if (key !== '') properties.set(key, unescaped(value))
  }
  return properties
}

const PROPERTY_NAME = /^[a-z][a-z\d]*([._-][a-z\d]+)+$/

export const isPropertyName = (text: string): boolean => PROPERTY_NAME.test(text)

/** Hides the values of passwords and keys, and lines that may be a part of one; the other lines stay as they are. */
export const secretsInProperties: SecretsWithin = {
  mask: (text) =>
    mapLines(text, (line, key, value) => {
      if (isPartOfSecret(line)) return PASSWORD_SET
      return SECRET.test(key) && value !== '' ? `${key}=${PASSWORD_SET}` : line
    }),
  unmask(text, before) {
    if (text.trim() === PASSWORD_SET) return before
    const lines = logicalLines(before)
    const linesBefore = new Map(lines.map((line) => [partsOf(line).key, line]))
    const parts = lines.filter(isPartOfSecret).values()
    return mapLines(text, (line, key, value) => {
      if (line.trim() === PASSWORD_SET) return parts.next().value ?? ''
      return value === PASSWORD_SET ? (linesBefore.get(key) ?? `${key}=`) : line
    })
  },
}

/** A comment that names a secret, or a line that is no property: of a secret whose lines lack the backslashes. */
function isPartOfSecret(line: string): boolean {
  if (line.trim() === '') return false
  const { key, value } = partsOf(line)
  if (key === '') return SECRET.test(line)
  return !isPropertyName(key) || (!SECRET.test(key) && /password|secret/i.test(value))
}

function mapLines(text: string, change: (line: string, key: string, value: string) => string): string {
  const lines = logicalLines(text).map((line) => {
    const { key, value } = partsOf(line)
    return change(line, key, value)
  })
  return lines.join('\n')
}

/** A line that ends with an odd number of backslashes continues on the next one. */
function logicalLines(text: string): readonly string[] {
  const lines: string[] = []
  let open = ''
  for (const line of text.split(/\r?\n/)) {
    const whole = open === '' ? line : open + line.trimStart()
    const isComment = open === '' && /^\s*[#!]/.test(line)
    const backslashes = /\\*$/.exec(whole)?.[0].length ?? 0
    if (!isComment && backslashes % 2 === 1) open = whole.slice(0, -1)
    else {
      lines.push(whole)
      open = ''
    }
  }
  if (open !== '') lines.push(open)
  return lines
}

function partsOf(line: string): { key: string; value: string } {
  if (/^\s*([#!]|$)/.test(line)) return { key: '', value: '' }
  const [, key = '', value = ''] = /^\s*([^\s=:]+)\s*[=:]?\s*(.*?)\s*$/s.exec(line) ?? []
  return { key, value }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const unescaped = (value: string): string => value.replace(/\\(.)/gs, (_, one: string) => ESCAPES[one] ?? one)
