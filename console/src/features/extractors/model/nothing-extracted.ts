/** Why an extractor that ran took nothing out of its example. */
import { compileJavaRegex } from '@logyard/languages/java-regex/java-pattern'
import { JavaRegexError } from '@logyard/languages/java-regex/java-regex-error'
import type { ExtractorValues } from './extractor-values.ts'

export type NothingExtracted =
  | 'extractors.nothing'
  | 'extractors.nothing.noMatch'
  | 'extractors.nothing.noGroup'
  | 'extractors.nothing.grok'
  | 'extractors.nothing.split'
  | 'extractors.nothing.substring'
  | 'extractors.nothing.lookup'

export function whyNothingExtracted({ type, settings }: ExtractorValues): NothingExtracted {
  switch (type) {
    case 'regex':
      return hasGroup(String(settings['regex_value'])) ? 'extractors.nothing.noMatch' : 'extractors.nothing.noGroup'
    case 'regex_replace':
      return 'extractors.nothing.noMatch'
    case 'grok':
      return 'extractors.nothing.grok'
    case 'split_and_index':
      return 'extractors.nothing.split'
    case 'substring':
      return 'extractors.nothing.substring'
    case 'lookup_table':
      return 'extractors.nothing.lookup'
    case 'copy_input':
    case 'json':
      return 'extractors.nothing'
    default:
      return type satisfies never
  }
}

function hasGroup(pattern: string): boolean {
  try {
    return compileJavaRegex(pattern, { dotMatchesNewline: true }).groupCount > 0
  } catch (error) {
    if (error instanceof JavaRegexError) return true
    throw error
  }
}
