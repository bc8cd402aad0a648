import { statusText } from '../../../api/api-error.ts'
import { useText } from '../../../base/text/text.tsx'
import type { ParsedSource } from './use-parsed-source.ts'

/** The status of a source without problems. */
export function useSourceStatus({ isStale, failure }: ParsedSource): string {
  const t = useText()
  if (failure !== null) return t('pipelines.source.unchecked', { status: statusText(failure) })
  return t(isStale ? 'pipelines.source.checking' : 'pipelines.source.valid')
}
