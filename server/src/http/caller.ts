/** Who makes a call, once the credentials were believed. Made by identity; routes and services only ask it. */
export interface Caller {
  readonly userId: string
  readonly username: string
  /** The session that the call came with; absent with tokens and passwords. */
  readonly sessionId?: string
  /** Whether the caller holds the permission, `group:action[:instance]`. */
  holds(permission: string): boolean
  /** Throws `notAuthorized` with the instance unless `holds`. */
  require(permission: string): void
}
