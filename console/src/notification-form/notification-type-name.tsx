import { useText } from '../base/text/text.tsx'
import { isKnownType, NOTIFICATION_TYPES } from './notification-types.ts'

/** The name of a type of notifications, in words. */
export function NotificationTypeName({ type }: { readonly type: string }) {
  const t = useText()
  return isKnownType(type) ? t(NOTIFICATION_TYPES[type].label) : <span translate="no">{type}</span>
}
