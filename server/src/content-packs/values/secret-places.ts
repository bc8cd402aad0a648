/** Secrets in the data of entities. Exports have placeholders in their places. */
import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import { isRecord } from '../../entities/codecs/codec.ts'

/** Replaces texts wherever they are in the data. */
export function mapTexts<T>(data: T, change: (text: string, path: string) => unknown, path = ''): T {
  const below = (name: string | number) => (path === '' ? `${name}` : `${path}.${name}`)
  if (typeof data === 'string') return change(data, path) as T
  if (Array.isArray(data)) return data.map((item, at) => mapTexts(item, change, below(at))) as T
  if (!isRecord(data)) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, mapTexts(value, change, below(name))]),
  ) as T
}

/** Packs carry no secrets. An empty text can be replaced by a parameter. */
export const withEmptySecrets = <T>(data: T): T => mapTexts(data, (text) => (text === PASSWORD_SET ? '' : text))
