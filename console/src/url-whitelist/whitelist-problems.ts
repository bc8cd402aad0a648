/** Why an entry cannot be saved. */
import type { UrlWhitelistEntry } from '@logyard/contract/url-whitelist/url-whitelist'
import { compileJavaPattern } from '@logyard/languages/java-regex/java-pattern'

export interface EntryProblems {
  readonly title?: 'required'
  readonly value?: 'required' | 'not-a-url' | 'not-a-regex'
}

export function entryProblems({ title, type, value }: UrlWhitelistEntry): EntryProblems {
  const wrongValue = valueProblem(type, value)
  return {
    ...(title.trim() === '' ? { title: 'required' } : {}),
    ...(wrongValue === undefined ? {} : { value: wrongValue }),
  }
}

function valueProblem(type: UrlWhitelistEntry['type'], value: string): EntryProblems['value'] {
  if (value.trim() === '') return 'required'
  if (type === 'literal') return isWebAddress(value) ? undefined : 'not-a-url'
  return compileJavaPattern(value) === undefined ? 'not-a-regex' : undefined
}

/** An absolute URL with a host. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && new URL(text).host !== ''
}
