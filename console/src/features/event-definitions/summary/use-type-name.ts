import { useText } from '../../../base/text/text.tsx'
import { CONDITION_TYPES } from '../model/default-config.ts'

/** The name of a type of condition; a type that the console does not know shows as it is. */
export function useTypeName(): (config: { readonly type: string }) => string {
  const t = useText()
  return ({ type }) => {
    const known = CONDITION_TYPES.find((one) => one === type)
    return known === undefined ? type : t(`definitions.type.${known}`)
  }
}
