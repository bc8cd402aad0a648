import {
  DEFAULT_USERNAME_HEADER,
  getTrustedHeaderConfig,
  updateTrustedHeaderConfig,
} from '@logyard/contract/identity/trusted-header'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { AuthServices } from '../auth-services/auth-services.ts'

const headerNameRefused = () =>
  new LogyardError('invalid', 'header-name-refused', 'The username header must be the name of an HTTP header.')

/** RFC 9110: the characters of a header's name. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/
/** Every request carries them with another meaning, so that they would sign in as nonsense. */
const TAKEN = new Set(['authorization', 'cookie', 'host', 'x-requested-by', 'x-forwarded-for'])

export function trustedHeaderRoutes(
  app: FastifyInstance,
  { authServices }: { readonly authServices: Pick<AuthServices, 'trustedHeader' | 'setTrustedHeader'> },
): void {
  serve(app, getTrustedHeaderConfig, () => authServices.trustedHeader())

  serve(app, updateTrustedHeaderConfig, async ({ body, request }) => {
    const name = (body.username_header ?? DEFAULT_USERNAME_HEADER).trim()
    if (!HEADER_NAME.test(name) || TAKEN.has(name.toLowerCase())) throw headerNameRefused()
    const config = { enabled: body.enabled ?? false, username_header: name }
    await authServices.setTrustedHeader(config)
    request.log.info(config, 'trusted header changed')
    return config
  })
}
