/** Sign-in by a header that a trusted proxy sets. */
import { type Static, Type } from 'typebox'
import { ApiError, nullable } from '../http/envelope.ts'
import { holds, inArea } from '../http/operation.ts'

export const TRUSTED_HEADER_KEY = 'org.graylog2.security.headerauth.HTTPHeaderAuthConfig'

const MAX_HEADER_NAME = 200
export const DEFAULT_USERNAME_HEADER = 'Remote-User'

export const TrustedHeaderDraft = Type.Object(
  {
    enabled: Type.Optional(nullable(Type.Boolean({ description: 'False by default' }))),
    username_header: Type.Optional(nullable(Type.String({ maxLength: MAX_HEADER_NAME }))),
  },
  { title: 'TrustedHeaderDraft', additionalProperties: false },
)
export const TrustedHeaderConfig = Type.Object(
  { enabled: Type.Boolean(), username_header: Type.String({ description: 'In any case' }) },
  { title: 'TrustedHeaderConfig' },
)
export type TrustedHeaderConfig = Static<typeof TrustedHeaderConfig>

const { get, put } = inArea('identity')
const path = '/system/authentication/http-header-auth-config'

export const getTrustedHeaderConfig = get(path, {
  id: 'http_header_auth.get',
  summary: 'Get the settings for sign-in by a header of trusted proxies',
  access: holds('authhttpheaderconfig:read'),
  answers: { 200: TrustedHeaderConfig },
})

export const updateTrustedHeaderConfig = put(path, {
  id: 'http_header_auth.update',
  summary: 'Switch sign-in by a header of trusted proxies on or off',
  access: holds('authhttpheaderconfig:edit'),
  audit: 'trusted-header:update',
  body: TrustedHeaderDraft,
  answers: { 200: TrustedHeaderConfig, 400: ApiError },
})
