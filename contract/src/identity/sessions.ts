import { type Static, Type } from 'typebox'
import { MAX_PASSWORD, MAX_USERNAME } from '../http/bounds.ts'
import { ApiError, LegacyInstant, nullable } from '../http/envelope.ts'
import { inArea, NoBody, publicAccess, signedIn } from '../http/operation.ts'

/** Credentials in `Authorization: Basic`: a user's, or one of the two below with a fixed word for the password. */
export const SESSION_PASSWORD = 'session'
export const TOKEN_PASSWORD = 'token'

/** On a call that must not count as activity, such as polling. */
export const NO_SESSION_EXTENSION_HEADER = 'X-Graylog-No-Session-Extension'

/** The maximum length of a host name. */
const MAX_HOST = 255

/** All optional here, because the error names every missing property at once. */
export const SessionCreate = Type.Object(
  {
    username: Type.Optional(nullable(Type.String({ maxLength: MAX_USERNAME }))),
    password: Type.Optional(nullable(Type.String({ maxLength: MAX_PASSWORD }))),
    host: Type.Optional(nullable(Type.String({ maxLength: MAX_HOST, description: 'Ignored' }))),
  },
  { title: 'SessionCreate', additionalProperties: false },
)

export const Session = Type.Object(
  {
    session_id: Type.String(),
    valid_until: Type.Union([LegacyInstant], { description: 'In the past for sessions that never end' }),
    username: Type.String(),
    user_id: Type.String(),
  },
  { title: 'Session' },
)
export type Session = Static<typeof Session>

export const SessionValidation = Type.Object(
  {
    is_valid: Type.Boolean(),
    session_id: nullable(Type.String({ description: 'Only if this request created the session' })),
    username: nullable(Type.String()),
  },
  { title: 'SessionValidation' },
)

const { get, post, del } = inArea('identity')

export const createSession = post('/system/sessions', {
  id: 'sessions.create',
  summary: 'Sign in with user name and password',
  access: publicAccess,
  audit: 'session:create',
  body: SessionCreate,
  answers: { 200: Session, 401: NoBody, 429: ApiError },
})

export const validateSession = get('/system/sessions', {
  id: 'sessions.validate',
  summary: 'Validate the credentials of the request',
  access: publicAccess,
  audit: 'session:create',
  answers: { 200: SessionValidation },
})

export const deleteSession = del('/system/sessions/{sessionId}', {
  id: 'sessions.delete',
  summary: 'Sign out',
  access: signedIn,
  audit: 'session:delete',
  secretParams: ['sessionId'],
  answers: { 204: NoBody },
})
