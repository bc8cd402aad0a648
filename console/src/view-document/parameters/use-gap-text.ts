import { useText } from '../../base/text/text.tsx'
import type { ParameterGaps } from './parameters.ts'

/** Why a search with these gaps cannot run; `undefined` when it can. */
export function useGapText(): (gaps: ParameterGaps) => string | undefined {
  const t = useText()
  return ({ undeclared, unbound }) => {
    if (undeclared.length > 0) return t('search.parameters.blockedUndeclared', { names: undeclared.join(', ') })
    if (unbound.length > 0) return t('search.parameters.blockedUnbound', { names: unbound.join(', ') })
    return undefined
  }
}
