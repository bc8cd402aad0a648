/** Thrown by the refresh of an adapter that an administrator has not enabled: its tables find nothing, and nothing is wrong. */
export class SwitchedOff extends Error {
  override readonly name = 'SwitchedOff'
}
