import { findTimeZone, type TimeZone, UTC } from '@logyard/codecs/time-zone'

/** The time zone of this process. */
export const serverZone = (): TimeZone => findTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? UTC
