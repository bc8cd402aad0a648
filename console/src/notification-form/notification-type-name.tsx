import { useNotificationType } from './notification-types.ts'

/** The name of a type of notifications, in the words of the server. */
export const NotificationTypeName = ({ type }: { readonly type: string }) => (
  <span translate="no">{useNotificationType(type)?.form.title ?? type}</span>
)
