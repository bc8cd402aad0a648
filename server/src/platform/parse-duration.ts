import { unlessThrown } from '@logyard/languages/errors/unless-thrown'

/** Returns undefined unless the text is an ISO 8601 duration, such as `P1D` and `PT5M`. */
export const parseDuration = (text: string): Temporal.Duration | undefined =>
  unlessThrown(RangeError, () => Temporal.Duration.from(text))
