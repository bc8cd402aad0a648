/** The authenticated user of a request. Created by identity; routes and services only query it. */
export interface Caller {
  readonly userId: string
  readonly username: string
  /** The session of the request; absent for tokens and passwords. */
  readonly sessionId?: string
  /** The name of the session in the audit log, for a call that another node passes on without the id. */
  readonly sessionName?: string
  /** How the request proved its caller; absent for work of the server on behalf of a user. */
  readonly credential?: 'session' | 'token' | 'password' | 'trusted-proxy' | 'identity-provider'
  /** The name of the token of the request. */
  readonly tokenName?: string
  /** Whether the caller holds the permission, `group:action[:instance]`. */
  holds(permission: string): boolean
  /** Throws `notAuthorized` with the instance unless `holds`. */
  require(permission: string): void
}

/** Whether a program calls, with an access token of the user. */
export const isToken = ({ credential }: Caller): boolean => credential === 'token'
