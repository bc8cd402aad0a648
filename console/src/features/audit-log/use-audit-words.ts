import { useMemo } from 'react'
import { useTextIfAny } from '../../base/text/text.tsx'

export interface AuditWords {
  /** `index set` for `index-set`. */
  type(type: string): string
  /** `Changed index set` for `index-set:update`. */
  event(event: string): string
}

/** The types and events of the audit log in words. Those of a newer server are shown as their codes. */
export function useAuditWords(): AuditWords {
  const textIfAny = useTextIfAny()
  return useMemo(() => {
    const typeWords = (type: string) => textIfAny(`auditLog.type.${type}`) ?? type
    return {
      type: typeWords,
      event(event) {
        const [type = '', verb = ''] = event.split(':')
        return (
          textIfAny(`auditLog.did.${type}.${verb}`) ??
          textIfAny(`auditLog.verb.${verb}`, { type: typeWords(type) }) ??
          event
        )
      },
    }
  }, [textIfAny])
}
