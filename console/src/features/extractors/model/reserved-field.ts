import { CORE_FIELDS, isInternalName, UNSETTABLE_FIELDS } from '@logyard/contract/messages/message-fields'

/** Nothing is cut from these fields. */
export const isReservedField = (name: string): boolean =>
  CORE_FIELDS.has(name) || UNSETTABLE_FIELDS.has(name) || isInternalName(name)
